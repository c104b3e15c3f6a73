import { setTimeout as pause } from "node:timers/promises";
import { linearRegression, max, mean, min } from "simple-statistics";
import { z } from "zod";
import { findWrongs, noWrongs, readPutIn, startBuyers, stockUp, tell } from "#test/buyers.ts";
import { logInAsAdmin, logInAsBuyer } from "#test/shop-process.ts";
import { demand, type Fault, type Measure } from "./fault.ts";
import { type Scene, withScene } from "./scene.ts";

const SAMPLE_S = 10;
/** Caches fill and code is compiled in the first third; what grows after that would grow for ever. */
const WARM_UP = 1 / 3;
/** In a shorter run, garbage outweighs what stays: growth is reported, but not judged. */
const TREND_MINUTES = 15;
const MAX_GROWTH_MB_PER_HOUR = 60;
const MB = 1024 * 1024;

/** Visitors, buyers and admins at once for a long time: what grows, what is slow, what fails? */
export const soak: Fault = { name: "soak", strike: (measure) => withScene("own", (scene) => live(scene, measure)) };

const trims = z.array(z.object({ name: z.string(), moq: z.number() }));
const placed = z.object({ insertedId: z.string() });

type Sample = { atS: number; heapMb: number; residentMb: number; handles: number; files: number; lagMs: number };

async function live(scene: Scene, { minutes }: Measure): Promise<string> {
  const { shop, query } = scene;
  await stockUp(query);
  const putIn = await readPutIn(query);
  const crowd = startCrowd(shop.url);
  await using buyers = await startBuyers(shop.url, { count: 2, isPatient: true, restMs: 200 });
  const samples: Sample[] = [];
  const start = performance.now();
  for (let at = 0; at < (minutes * 60) / SAMPLE_S; at++) {
    await pause(SAMPLE_S * 1000);
    const said = await readMetrics(scene.metrics);
    samples.push({
      atS: (performance.now() - start) / 1000,
      heapMb: said("nodejs_heap_size_used_bytes") / MB,
      residentMb: said("process_resident_memory_bytes") / MB,
      handles: said("nodejs_active_handles_total"),
      files: said("process_open_fds"),
      lagMs: said("nodejs_eventloop_lag_p99_seconds") * 1000,
    });
    if (at % 30 === 29) console.log(`     ${JSON.stringify(samples.at(-1))}`);
  }
  await crowd.stop();
  await buyers.stop();
  demand("wrong after the soak", await findWrongs(query, putIn, buyers), noWrongs);
  const strange = [...crowd.seen].filter(([answer]) => !/ (200|201|304|503 with Retry-After)$/.test(answer));
  demand("answers of the crowd", strange, []);
  demand("streams that stayed open", (await readMetrics(scene.metrics))("shop_streams"), 0);
  return report(
    samples,
    [...crowd.seen.values()].reduce((sum, each) => sum + each, 0),
    tell(buyers),
  );
}

function report(samples: Sample[], requests: number, orders: string): string {
  const late = samples.slice(Math.floor(samples.length * WARM_UP));
  const growth = (of: (sample: Sample) => number) =>
    linearRegression(lowPoints(late, of).map(({ atS, value }) => [atS / 3600, value])).m;
  const range = (of: (sample: Sample) => number) =>
    `${min(late.map(of)).toFixed(0)} to ${max(late.map(of)).toFixed(0)}`;
  const heap = growth(({ heapMb }) => heapMb);
  const isTrend = (late.length * SAMPLE_S) / 60 >= TREND_MINUTES;
  const results = [
    `${requests} requests, ${orders}`,
    `heap ${range(({ heapMb }) => heapMb)} MB, its low points ${heap.toFixed(1)} MB an hour${isTrend ? "" : ", in too short a time to judge"}`,
    `resident ${range(({ residentMb }) => residentMb)} MB, ${growth(({ residentMb }) => residentMb).toFixed(1)} MB an hour`,
    `handles ${range(({ handles }) => handles)}, open files ${range(({ files }) => files)}`,
    `event loop lag, 99th percentile: mean ${mean(late.map(({ lagMs }) => lagMs)).toFixed(0)} ms`,
  ].join("; ");
  // The end compared with the beginning: as many connections and visitors, so as many handles.
  const half = Math.floor(late.length / 2);
  const [early, last] = [late.slice(0, half), late.slice(half)].map((part) => mean(part.map(({ files }) => files)));
  if (isTrend && heap > MAX_GROWTH_MB_PER_HOUR) throw new Error(`the heap grows: ${results}`);
  if ((last ?? 0) > (early ?? 0) * 1.2) throw new Error(`open files grow: ${results}`);
  return results;
}

