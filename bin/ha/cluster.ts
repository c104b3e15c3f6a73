import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { childrenOf, cpuOf, tell } from "./processes.ts";

// The cluster of deploy/ha as processes of this machine. Its files are used as they are; only addresses, folders and
// passwords are this trial's own. Each machine of the files is an address of the loopback device.

const SAMPLES = "deploy/ha";
const PROGRAMS = "/usr/lib/postgresql/15/bin";
const NETWORK = "127.7.0.";
const WAIT_MS = 120_000;
const LOOK_MS = 100;

/** The machines of the files, by the last number of their address. */
export const machines = { db1: 11, db2: 12, db3: 13, shop1: 21, shop2: 22, shop3: 23, balancer: 31 } as const;
export type DbName = "db1" | "db2" | "db3";
export const dbNames = ["db1", "db2", "db3"] as const;

/** The address that a machine of the files has here. */
export function addressOf(machine: keyof typeof machines): string {
  return `${NETWORK}${machines[machine]}`;
}

const cluster = z.object({
  members: z.array(
    z.object({ name: z.enum(dbNames), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts etcd, Patroni, HAProxy and PgBouncer, and makes the shop's database. @throws Error when a program is missing */
export async function startCluster() {
  for (const program of ["etcd", "patroni", "haproxy", "pgbouncer", `${PROGRAMS}/postgres`, "psql"])
    await requireProgram(program);
  const account = await findAccount();
  const folder = mkdtempSync(join(tmpdir(), "rivet-ha-"));
  give(folder);
  const password = randomBytes(16).toString("hex");
  const running = new Map<string, ChildProcess>();

  function give(path: string): void {
    if (account) chownSync(path, account.uid, account.gid);
  }

  function makeFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700, recursive: true });
    give(path);
    return path;
  }

  /** The addresses and passwords of this cluster in place of the sample's. */
  function fill(text: string): string {
    return text
      .replaceAll("10.0.0.0/24", "127.0.0.0/8")
      .replaceAll(/10\.0\.0\.(\d+)/g, `${NETWORK}$1`)
      .replaceAll(/change-me-[a-z]+/g, password);
  }

  /** Writes a file of deploy/ha for a machine. What is replaced must be there. */
  function copySample(name: string, machine: string, replaced: readonly (readonly [RegExp, string])[] = []): string {
    let text = readFileSync(join(SAMPLES, name), "utf8");
    for (const [sample, own] of replaced) {
      if (text.search(sample) < 0) throw new Error(`${SAMPLES}/${name} has no ${sample}`);
      text = text.replaceAll(new RegExp(sample, "gm"), own);
    }
    if (machine === "db2" || machine === "db3") {
      // Only the lines about itself; those that name all members stay.
      const own = (line: string) => (line.includes("10.0.0.12") ? line : line.replace("db1", machine));
      const at = (line: string) =>
        line.includes("10.0.0.12") ? line : line.replace("10.0.0.11", `10.0.0.${machines[machine]}`);
      text = text
        .split("\n")
        .map((line) => (line.startsWith("#") ? line : at(own(line))))
        .join("\n");
    }
    const path = join(makeFolder(machine), name);
    writeFileSync(path, fill(text), { mode: 0o600 });
    give(path);
    return path;
  }

  /** Starts a program as an ordinary user, with its words in a file. */
  function run(name: string, program: string, words: readonly string[]): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(program, words, {
      ...account,
      cwd: folder,
      stdio: ["ignore", log, log],
      env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" },
    });
    child.on("error", (error) => console.error(`${name}: ${error.message}`));
    running.set(name, child);
    return child;
  }

  async function kill(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

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

  async function readCluster() {
    const asked = dbNames.map(async (name) => {
      const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
      return cluster.parse(await answer.json());
    });
    return (await Promise.any(asked).catch(() => undefined))?.members ?? [];
  }

  async function findLeader(): Promise<DbName | undefined> {
    const asked = dbNames.map(async (name) => {
      const answer = await fetch(`http://${addressOf(name)}:8008/primary`, { signal: AbortSignal.timeout(1_000) });
      if (answer.status !== 200) throw new Error("not the leader");
      return name;
    });
    return Promise.any(asked).catch(() => undefined);
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
      [...running.keys()].filter((name) => name.startsWith("patroni-")).map((name) => kill(name, "SIGKILL")),
    );
    for (const pid of posts.flatMap((post) => (post ? [...childrenOf(post), post] : []))) {
      // One that was frozen hears nothing else.
      for (const signal of ["SIGQUIT", "SIGCONT"] as const) tell(pid, signal);
    }
    await Promise.all([...running.keys()].map((name) => kill(name, "SIGKILL")));
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

  const hosts = dbNames.map((name) => `${addressOf(name)}:5432`).join(",");
  const writing = "target_session_attrs=read-write";
  return {
    folder,
    /** The three ways to the database that writes. */
    urls: {
      hosts: `postgres://shop:${password}@${hosts}/shop?${writing}`,
      haproxy: `postgres://shop:${password}@${addressOf("balancer")}:5000/shop?${writing}`,
      pgbouncer: `postgres://shop:${password}@${addressOf("balancer")}:6432/shop`,
      readFrom: (name: DbName) => `postgres://shop:${password}@${addressOf(name)}:5432/shop`,
    },
    findLeader,
    whole,
    readCluster,
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
    /** Makes Patroni change how this server recovers: it puts back what others change. @param setting a line of YAML */
    recoverWith(name: DbName, setting: string) {
      const file = join(folder, name, "patroni.yml");
      const text = readFileSync(file, "utf8").replace(/^ {2}recovery_conf: .*\n/m, "");
      writeFileSync(file, text.replace(/^postgresql:\n/m, `postgresql:\n  recovery_conf: { ${setting} }\n`));
      running.get(`patroni-${name}`)?.kill("SIGHUP");
    },
    /** The processor time that this PostgreSQL has taken so far, in ms. */
    cpuOfPostgres(name: DbName): number {
      const post = findPostgres(name) ?? 0;
      return [post, ...childrenOf(post)].reduce((sum, pid) => sum + cpuOf(pid), 0);
    },
    /** As when its machine hangs. Returns what wakes it. */
    freezeDb(name: DbName): () => void {
      const patroni = running.get(`patroni-${name}`)?.pid;
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

async function requireProgram(program: string): Promise<void> {
  await promisify(execFile)("sh", ["-c", 'command -v "$0"', program]).catch(() => {
    throw new Error(
      `${program} is missing. On Debian 12: apt-get install patroni etcd-server etcd-client haproxy pgbouncer postgresql-15, and stop the services that they start.`,
    );
  });
}

/** PostgreSQL and PgBouncer refuse to run as root: Debian's user postgres does. */
async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const ask = async (flag: string) => Number((await promisify(execFile)("id", [flag, "postgres"])).stdout);
  return { uid: await ask("-u"), gid: await ask("-g") };
}
