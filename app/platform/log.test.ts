import { once } from "node:events";
import { connect } from "node:net";
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

it("logs readable words for a value that is not an Error", async () => {
  const { db, drop } = await createDatabase();
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const error: Error = await db.execute(sql`select ${"copper"}::int`).catch((err) => err);
  await drop();
  // As pg-boss does with its workers' errors.
  log.warn({ err: { ...error, message: error.message, stack: error.stack, queue: "mails" } }, "copied");
  for (const err of [{ status: 421 }, ["a", "b"], "words", 7, null, Object.create(null)]) log.warn({ err }, "thrown");
  const [copied, ...thrown] = lines.map((line) => JSON.parse(line).err);
  expect(copied).toMatchObject({ message: expect.stringMatching(/^Failed query: select \$1::int$/) });
  expect(thrown).toEqual(["{ status: 421 }", "[ 'a', 'b' ]", "words", "7", "null", "[Object: null prototype] {}"]);
  expect(copied.stack).not.toContain("copper");
});

it("tells why each address of a host could not be reached", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  // Both addresses refuse, as when a database is down. Node's own message for that is empty.
  const socket = connect({ host: "db.example", port: 9, lookup: (_, __, found) => found(null, addresses) });
  const [error] = await once(socket, "error");
  log.warn({ err: error }, "down");
  const { message, code } = JSON.parse(lines[0] ?? "").err;
  expect(message).toBe("connect ECONNREFUSED 127.0.0.1:9; connect ECONNREFUSED 127.0.0.2:9");
  expect(code).toBe("ECONNREFUSED");
});

it("hides the name in an e-mail address, wherever it is", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  log.warn({ reason: "550 <astrid.lindqvist+mill@norrland-denim.example> unknown" }, "björn@åker.example");
  log.warn({ err: new Error("no astrid%40norrland-denim.example") }, "drizzle-orm@0.45.4");
  const [said, error] = lines.map((line) => JSON.parse(line));
  expect(said).toMatchObject({ reason: "550 <…@norrland-denim.example> unknown", msg: "…@åker.example" });
  expect(error.err.message).toBe("no …%40norrland-denim.example");
  expect(lines.join("")).not.toMatch(/astrid|björn/);
});

it("looks for names in a long line without taking long itself", () => {
  const lines: string[] = [];
  const [word, words] = ["a".repeat(300_000), "a ".repeat(1000)];
  createLog("info", { write: (line) => lines.push(line) }).warn({}, `${word} ${words}astrid@norrland-denim.example`);
  expect(JSON.parse(lines[0] ?? "").msg).toBe(`${word} ${words}…@norrland-denim.example`);
});
