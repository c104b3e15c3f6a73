import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type Agent, type RequestOptions, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { findEngine, startEngine } from "#app/platform/engine/engine.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { TestPerson } from "#test/people.ts";
import { databaseUrl, freePort, type ShopProcess, startShopProcess, stopShopProcess } from "#test/shop-process.ts";

/** The unit in which Linux counts CPU time. */
const TICK_MS = 10;

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A PostgreSQL for shops of this measurement. `close` stops all that was opened. */
export async function openScene() {
  const folder = mkdtempSync(join(tmpdir(), "rivet-processes-"));
  const dataDir = join(folder, "database");
  const engine = await startEngine({ dataDir, log: () => {}, settings: { max_connections: "200" } });
  const pools: pg.Pool[] = [];
  const shops: ShopProcess[] = [];
  const connect = (database: string): { pool: pg.Pool; db: Db } => {
    const pool = openPool({ ...engine.connection, database }, createLog("silent"));
    pools.push(pool);
    return { pool, db: openDb(pool) };
  };
  const first = connect(engine.connection.database);
  return {
    /** The database of all shops that name none of their own. */
    first,
    /** Makes a database. */
    async make(database: string) {
      await first.pool.query(`create database ${database}`);
      return connect(database);
    },
    /** Starts a shop of that many processes, and waits for all of them. */
    async open(processes: number, database = engine.connection.database): Promise<ShopProcess> {
      const DATABASE_URL = databaseUrl({ ...engine.connection, database });
      const settings = { DATABASE_URL, SECRET: "s".repeat(32), LIMITS: "off" };
      const own = { PORT: await freePort(), DATA_DIR: join(folder, database), WEB_CONCURRENCY: String(processes) };
      const shop = await startShopProcess({ ...settings, ...own });
      shops.push(shop);
      if (processes > 1) while (workersOf(shop).length < processes) await pause(100);
      return shop;
    },
    /** The CPU time of PostgreSQL's processes, in ms. Processes that have ended no longer count. */
    async readEngineCpu(): Promise<Map<number, number>> {
      const post = (await findEngine(dataDir))?.pid ?? 0;
      return new Map([post, ...childrenOf(post)].map((id) => [id, sumCpuMs([id])]));
    },
    async close() {
      await Promise.all(shops.map((shop) => stopShopProcess(shop)));
      await Promise.all(pools.map((pool) => pool.end()));
      await engine.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** The processes that serve, by their ids: those below the first, or the only one. */
export function workersOf({ process: { pid = 0 } }: ShopProcess): number[] {
  const ids = childrenOf(pid);
  return ids.length > 0 ? ids : [pid];
}

/** The CPU time of processes, in ms; none for one that has ended. */
export function sumCpuMs(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return sum;
    }
  }, 0);
}

/** The fields of a trim that an order needs. */
export type Ordered = { name: string; moq: number };
type Trim = Ordered & { _id: string; quantity: number };

export async function readTrims(url: string, limit: number): Promise<Trim[]> {
  return (await fetch(`${url}/api/trims?limit=${limit}`)).json();
}

/** Everything that was not answered with 200. */
export const failures: string[] = [];

/** The status of a whole answer, or the code of what went wrong. Nothing is sent twice. */
export function send(url: string, options: RequestOptions, body?: string): Promise<number | string | undefined> {
  const start = performance.now();
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    request(url, options, (response) => {
      response
        .on("error", fail)
        .on("end", () => {
          const { statusCode = 0 } = response;
          if (statusCode !== 200)
            failures.push(`${statusCode} after ${Math.round(performance.now() - start)} ms: ${url}`);
          resolve(statusCode);
        })
        .resume();
    })
      .on("error", fail)
      .end(body);
  });
}

export function placeOrder(url: string, agent: Agent, buyer: TestPerson, trim: Ordered) {
  const { name, email, token } = buyer;
  const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return send(`${url}/api/orders`, { method: "POST", agent, headers }, JSON.stringify(order));
}
