import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { openPool } from "./client.server.ts";
import { announcer, listen } from "./notifications.server.ts";

/** Another process of the shop. It reports what it hears and sends what it is given, one JSON line each. */
const code = `
  import { createInterface } from "node:readline";
  import { openPool } from ${JSON.stringify(new URL("./client.server.ts", import.meta.url).href)};
  import { createLog } from ${JSON.stringify(new URL("../log.server.ts", import.meta.url).href)};
  import { announcer, listen } from ${JSON.stringify(new URL("./notifications.server.ts", import.meta.url).href)};
  const connection = JSON.parse(process.argv[1]);
  const log = createLog("silent");
  const tell = announcer(openPool(connection, log), "changes", log);
  listen(connection, "changes", (subjects) => console.log(JSON.stringify(subjects ?? "anything")), log);
  for await (const line of createInterface({ input: process.stdin })) tell(JSON.parse(line) ?? undefined);
  process.exit();`;

it("tells every other process what changed, in batches, but not the one that made the change", async () => {
  const { connection, drop } = await createDatabase();
  const other = spawn(process.execPath, ["--input-type=module", "-e", code, JSON.stringify(connection)], {
    cwd: import.meta.dirname,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const told = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
  const heard: unknown[] = [];
  const stop = listen(connection, "changes", (subjects) => heard.push(subjects ?? "anything"), silent);
  const pool = openPool(connection, silent);
  const tell = announcer(pool, "changes", silent);

  // A new listener may have missed anything.
  expect((await told.next()).value).toBe('"anything"');
  await expect.poll(() => heard).toEqual(["anything"]);
  for (const subjects of [["trims", "trim 1"], ["trims", "trim 2"], []]) tell(subjects);
  expect((await told.next()).value).toBe('["trims","trim 1","trim 2"]');
  tell(["trims"]);
  tell();
  expect((await told.next()).value).toBe('"anything"');
  tell(Array.from({ length: 500 }, (_, at) => `trim ${at} of very many`));
  expect((await told.next()).value).toBe('"anything"');
  other.stdin.write(`${JSON.stringify(["reviews"])}\n`);
  await expect.poll(() => heard).toEqual(["anything", ["reviews"]]);

  other.stdin.end();
  if (other.exitCode === null) await once(other, "exit");
  await stop();
  await pool.end();
  await drop();
});