/** The lowest of each minute: just after a collection of garbage. */
function lowPoints(samples: Sample[], of: (sample: Sample) => number): { atS: number; value: number }[] {
  return [...Map.groupBy(samples, ({ atS }) => Math.floor(atS / 60))].map(([minute, all]) => ({
    atS: minute * 60,
    value: min(all.map(of)),
  }));
}

async function readMetrics(metrics: string): Promise<(name: string) => number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** People who do everything but order, each with a rest between two steps. */
function startCrowd(url: string) {
  const seen = new Map<string, number>();
  let isOver = false;

  async function ask(method: string, path: string, token?: string, body?: object): Promise<unknown> {
    const headers = {
      origin: url,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json", "idempotency-key": crypto.randomUUID() } : {}),
    };
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    const said = await response.text();
    const name = `${method} ${path.replace(/\?.*|[0-9a-f-]{36}/g, "…")} ${response.status}`;
    const known = response.headers.has("retry-after") ? `${name} with Retry-After` : name;
    seen.set(known, (seen.get(known) ?? 0) + 1);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(said) : said;
  }

  async function listen(token: string): Promise<void> {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const stream = await fetch(`${url}/api/events`, { headers, signal: leaving.signal });
    seen.set(`GET /api/events ${stream.status}`, (seen.get(`GET /api/events ${stream.status}`) ?? 0) + 1);
    await pause(2_000);
    leaving.abort();
  }

  const roles: Record<string, { restMs: number; step: (at: number) => Promise<unknown> }> = {
    visitor: {
      restMs: 60,
      step: async (at) => {
        const pages = [
          "/",
          "/blogs",
          "/portfolio",
          "/trims",
          "/api/trims?limit=20",
          "/api/trims?q=rivet",
          "/api/reviews",
        ];
        await ask("GET", pages[at % pages.length] ?? "/");
      },
    },
    searcher: {
      restMs: 250,
      step: async (at) => {
        await ask("GET", `/trims?q=${["brass", "zip", "buckle", "thread"][at % 4]}&page=${at % 3}`);
        await ask("GET", "/api/trims/facets");
      },
    },
    buyer: {
      restMs: 500,
      step: async () => {
        const person = await logInAsBuyer(url);
        const email = encodeURIComponent(person.email);
        await ask("GET", `/api/orders?email=${email}`, person.token);
        await ask("GET", `/api/profile/${email}`, person.token);
        const { name, email: own } = person;
        const more = { linkedin: "https://www.example.com/mill", location: "Umeå", education: "Weaving" };
        await ask("PUT", `/api/profile/${email}`, person.token, { name, email: own, phone: "12345", ...more });
        await listen(person.token);
      },
    },
    admin: {
      restMs: 1_000,
      step: async (at) => {
        const person = await logInAsAdmin(url);
        const { name, email } = person;
        const trim = trims.parse(await ask("GET", "/api/trims?limit=10")).at(-1);
        const wish = { productName: trim?.name, orderQuantity: trim?.moq };
        const body = { name, email, phone: "12345", address: "x", ...wish };
        const { insertedId } = placed.parse(await ask("POST", "/api/orders", person.token, body));
        await ask("GET", "/api/allOrders?limit=50", person.token);
        await ask("GET", "/api/desk", person.token);
        const move = { track: "review", from: "in review", to: "accepted" };
        await ask("POST", `/api/orders/${insertedId}/moves`, person.token, move);
        if (at % 10 === 0) await ask("GET", `/api/orders/${insertedId}/confirmation.pdf`, person.token);
        if (at % 20 === 0) await ask("GET", "/api/allOrders.csv", person.token);
        await ask("DELETE", `/api/orders/${insertedId}`, person.token);
      },
    },
  };
  const lives = Object.values(roles).map(async ({ restMs, step }) => {
    for (let at = 0; !isOver; at++) {
      await step(at);
      await pause(restMs);
    }
  });
  // Nobody waits for it until it is stopped: a failure is reported then.
  const lived = Promise.allSettled(lives);
  return {
    seen,
    async stop() {
      isOver = true;
      for (const life of await lived) if (life.status === "rejected") throw life.reason;
    },
  };
}
