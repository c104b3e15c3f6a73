import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import {
  freePort,
  logInAsBuyer,
  NPM_START,
  orderFirstTrim,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

let folder: string;
let shop: ShopProcess;
let metrics: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-metrics-"));
  await fillWithDemo(folder);
  metrics = `127.0.0.1:${await freePort()}`;
  shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: folder, METRICS: metrics }, NPM_START);
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What Prometheus reads: each value by its name and labels. */
async function read(): Promise<Map<string, number>> {
  const answer = await fetch(`http://${metrics}/metrics`);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

const count = (method: string, route: string, status: number) =>
  `shop_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe("METRICS", () => {
  it("counts requests by route, never by address, with renders, refusals and orders", async () => {
    const buyer = await logInAsBuyer(shop.url);
    const before = await read();
    await orderFirstTrim(shop.url, buyer);
    for (const path of ["/purchase/nothing-1", "/purchase/nothing-2", "/blogs", "/blogs", "/nowhere"])
      await fetch(shop.url + path);
    await fetch(`${shop.url}/api/profile/somebody@denim.example`);
    await fetch(`${shop.url}/blogs`, { method: "BREW" });
    for (let round = 0; round < 3; round++) await fetch(`${shop.url}/api/trims?limit=1`);
    const after = await read();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown(count("POST", "/api/orders", 200))).toBe(1);
    expect(grown(count("GET", "/blogs", 200))).toBe(2);
    expect(grown(count("GET", "/api/profile/:email", 401))).toBe(1);
    expect(grown(`shop_refusals_total{code="not-signed-in"}`)).toBe(1);
    expect(grown(`shop_orders{review="in-review"}`)).toBe(1);
    expect(grown("shop_render_duration_seconds_count")).toBeGreaterThan(0);
    expect(grown(count("GET", "/api/trims", 200))).toBeGreaterThanOrEqual(3);
    expect(grown(`shop_cache_total{from="memory"}`)).toBeGreaterThanOrEqual(2);
    expect(grown(`shop_cache_total{from="made"}`)).toBeGreaterThan(0);
    const names = [...after.keys()];
    expect(names.filter((name) => /nothing|nowhere|somebody|BREW/.test(name))).toEqual([]);
    for (const name of [
      `shop_pool_connections{state="idle"}`,
      `shop_hashes{state="waiting"}`,
      `shop_mails{state="waiting"}`,
      `shop_mails{state="dead"}`,
      "shop_streams",
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
    ])
      expect(after.get(name), name).toBeGreaterThanOrEqual(0);
  });

  it("counts a stream while it is open", async () => {
    const { token } = await logInAsBuyer(shop.url);
    const leaving = new AbortController();
    const stream = await fetch(`${shop.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    expect((await read()).get("shop_streams")).toBe(1);
    leaving.abort();
    await expect.poll(async () => (await read()).get("shop_streams")).toBe(0);
  });

  it.each(["grafana-dashboard.json", "alerts.yml"])("are all that deploy/%s asks for", async (file) => {
    const text = readFileSync(`deploy/${file}`, "utf8");
    const asked = new Set([...text.matchAll(/\b(?:shop|nodejs|process)_\w+/g)].map(([name]) => name));
    expect(asked.size).toBeGreaterThan(3);
    const known = new Set([...(await read()).keys()].map((name) => name.replace(/\{.*/, "")));
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  it("are on their own port alone", async () => {
    expect((await fetch(`${shop.url}/metrics`)).status).toBe(404);
    expect((await fetch(`http://${metrics}/`)).status).toBe(404);
  });
});
