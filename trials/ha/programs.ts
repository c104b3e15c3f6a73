import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./files.ts";

/** The programs of a cluster, each with its output in a file of this folder. */
export function openPrograms(folder: string, account: Account) {
  const running = new Map<string, ChildProcess>();

  /** Starts a program as an ordinary user. */
  function run(name: string, program: string, words: readonly string[]): void {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(program, words, {
      ...account,
      cwd: folder,
      stdio: ["ignore", log, log],
      env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" },
    });
    child.on("error", (error) => console.error(`${name}: ${error.message}`));
    running.set(name, child);
  }

  async function kill(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  return { run, kill, names: () => [...running.keys()], find: (name: string) => running.get(name) };
}

/** @throws Error when a program is missing */
export async function requireProgram(program: string): Promise<void> {
  await promisify(execFile)("sh", ["-c", 'command -v "$0"', program]).catch(() => {
    throw new Error(
      `${program} is missing. On Debian 12: apt-get install patroni etcd-server etcd-client haproxy pgbouncer postgresql-15, and stop the services that they start.`,
    );
  });
}

/** PostgreSQL and PgBouncer refuse to run as root: Debian's user postgres does. */
export async function findAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const ask = async (flag: string) => Number((await promisify(execFile)("id", [flag, "postgres"])).stdout);
  return { uid: await ask("-u"), gid: await ask("-g") };
}
