import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, lchown, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLauncher, launchersFor } from "./account.server.ts";
import { type Engine, EngineInUse, startEngine } from "./engine.server.ts";
import { socketFolderPrefix } from "./orphan.server.ts";

let used: string;
let parent: string;
let dataDir: string;
let engines: Engine[];
let processes: ChildProcess[];

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), "engine-test-"));
  await (await startEngine({ dataDir: used, log: () => {} })).stop();
});

afterAll(() => rm(used, { recursive: true }));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "engine test "));
  dataDir = join(parent, "used");
  // A copy of a stopped database: its first start is what takes time.
  await promisify(execFile)("cp", ["-Rp", used, dataDir]);
  engines = [];
  processes = [];
});

afterEach(async () => {
  for (const each of processes) each.kill("SIGKILL");
  await Promise.all(engines.map((engine) => engine.stop()));
  for (const pid of await postmastersBelow(parent)) process.kill(pid, "SIGKILL");
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  for (const name of await readdir(tmpdir())) {
    if (processes.some(({ pid }) => name.startsWith(`${socketFolderPrefix}${pid}-`))) {
      await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
});

describe("startEngine", { timeout: 30_000 }, () => {
  it("makes a database at the first start, in a closed folder with a space in its path, and keeps it", async () => {
    await chmod(parent, 0o700);
    dataDir = join(parent, "new");
    const first = await start();
    await query(first, "CREATE TABLE words (word text); INSERT INTO words VALUES ('Knöpfe')");
    await first.stop();
    await first.stop();
    expect(await postmastersBelow(parent)).toEqual([]);
    await expect(stat(first.connection.host)).rejects.toThrow("ENOENT");

    const second = await start();
    expect(await query(second, "SELECT upper(word) AS word FROM words")).toEqual([{ word: "KNÖPFE" }]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await readdir(dataDir)).sort()).toEqual(["postgres", "postgres.log"]);
  });

  it("is durable, listens on a private socket only, and takes more settings", async () => {
    const engine = await start({ settings: { max_connections: "31", application_name: "two words" } });
    const names = "fsync full_page_writes synchronous_commit listen_addresses max_connections application_name";
    const settings = await query(
      engine,
      "SELECT name, boot_val, reset_val AS value FROM pg_settings WHERE name = ANY(string_to_array($1, ' '))",
      [names],
    );
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      listen_addresses: "",
      max_connections: "31",
      application_name: "two words",
    });
    expect((await stat(engine.connection.host)).mode & 0o777).toBe(0o700);
  });

  it("removes what an interrupted first start left, and tells what is wrong with a folder that is no database", async () => {
    dataDir = join(parent, "new");
    await mkdir(join(dataDir, "postgres.init-abc", "base"), { recursive: true });
    await mkdir(join(dataDir, "postgres"));
    await (await start()).stop();
    expect((await readdir(dataDir)).sort()).toEqual(["postgres", "postgres.log"]);

    await writeFile(join(dataDir, "postgres", "postgresql.conf"), "port = nonsense");
    await expect(start()).rejects.toThrow('invalid value for parameter "port"');
    await rm(join(dataDir, "postgres", "PG_VERSION"));
    await expect(start()).rejects.toThrow("ENOTEMPTY");
  });

  it("writes a log that begins anew each week, and tells from it why a start failed on the way", async () => {
    const engine = await start();
    const names = "logging_collector log_filename log_rotation_age log_truncate_on_rotation";
    const settings = await query(
      engine,
      "SELECT name, setting FROM pg_settings WHERE name = ANY(string_to_array($1, ' '))",
      [names],
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      logging_collector: "on",
      log_filename: "postgresql-%a.log",
      log_rotation_age: "1440",
      log_truncate_on_rotation: "on",
    });
    const sizeBefore = (await stat(join(dataDir, "postgres.log"))).size;
    await expect(query(engine, "SELECT nonsense")).rejects.toThrow();
    expect((await stat(join(dataDir, "postgres.log"))).size).toBe(sizeBefore);
    await engine.stop();

    for (const name of await readdir(join(dataDir, "postgres", "pg_wal"))) {
      if (/^[0-9A-F]{24}$/.test(name)) await rm(join(dataDir, "postgres", "pg_wal", name));
    }
    await expect(start()).rejects.toThrow("could not locate a valid checkpoint record");
  });

  it("takes over after the shop was killed, with every row it had confirmed and one PostgreSQL", async () => {
    const app = await startApp();
    const confirmed = await killAfterRows(app, 50);
    const [orphan] = await postmastersBelow(parent);
    expect(orphan).toBeDefined();

    const engine = await start();
    const [next, ...others] = await postmastersBelow(parent);
    expect(next).not.toBe(orphan);
    expect(others).toEqual([]);
    expect(await countRows(engine)).toBeGreaterThanOrEqual(confirmed);
    await expect(stat(app.host)).rejects.toThrow("ENOENT");
  });

  it("recovers after shop and PostgreSQL were killed, also when a stranger has got the old process id", async () => {
    const app = await startApp();
    const confirmed = await killAfterRows(app, 50);
    for (const pid of await postmastersBelow(parent)) process.kill(pid, "SIGKILL");
    const stranger = keep(spawn("sleep", ["60"]));
    const lockFile = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(lockFile, (await readFile(lockFile, "utf8")).replace(/^\d+/, `${stranger.pid}`));

    const engine = await start();
    expect(await countRows(engine)).toBeGreaterThanOrEqual(confirmed);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    const logs = await readdir(join(dataDir, "postgres", "log"));
    const said = await Promise.all(logs.map((name) => readFile(join(dataDir, "postgres", "log", name), "utf8")));
    expect(said.join("")).toContain("was interrupted");
  });

  it("starts on a folder where a power cut left an empty lock file", async () => {
    const lockFile = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(lockFile, "");
    await utimes(lockFile, 0, 0);
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("refuses a second shop on the folder, from this process and from another one", async () => {
    const engine = await start();
    await expect(start()).rejects.toBeInstanceOf(EngineInUse);
    await expect(startApp()).rejects.toThrow(`EngineInUse: Another shop is running on the database in ${dataDir}`);
    expect(await query(engine, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await postmastersBelow(parent)).toHaveLength(1);
  });

  it.each(["an empty folder", "a used folder", "an orphan"])("lets exactly one of three win on %s", async (folder) => {
    if (folder === "an empty folder") await rm(dataDir, { recursive: true });
    if (folder === "an orphan") await killAfterRows(await startApp(), 1);
    const results = await Promise.allSettled([startApp(), startApp(), startApp()]);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [`${result.reason}`] : []));
    expect(refused).toEqual([expect.stringContaining("EngineInUse"), expect.stringContaining("EngineInUse")]);
    expect(await postmastersBelow(parent)).toHaveLength(1);
  });

  it("brings PostgreSQL back on the same connection when it is killed, still locked for this shop", async () => {
    const engine = await start();
    await query(engine, "CREATE TABLE words (word text)");
    for (let round = 0; round < 2; round++) {
      for (const pid of await postmastersBelow(parent)) process.kill(pid, "SIGKILL");
      await vi.waitFor(() => query(engine, "INSERT INTO words VALUES ('again')"), { timeout: 15_000 });
    }
    expect(await query(engine, "SELECT count(*)::int AS count FROM words")).toEqual([{ count: 2 }]);
    await expect(start()).rejects.toBeInstanceOf(EngineInUse);
  });

  it("locks again when only the session of the lock was lost", async () => {
    const engine = await start();
    const holders = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted";
    const [before] = await query(engine, holders);
    await query(engine, "SELECT pg_terminate_backend($1)", [before?.pid]);
    await vi.waitFor(async () => {
      const [after] = await query(engine, holders);
      expect(after?.pid).toBeGreaterThan(0);
      expect(after?.pid).not.toBe(before?.pid);
    });
    await expect(start()).rejects.toBeInstanceOf(EngineInUse);
  });

  it("can be stopped while PostgreSQL is coming back", async () => {
    const engine = await start();
    for (const pid of await postmastersBelow(parent)) process.kill(pid, "SIGKILL");
    await engine.stop();
    expect(await postmastersBelow(parent)).toEqual([]);
  });
});

