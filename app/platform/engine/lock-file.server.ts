import { readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ignoreMissing } from "./error-code.server.ts";
import type { Address } from "./lock.server.ts";

/** What PostgreSQL records about itself: its process, where it listens and the process that started it. */
export type Postmaster = { pid: number; address: Address | undefined; owner: number | undefined };

/** A socket folder's name includes the id of the process that made it, so others can check whether it is alive. */
export const SOCKET_FOLDER_PREFIX = "rivet-reed-";

const EMPTY_FOR_MS = 5_000;

/**
 * postmaster.pid, line by line: process, folder, start time, port, socket folder. The last lines appear a little later.
 */
export async function readLockFile(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(lockFileIn(folder), "utf8").catch(ignoreMissing);
  const [pidLine, , , portLine, host] = (text ?? "").split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  if (!host) return { pid, address: undefined, owner: undefined };
  const owner = new RegExp(`^${SOCKET_FOLDER_PREFIX}(\\d+)-`).exec(basename(host))?.[1];
  return { pid, address: { host, port: Number(portLine) }, owner: owner ? Number(owner) : undefined };
}

/**
 * PostgreSQL creates this file, then fills it. If power fails in between, it will never start again on the empty file.
 */
export async function removeEmptyLockFile(folder: string, log: (message: string) => void): Promise<void> {
  const file = lockFileIn(folder);
  const found = await stat(file).catch(ignoreMissing);
  if (found?.size !== 0 || Date.now() - found.mtimeMs < EMPTY_FOR_MS) return;
  log(`Removing the empty ${file} that a crash left.`);
  await rm(file, { force: true });
}

function lockFileIn(folder: string): string {
  return join(folder, "postmaster.pid");
}
