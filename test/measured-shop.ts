import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startShopProcess, stopShopProcess } from "./shop-process.ts";

/** Runs `act` on the built shop in a process of its own, on data of its own, behind a proxy that `post` plays. */
export async function withMeasuredShop(act: (url: string, pid: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "rivet-bench-"));
  const settings = { PORT: await freePort(), DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1,::1", LIMITS: "off" };
  const shop = await startShopProcess(settings);
  console.log(`Load of the machine before (1, 5, 15 minutes): ${loadavg().map((load) => load.toFixed(1))}`);
  try {
    await act(shop.url, shop.process.pid ?? 0);
  } finally {
    await stopShopProcess(shop);
    rmSync(folder, { recursive: true });
  }
}

let networks = 0;

/** Asks a door of identity, each time from another network: a limit would be measured otherwise. */
export async function post(url: string, door: string, body: object): Promise<{ status: number; ms: number }> {
  networks++;
  const from = `10.${networks >> 8}.${networks & 255}.7`;
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": from };
  const start = performance.now();
  const response = await fetch(`${url}/api/auth${door}`, { method: "POST", headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - start };
}