describe("launchersFor", () => {
  it("runs PostgreSQL as it is for an ordinary user, and as somebody else for root", () => {
    expect(launchersFor(1000)).toEqual([{ name: "this account", command: [], owner: undefined }]);
    expect(launchersFor(0).map(({ command: [program], owner }) => [program, owner])).toEqual([
      ["unshare", 0],
      ["setpriv", 65534],
    ]);
  });

  it("says what to do when none of them works", async () => {
    const broken = [{ name: "a broken one", command: ["false"], owner: undefined }];
    await expect(start({ launchers: broken })).rejects.toThrow(
      "as an ordinary user who may read its folder, or set DATABASE_URL",
    );
  });
});

// Only root has more than one way, so an ordinary user has nothing to see here.
describe.runIf(process.getuid?.() === 0)("as root", { timeout: 30_000 }, () => {
  it("hands a folder from launcher to launcher, also one that an ordinary user began", async ({ skip }) => {
    const working = [];
    for (const launcher of launchersFor(0)) {
      working.push(
        ...(await chooseLauncher([launcher], process.execPath, [parent]).then(
          (found) => [found],
          () => [],
        )),
      );
    }
    skip(working.length === 0, "neither user namespaces nor setpriv are permitted here");
    await chmod(parent, 0o700);
    const first = await start({ launchers: working.slice(0, 1) });
    await query(first, "CREATE TABLE steps (step text)");
    await first.stop();
    const folder = join(dataDir, "postgres");
    for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), 12345, 12345);
    await lchown(folder, 12345, 12345);

    for (const launcher of [...working, ...working]) {
      const engine = await start({ launchers: [launcher] });
      await query(engine, "INSERT INTO steps VALUES ($1)", [launcher.name]);
      expect((await stat(folder)).uid).toBe(launcher.owner);
      await engine.stop();
    }
    expect(await query(await start(), "SELECT count(*)::int AS count FROM steps")).toEqual([
      { count: working.length * 2 },
    ]);
  });
});

