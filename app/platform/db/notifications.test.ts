import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, vi } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { createClient, openPool } from "./client.server.ts";
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
  const notices = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
  const heard: unknown[] = [];
  const stop = listen(connection, "changes", (subjects) => heard.push(subjects ?? "anything"), silent);
  const pool = openPool(connection, silent);
  const tell = announcer(pool, "changes", silent);

  // A new listener may have missed anything.
  expect((await notices.next()).value).toBe('"anything"');
  await expect.poll(() => heard).toEqual(["anything"]);
  for (const subjects of [["trims", "trim 1"], ["trims", "trim 2"], []]) tell(subjects);
  expect((await notices.next()).value).toBe('["trims","trim 1","trim 2"]');
  tell(["trims"]);
  tell();
  expect((await notices.next()).value).toBe('"anything"');
  tell(Array.from({ length: 500 }, (_, at) => `trim ${at} of very many`));
  expect((await notices.next()).value).toBe('"anything"');
  other.stdin.write(`${JSON.stringify(["reviews"])}\n`);
  await expect.poll(() => heard).toEqual(["anything", ["reviews"]]);

  other.stdin.end();
  if (other.exitCode === null) await once(other, "exit");
  await stop();
  await pool.end();
  await drop();
});

it("tells at once what changed after a quiet time, and gathers what follows", async () => {
  const { connection, drop } = await createDatabase();
  const heard: unknown[] = [];
  // The same process does not hear itself.
  const client = createClient(connection, "another");
  client.on("notification", ({ payload = "" }) => heard.push(JSON.parse(payload).subjects));
  await client.connect();
  await client.query("listen changes");
  const pool = openPool(connection, silent);
  const tell = announcer(pool, "changes", silent);
  const pass = (ms: number) => vi.advanceTimersByTime(ms);
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  tell(["trims"]);
  pass(1);
  tell(["reviews"]);
  pass(100);
  tell(["people"]);
  await once(client, "notification");
  pass(200);
  await once(client, "notification");
  vi.useRealTimers();
  expect(heard).toEqual([["trims"], ["reviews", "people"]]);
  await client.end();
  await pool.end();
  await drop();
});

/** A route to the server that can fall silent: its connections stay open and carry nothing. New ones work as before. */
async function openMutableWay({ host, port }: { host: string; port: number }) {
  const pairs: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const database = connect(join(host, `.s.PGSQL.${port}`));
    pairs.push([client, database]);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const)
      from
        .on("error", () => to.destroy())
        .on("close", () => to.destroy())
        .pipe(to);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    mute: () => {
      for (const socket of pairs.flat()) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}

it("notices that its connection has fallen silent, and what it may have missed meanwhile", async () => {
  const { connection, drop } = await createDatabase();
  const way = await openMutableWay(connection);
  const heard: unknown[] = [];
  const through = { ...connection, host: "127.0.0.1", port: way.port };
  const stop = listen(through, "changes", (subjects) => heard.push(subjects ?? "anything"), silent);
  await expect.poll(() => heard).toEqual(["anything"]);
  way.mute();
  const pool = openPool(connection, silent);
  await pool.query("select pg_notify('changes', $1)", [JSON.stringify({ from: "another", subjects: ["trims"] })]);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["anything", "anything"]);
  await pool.query("select pg_notify('changes', $1)", [JSON.stringify({ from: "another", subjects: ["reviews"] })]);
  await expect.poll(() => heard).toEqual(["anything", "anything", ["reviews"]]);
  await stop();
  way.close();
  await pool.end();
  await drop();
});
