import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Engine, startEngine } from "#app/platform/engine/engine.server.ts";
import { SOCKET_FOLDER_PREFIX } from "#app/platform/engine/lock-file.server.ts";

/** A folder with a database for each test of the file, and engines and processes that end with it. */
export function prepareEngines() {
  let used: string;
  let engines: Engine[];
  let processes: ChildProcess[];
  const folders = { parent: "", dataDir: "" };

  beforeAll(async () => {
    used = await mkdtemp(join(tmpdir(), "engine-test-"));
    await (await startEngine({ dataDir: used, log: () => {} })).stop();
  });

  afterAll(() => rm(used, { recursive: true }));

  beforeEach(async () => {
    folders.parent = await mkdtemp(join(tmpdir(), "engine test "));
    folders.dataDir = join(folders.parent, "used");
    // A copy of a stopped database: its first start is what takes time.
    await promisify(execFile)("cp", ["-Rp", used, folders.dataDir]);
    engines = [];
    processes = [];
  });

  afterEach(async () => {
    for (const each of processes) each.kill("SIGKILL");
    await Promise.all(engines.map((engine) => engine.stop()));
    for (const pid of await postmastersBelow(folders.parent)) process.kill(pid, "SIGKILL");
    await rm(folders.parent, { recursive: true, force: true, maxRetries: 5 });
    for (const name of await readdir(tmpdir())) {
      if (processes.some(({ pid }) => name.startsWith(`${SOCKET_FOLDER_PREFIX}${pid}-`))) {
        await rm(join(tmpdir(), name), { recursive: true, force: true });
      }
    }
  });

  return {
    folders,
    /** An engine in this process. */
    async start(more: Partial<Parameters<typeof startEngine>[0]> = {}) {
      const engine = await startEngine({ dataDir: folders.dataDir, log: () => {}, ...more });
      engines.push(engine);
      return engine;
    },
    /** An engine in a process of its own, which writes rows. */
    async startApp() {
      const app = spawnApp(folders.dataDir);
      processes.push(app.child);
      const [word, ...rest] = `${(await app.lines.next()).value}`.split(" ");
      if (word !== "host") throw new Error(rest.join(" "));
      return { ...app, host: rest.join(" ") };
    },
    keep(child: ChildProcess) {
      processes.push(child);
      return child;
    },
  };
}

export async function query({ connection }: Pick<Engine, "connection">, sql: string, values?: unknown[]) {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

// A shop of its own process, which says how to reach it and then writes rows, one word for each that was confirmed.
const appCode = `
  import pg from "pg";
  import { startEngine } from ${JSON.stringify(new URL("../app/platform/engine/engine.server.ts", import.meta.url).href)};
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

function spawnApp(dataDir: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", appCode, dataDir], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

export async function killAfterRows({ child, lines }: ReturnType<typeof spawnApp>, rows: number) {
  for (let row = 0; row < rows; row++) await lines.next();
  child.kill("SIGKILL");
  await once(child, "exit");
  return rows;
}

export async function postmastersBelow(folder: string) {
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
