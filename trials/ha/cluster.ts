import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { openFiles } from "./files.ts";
import { addressOf, type DbName, dbNames, findLeader, readCluster } from "./machines.ts";
import { childrenOf, tell } from "./processes.ts";
import { findAccount, openPrograms, requireProgram } from "./programs.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";
const WAIT_MS = 120_000;
const LOOK_MS = 100;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * The cluster of deploy/ha as processes of this machine: starts etcd, Patroni, HAProxy and PgBouncer, and makes the
 * shop's database. @throws Error when a program is missing
 */
export async function startCluster() {
  for (const program of ["etcd", "patroni", "haproxy", "pgbouncer", `${PROGRAMS}/postgres`, "psql"])
    await requireProgram(program);
  const account = await findAccount();
  const folder = mkdtempSync(join(tmpdir(), "rivet-ha-"));
  const password = randomBytes(16).toString("hex");
  const { makeFolder, fill, copySample } = openFiles(folder, account, password);
  const { run, kill, names, find } = openPrograms(folder, account);

  const startEtcd = (name: DbName) => {
    const file = copySample("etcd.yml", name, [[/\/var\/lib\/etcd\/shop/, makeFolder(`${name}/etcd`)]]);
    run(`etcd-${name}`, "etcd", ["--config-file", file]);
  };
  const startDb = (name: DbName) => {
    const home = makeFolder(name);
    const file = copySample("patroni.yml", name, [
      [/\/var\/lib\/postgresql\/15\/shop/, join(home, "data")],
      [/\/var\/lib\/postgresql\/pgpass-shop/, join(home, "pgpass")],
      [/\/var\/run\/postgresql/, home],
    ]);
    run(`patroni-${name}`, "patroni", [file]);
  };

  /** The first process of the PostgreSQL on this machine, if it runs. */
  function findPostgres(name: DbName): number | undefined {
    try {
      const pid = Number(readFileSync(join(folder, name, "data", "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(pid, 0);
      return pid;
    } catch {
      return undefined;
    }
  }

  /** Waits until one member leads and the two others follow it, one of them synchronously. */
  async function whole(): Promise<DbName> {
    return until("one leader and two that follow", async () => {
      const members = await readCluster();
      const following = members.filter(({ state }) => state === "running" || state === "streaming");
      const isWhole =
        members.length === 3 && following.length === 3 && members.some(({ role }) => role === "sync_standby");
      return isWhole ? findLeader() : undefined;
    });
  }

  async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    for (const start = Date.now(); Date.now() - start < WAIT_MS; await pause(LOOK_MS)) {
      const found = await look();
      if (found) return found;
    }
    throw new Error(`after ${WAIT_MS / 1000} s there is still not: ${what}. The logs are in ${folder}`);
  }

  async function psql(host: string, port: number, words: readonly string[]): Promise<string> {
    const env = { PATH: process.env.PATH, PGPASSWORD: password };
    const target = ["--host", host, "--port", String(port), "--username", "postgres"];
    const { stdout } = await promisify(execFile)(
      "psql",
      [...target, "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", ...words],
      { env },
    );
    return stdout.trim();
  }

  async function stop(): Promise<void> {
    const posts = dbNames.map(findPostgres);
    await Promise.all(
      names()
        .filter((name) => name.startsWith("patroni-"))
        .map((name) => kill(name, "SIGKILL")),
    );
    for (const pid of posts.flatMap((post) => (post ? [...childrenOf(post), post] : []))) {
      // One that was frozen hears nothing else.
      for (const signal of ["SIGQUIT", "SIGCONT"] as const) tell(pid, signal);
    }
    await Promise.all(names().map((name) => kill(name, "SIGKILL")));
    while (dbNames.some(findPostgres)) await pause(LOOK_MS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    for (const name of dbNames) startEtcd(name);
    for (const name of dbNames) startDb(name);
    run("haproxy", "haproxy", ["-f", copySample("haproxy.cfg", "balancer"), "-db"]);
    const users = copySample("userlist.txt", "balancer");
    run("pgbouncer", "pgbouncer", [
      "-q",
      copySample("pgbouncer.ini", "balancer", [[/\/etc\/pgbouncer\/userlist\.txt/, users]]),
    ]);
    await whole();
    const leader = await until("a leader behind HAProxy", () =>
      psql(addressOf("balancer"), 5000, ["--command", "select 1"]).then(findLeader, () => undefined),
    );
    await psql(addressOf("balancer"), 5000, ["--file", copySample("shop.sql", "balancer")]);
    console.log(`etcd, three PostgreSQL (${leader} leads), HAProxy and PgBouncer run in ${folder}`);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    folder,
    /** The two ways to the database that writes. */
    urls: {
      haproxy: `postgres://shop:${password}@${addressOf("balancer")}:5000/shop`,
      pgbouncer: `postgres://shop:${password}@${addressOf("balancer")}:6432/shop`,
    },
    whole,
    until,
    /** Types commands as an operator would, with the addresses and passwords of this cluster. */
    type(commands: string): Promise<{ code: number; said: string }> {
      const own = fill(commands).replaceAll("/etc/patroni/patroni.yml", join(folder, "db1", "patroni.yml"));
      return new Promise((resolve) => {
        execFile("bash", ["--norc", "-euo", "pipefail", "-c", own], (error, out, err) =>
          resolve({ code: Number(error?.code ?? 0), said: out + err }),
        );
      });
    },
    /** Runs SQL as superuser on one server. */
    sql: (name: DbName, statement: string) =>
      psql(addressOf(name), 5432, ["--dbname", "shop", "--tuples-only", "--no-align", "--command", statement]),
    /** As when its machine loses power: Patroni and PostgreSQL are gone at once. */
    async killDb(name: DbName) {
      const post = findPostgres(name);
      await Promise.all([kill(`patroni-${name}`, "SIGKILL"), post && process.kill(post, "SIGKILL")]);
    },
    startDb,
    /** As when its machine hangs. Returns what wakes it. */
    freezeDb(name: DbName): () => void {
      const patroni = find(`patroni-${name}`)?.pid;
      const post = findPostgres(name);
      const pids = [patroni, post, ...childrenOf(post)].filter((pid) => pid !== undefined);
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of pids.toReversed()) process.kill(pid, "SIGCONT");
      };
    },
    async stopEtcd() {
      await Promise.all(dbNames.map((name) => kill(`etcd-${name}`, "SIGKILL")));
    },
    startEtcd() {
      for (const name of dbNames) startEtcd(name);
    },
    stop,
  };
}
