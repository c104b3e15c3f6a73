import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { createLog } from "./log.server.ts";

it("tells of a failed statement without its values", async () => {
  const { db, drop } = await createDatabase();
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const secret = "twill\nand-copper";
  await db.execute(sql`select ${secret}::int`).catch((err: unknown) => log.error({ err }, "unexpected error"));
  await drop();
  expect(lines).toHaveLength(1);
  const { err } = JSON.parse(lines[0] ?? "");
  expect(err).toMatchObject({
    message: expect.stringMatching(/^Failed query: select \$1::int$/),
    cause: { code: "22P02" },
  });
  expect(err.stack).toMatch(/log\.test\.ts/);
  expect(err.stack).not.toContain("and-copper");
});
