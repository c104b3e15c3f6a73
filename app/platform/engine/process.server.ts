import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ignoreMissing } from "./error-code.server.ts";
import { type ShopLock, takeLock } from "./lock.server.ts";
import { stopOrphan } from "./orphan.server.ts";
import { commandFor, engineEnvironment, giveTo, type Launcher } from "./os-user.server.ts";

// While it lives, it is recovering from a crash. Stopping it would only start the recovery over.
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 30_000;
const REFUSED_WITHIN_MS = 10_000;
// Another shop got there first, or a killed PostgreSQL still has processes running.
const refusal = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/;
// How much of the end of a log to quote as the reason.
const LOG_END_BYTES = 4_000;

/** What every start of one engine shares. */
export type Home = {
  folder: string;
  /** What PostgreSQL prints before it opens its log, which is in the folder's `log/`. */
  logFile: string;
  address: { host: string; port: number };
  postgres: string;
  launcher: Launcher;
  settings: Record<string, string>;
  onSpawned: (() => void) | undefined;
  log: (message: string) => void;
};

/** A PostgreSQL that is our child, and the lock that makes it ours. */
export type Running = { child: ChildProcess; lock: ShopLock };

/** Starts PostgreSQL. Resolves when it accepts connections and this shop has the lock, or another shop has it. */
export async function startPostgres(home: Home, stopping: AbortSignal): Promise<Running | "in use"> {
  const start = Date.now();
  for (;;) {
    stopping.throwIfAborted();
    const strangerPid = await stopOrphan(home.folder, home.log);
    if (strangerPid === "in use") return strangerPid;
    await giveTo(home.launcher, home.folder);
    const logSize = await fileSize(home.logFile);
    const child = await spawnPostgres(home, strangerPid);
    const lock = await lockWhenReady(home, child, stopping);
    if (lock) return { child, lock };
    stopping.throwIfAborted();
    const said = await readSaid(home, logSize);
    if (said !== undefined && !refusal.test(said)) throw new Error(`PostgreSQL did not start. It says:\n${said}`);
    if (Date.now() - start > REFUSED_WITHIN_MS) return "in use";
    await pause(100);
  }
}

/** Locks our child PostgreSQL once it accepts connections. If that fails, stops it. */
export async function lockWhenReady(
  home: Home,
  child: ChildProcess,
  stopping: AbortSignal,
): Promise<ShopLock | undefined> {
  const start = Date.now();
  while (!hasGone(child) && !stopping.aborted && Date.now() - start < READY_WITHIN_MS) {
    const lock = await takeLock(home.address).catch(() => undefined);
    if (lock) return lock;
    await pause(20);
  }
  await stopPostgres(child);
  return undefined;
}

/** Fast shutdown. If it takes too long, PostgreSQL is told to drop everything; the next start recovers. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  child.ref();
  child.kill("SIGINT");
  for (const start = Date.now(); !hasGone(child); await pause(10)) {
    if (Date.now() - start > STOP_WITHIN_MS) child.kill("SIGQUIT");
  }
}

async function spawnPostgres(home: Home, strangerPid: number | undefined) {
  const output = await open(home.logFile, "a", 0o600);
  try {
    // Detached, with output to a file: Ctrl-C does not reach it, and it survives the end of this process.
    const [file, ...args] = commandFor(home.launcher, home.postgres, optionsFor(home));
    const child = spawn(file, args, {
      cwd: "/",
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
      // PostgreSQL treats a lock file with this process id as stale. pg_ctl does the same for its own parent.
      env: { ...engineEnvironment(), PG_GRANDPARENT_PID: strangerPid?.toString() },
    });
    child.on("error", (error) => home.log(`PostgreSQL could not be started: ${error.message}`));
    child.unref();
    home.onSpawned?.();
    return child;
  } finally {
    await output.close();
  }
}

// One file per weekday, overwritten a week later.
const logSettings = {
  logging_collector: "on",
  log_directory: "log",
  log_filename: "postgresql-%a.log",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_truncate_on_rotation: "on",
};

function optionsFor({ folder, address, settings }: Home) {
  const all = {
    ...logSettings,
    listen_addresses: "",
    unix_socket_directories: `"${address.host}"`,
    port: `${address.port}`,
    ...settings,
  };
  // The folder comes first: it identifies a running PostgreSQL.
  return ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function hasGone(child: ChildProcess) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function fileSize(file: string) {
  const handle = await open(file, "a", 0o600);
  const { size } = await handle.stat();
  await handle.close();
  return size;
}

/**
 * What PostgreSQL printed after this point in its own output, where it says why it will not start, and in its log.
 * Undefined when another PostgreSQL has just begun to start in the folder: the list of its logs is gone for a moment.
 */
async function readSaid({ folder, logFile }: Home, position: number): Promise<string | undefined> {
  const said = await readFrom(logFile, position);
  if (!said.includes("logging collector")) return said;
  // One line for each kind of log: "stderr log/postgresql-Mon.log".
  const logs = await readFile(join(folder, "current_logfiles"), "utf8").catch(ignoreMissing);
  if (logs === undefined) return undefined;
  const [, log = ""] = logs.split(/\s/);
  return `${said}\n${await readFrom(join(folder, log), -LOG_END_BYTES)}`;
}

/** Part of the file, from this position or from this many bytes before its end. */
async function readFrom(file: string, position: number) {
  const handle = await open(file);
  const start = position < 0 ? Math.max(0, (await handle.stat()).size + position) : position;
  const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(LOG_END_BYTES), position: start });
  await handle.close();
  return buffer.toString("utf8", 0, bytesRead).trim();
}
