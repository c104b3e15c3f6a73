import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { hasCode } from "./error-code.server.ts";
import { type ShopLock, tryLock } from "./lock.server.ts";
import { type Postmaster, readLockFile, removeEmptyLockFile } from "./lock-file.server.ts";

const run = promisify(execFile);
const PATIENCE_MS = 60_000;
// How long to watch a free lock while the process that started PostgreSQL is alive: it may be about to take the lock.
const WATCH_MS = 2_000;

/**
 * Stops the PostgreSQL that a killed shop left running in the folder, unless its shop is alive and using it. Returns
 * the process id from PostgreSQL's lock file, if any; a process that has it now is not a PostgreSQL of this folder.
 */
export async function stopOrphan(
  folder: string,
  log: (message: string) => void,
): Promise<number | "in use" | undefined> {
  await removeEmptyLockFile(folder, log);
  const found = await readLockFile(folder);
  const orphan = await findOrphan(folder);
  if (orphan === "in use") return orphan;
  if (orphan) {
    log(`Stopping the PostgreSQL (process ${orphan.pid}) that a killed shop left running.`);
    await stopProcess(orphan.pid, folder);
    await orphan.lock?.session.end();
  }
  const left = orphan ?? found;
  if (left?.address && left.owner && (orphan || !isAlive(left.owner))) {
    await rm(left.address.host, { recursive: true, force: true });
  }
  return left?.pid;
}

type Orphan = Postmaster & { lock: ShopLock | undefined };

async function findOrphan(folder: string): Promise<Orphan | "in use" | undefined> {
  const start = Date.now();
  let freeSince: number | undefined;
  for (;;) {
    const found = await readLockFile(folder);
    if (!found || !(await isPostmasterFor(folder, found.pid))) return undefined;
    const ownerIsDead = found.owner !== undefined && !isAlive(found.owner);
    const lock = found.address && (await tryLock(found.address, folder).catch(() => "no answer" as const));
    if (found.address && !lock) return "in use";
    if (lock && lock !== "no answer") {
      freeSince ??= Date.now();
      if (ownerIsDead || Date.now() - freeSince > WATCH_MS) return { ...found, lock };
      await lock.session.end();
    } else if (ownerIsDead) {
      return { ...found, lock: undefined };
    } else if (Date.now() - start > PATIENCE_MS) {
      return "in use";
    }
    await pause(50);
  }
}

/** Tells a PostgreSQL of this folder from a stranger that reused its process id, and from a dead one not yet reaped. */
async function isPostmasterFor(folder: string, pid: number) {
  return (await readCommandLine(pid)).includes(`postgres -D ${folder} `);
}

async function readCommandLine(pid: number) {
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await run("ps", ["-ww", "-o", "command=", "-p", `${pid}`])).stdout;
  } catch {
    return "";
  }
}

function isAlive(pid: number) {
  return signal(pid, 0);
}

async function stopProcess(pid: number, folder: string) {
  const start = Date.now();
  signal(pid, "SIGINT");
  while (await isPostmasterFor(folder, pid)) {
    if (Date.now() - start > PATIENCE_MS)
      throw new Error(`The PostgreSQL (process ${pid}) on ${folder} does not stop.`);
    await pause(20);
  }
}

/** Whether the process was there to receive the signal. */
function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (hasCode(error, "ESRCH")) return false;
    if (hasCode(error, "EPERM") && name === 0) return true;
    throw error;
  }
}
