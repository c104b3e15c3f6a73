import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { addressOf } from "./machines.ts";

/** Where visitors come in: HAProxy. */
export const ORIGIN = `http://${addressOf("balancer")}:8080`;
const PORT = 3000;
const START_MS = 120_000;
const STOP_MS = 20_000;
/** Longer than the shop takes for any answer. */
const ANSWER_MS = 30_000;

type ShopName = "shop1" | "shop2" | "shop3";
const shopNames = ["shop1", "shop2", "shop3"] as const;
export type Shop = { name: ShopName; process: ChildProcess; url: string; logFile: string; start: () => Promise<Shop> };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
export type Answer = { status: number; body: string; retryAfter: string | undefined; cookies: readonly string[] };

/** Asks a shop, directly or through HAProxy, as the browser of somebody who typed the address of HAProxy. */
export function ask(
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { host: new URL(ORIGIN).host, ...(body ? { "content-type": "application/json", origin: ORIGIN } : {}) };
    const asked = request(url, { method, agent, headers: { ...all, ...headers }, timeout: ANSWER_MS }, (response) => {
      Array.fromAsync<Buffer>(response).then(
        (chunks) =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            retryAfter: response.headers["retry-after"],
            cookies: response.headers["set-cookie"] ?? [],
          }),
        reject,
      );
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("error", reject);
    asked.end(body ? JSON.stringify(body) : undefined);
  });
}

/** Starts a demo shop on the machine of that name, and waits until it is ready. */
async function startShop(cluster: Cluster, name: ShopName, settings: Record<string, string>): Promise<Shop> {
  const logFile = join(cluster.folder, `${name}.log`);
  const log = openSync(logFile, "a");
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    ...{ PATH, HOME, TMPDIR, HOST: addressOf(name), PORT: String(PORT), APP_ORIGIN: ORIGIN },
    ...{ DATA_DIR: join(cluster.folder, name), SECRET: "s".repeat(32), DEMO: "1", DEMO_YEAR: "0", LIMITS: "off" },
    ...{ TRUSTED_PROXIES: "127.0.0.1", ...settings },
  };
  const child = spawn(process.execPath, ["build/shop/server.js"], { env, stdio: ["ignore", log, log] });
  const url = `http://${addressOf(name)}:${PORT}`;
  for (const start = Date.now(); Date.now() - start < START_MS && child.exitCode === null; await pause(100)) {
    const answer = await ask(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) {
      return { name, process: child, url, logFile, start: () => startShop(cluster, name, settings) };
    }
  }
  await endShop({ process: child }, "SIGKILL");
  throw new Error(`${name} did not start. It said:\n${readFileSync(logFile, "utf8").slice(-2_000)}`);
}

/** Ends a shop as told, and waits until it is gone. */
export async function endShop({ process: child }: Pick<Shop, "process">, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await gone;
  clearTimeout(impatience);
}

/** Starts one shop after the other and puts each into `shops`. The last one goes through PgBouncer. */
export async function startShops(cluster: Cluster, shops: Shop[]): Promise<void> {
  const { haproxy, pgbouncer } = cluster.urls;
  const direct = { DATABASE_URL: haproxy };
  const pooled = { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: haproxy, NAMED_STATEMENTS: "0" };
  for (const name of shopNames) shops.push(await startShop(cluster, name, name === "shop3" ? pooled : direct));
  await cluster.until("shops behind HAProxy", async () => (await ask(`${ORIGIN}/readyz`)).status === 200 || undefined);
  console.log(`three shops answer at ${ORIGIN}`);
}