async function start(more: Partial<Parameters<typeof startEngine>[0]> = {}) {
  const engine = await startEngine({ dataDir, log: () => {}, ...more });
  engines.push(engine);
  return engine;
}

function keep(child: ChildProcess) {
  processes.push(child);
  return child;
}

async function query({ connection }: Pick<Engine, "connection">, sql: string, values?: unknown[]) {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const countRows = async (engine: Engine) => (await query(engine, "SELECT count(*)::int AS count FROM rows"))[0].count;

// A shop of its own process, which says how to reach it and then writes rows, one word for each that was confirmed.
const appCode = `
  import pg from "pg";
  import { startEngine } from ${JSON.stringify(new URL("./engine.server.ts", import.meta.url).href)};
  const engine = await startEngine({ dataDir: process.argv[1], log() {} }).catch((error) => {
    console.log("refused " + error);
    process.exit();
  });
  const client = new pg.Client(engine.connection);
  await client.connect();
  await client.query("CREATE TABLE IF NOT EXISTS rows (row serial)");
  console.log("host " + engine.connection.host);
  for (;;) {
    await client.query("INSERT INTO rows DEFAULT VALUES");
    console.log("row");
  }`;

async function startApp() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", appCode, dataDir], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  keep(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [word, ...rest] = `${(await lines.next()).value}`.split(" ");
  if (word !== "host") throw new Error(rest.join(" "));
  return { child, lines, host: rest.join(" ") };
}

async function killAfterRows({ child, lines }: Awaited<ReturnType<typeof startApp>>, rows: number) {
  for (let row = 0; row < rows; row++) await lines.next();
  child.kill("SIGKILL");
  await once(child, "exit");
  return rows;
}

async function postmastersBelow(folder: string) {
  const pids: number[] = [];
  for (const [pid, command] of await listCommands()) if (command.includes(`postgres -D ${folder}/`)) pids.push(pid);
  return pids;
}

/** Every process of the machine with its command line. Small Linux images have no ps, macOS no /proc. */
async function listCommands(): Promise<[number, string][]> {
  if (process.platform !== "linux") {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,command="]);
    return stdout.split("\n").map((line) => [Number.parseInt(line, 10), line]);
  }
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const read = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  return await Promise.all(pids.map(async (pid): Promise<[number, string]> => [pid, await read(pid).catch(() => "")]));
}
