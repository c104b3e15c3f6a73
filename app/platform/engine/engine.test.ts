import { spawn } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { killAfterRows, postmastersBelow, prepareEngines, query } from "#test/engine.ts";
import { type Engine, EngineInUse } from "./engine.server.ts";

const { folders, start, startApp, keep } = prepareEngines();
const countRows = async (engine: Engine) => (await query(engine, "SELECT count(*)::int AS count FROM rows"))[0].count;

describe("startEngine", () => {
  it("makes a database at the first start, in a closed folder with a space in its path, and keeps it", async () => {
    await chmod(folders.parent, 0o700);
    folders.dataDir = join(folders.parent, "new");
    const first = await start();
    await query(first, "CREATE TABLE words (word text); INSERT INTO words VALUES ('Knöpfe')");
    await first.stop();
    await first.stop();
    expect(await postmastersBelow(folders.parent)).toEqual([]);
    await expect(stat(first.connection.host)).rejects.toThrow("ENOENT");

    const second = await start();
    expect(await query(second, "SELECT upper(word) AS word FROM words")).toEqual([{ word: "KNÖPFE" }]);
    expect((await stat(folders.dataDir)).mode & 0o777).toBe(0o700);
    expect((await readdir(folders.dataDir)).sort()).toEqual(["postgres", "postgres.log"]);
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

  it("removes what an interrupted first start left, and says what is wrong with a folder that holds no database", async () => {
    folders.dataDir = join(folders.parent, "new");
    await mkdir(join(folders.dataDir, "postgres.init-abc", "base"), { recursive: true });
    await mkdir(join(folders.dataDir, "postgres"));
    await (await start()).stop();
    expect((await readdir(folders.dataDir)).sort()).toEqual(["postgres", "postgres.log"]);

    await writeFile(join(folders.dataDir, "postgres", "postgresql.conf"), "port = nonsense");
    await expect(start()).rejects.toThrow('invalid value for parameter "port"');
    await rm(join(folders.dataDir, "postgres", "PG_VERSION"));
    await expect(start()).rejects.toThrow("holds something other than a database of the shop");
  });

  it("leaves other files alone, and says so before it makes a database", async () => {
    folders.dataDir = join(folders.parent, "foreign");
    const folder = join(folders.dataDir, "postgres");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "notes.txt"), "not a database");
    await expect(start()).rejects.toThrow(`${folder} holds something other than a database of the shop`);
    expect(await readdir(folders.dataDir)).toEqual(["postgres"]);
    await rm(join(folder, "notes.txt"));
    await start();
  });

  it.each([17, 19])("says what to do with a folder of PostgreSQL %i, and leaves it as it is", async (major) => {
    const version = join(folders.dataDir, "postgres", "PG_VERSION");
    await writeFile(version, `${major}\n`);
    await expect(start()).rejects.toThrow(
      `postgres was made by PostgreSQL ${major}, and this shop brings 18: back it up with the version of the shop that ` +
        `made it, and restore the backup into a new DATA_DIR (docs/operations.md, "A new PostgreSQL").`,
    );
    expect(await readFile(version, "utf8")).toBe(`${major}\n`);
    expect(await postmastersBelow(folders.parent)).toEqual([]);
  });

  it("starts a new log each week, and reads from it why a start failed", async () => {
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
    const sizeBefore = (await stat(join(folders.dataDir, "postgres.log"))).size;
    await expect(query(engine, "SELECT nonsense")).rejects.toThrow();
    expect((await stat(join(folders.dataDir, "postgres.log"))).size).toBe(sizeBefore);
    await engine.stop();

    for (const name of await readdir(join(folders.dataDir, "postgres", "pg_wal"))) {
      if (/^[0-9A-F]{24}$/.test(name)) await rm(join(folders.dataDir, "postgres", "pg_wal", name));
    }
    await expect(start()).rejects.toThrow("could not locate a valid checkpoint record");
  });

  it("takes over after the shop was killed, with every row it had confirmed and one PostgreSQL", async () => {
    const app = await startApp();
    const confirmed = await killAfterRows(app, 50);
    const [orphan] = await postmastersBelow(folders.parent);
    expect(orphan).toBeDefined();

    const engine = await start();
    const [next, ...others] = await postmastersBelow(folders.parent);
    expect(next).not.toBe(orphan);
    expect(others).toEqual([]);
    expect(await countRows(engine)).toBeGreaterThanOrEqual(confirmed);
    await expect(stat(app.host)).rejects.toThrow("ENOENT");
  });

  it("recovers after shop and PostgreSQL were killed, also when a stranger has got the old process id", async () => {
    const app = await startApp();
    const confirmed = await killAfterRows(app, 50);
    for (const pid of await postmastersBelow(folders.parent)) process.kill(pid, "SIGKILL");
    const stranger = keep(spawn("sleep", ["60"]));
    const lockFile = join(folders.dataDir, "postgres", "postmaster.pid");
    await writeFile(lockFile, (await readFile(lockFile, "utf8")).replace(/^\d+/, `${stranger.pid}`));

    const engine = await start();
    expect(await countRows(engine)).toBeGreaterThanOrEqual(confirmed);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    const logs = await readdir(join(folders.dataDir, "postgres", "log"));
    const said = await Promise.all(
      logs.map((name) => readFile(join(folders.dataDir, "postgres", "log", name), "utf8")),
    );
    expect(said.join("")).toContain("was interrupted");
  });

  it("starts on a folder where a power cut left an empty lock file", async () => {
    const lockFile = join(folders.dataDir, "postgres", "postmaster.pid");
    await writeFile(lockFile, "");
    await utimes(lockFile, 0, 0);
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("refuses a second shop on the folder, from this process or another", async () => {
    const engine = await start();
    await expect(start()).rejects.toBeInstanceOf(EngineInUse);
    await expect(startApp()).rejects.toThrow(
      `EngineInUse: Another shop is running on the database in ${folders.dataDir}`,
    );
    expect(await query(engine, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await postmastersBelow(folders.parent)).toHaveLength(1);
  });

  it.each(["an empty folder", "a used folder", "an orphan"])(
    "lets exactly one of three win on %s",
    { tags: ["trial"] },
    async (folder) => {
      if (folder === "an empty folder") await rm(folders.dataDir, { recursive: true });
      if (folder === "an orphan") await killAfterRows(await startApp(), 1);
      const results = await Promise.allSettled([startApp(), startApp(), startApp()]);
      const refused = results.flatMap((result) => (result.status === "rejected" ? [`${result.reason}`] : []));
      expect(refused).toEqual([expect.stringContaining("EngineInUse"), expect.stringContaining("EngineInUse")]);
      expect(await postmastersBelow(folders.parent)).toHaveLength(1);
    },
  );

  it("brings PostgreSQL back on the same connection when it is killed, still locked for this shop", async () => {
    const engine = await start();
    await query(engine, "CREATE TABLE words (word text)");
    for (let round = 0; round < 2; round++) {
      for (const pid of await postmastersBelow(folders.parent)) process.kill(pid, "SIGKILL");
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
    for (const pid of await postmastersBelow(folders.parent)) process.kill(pid, "SIGKILL");
    await engine.stop();
    expect(await postmastersBelow(folders.parent)).toEqual([]);
  });
});
