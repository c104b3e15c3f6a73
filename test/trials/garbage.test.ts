import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BUILT, freePort, type ShopProcess, startShopProcess, stopShopProcess } from "../shop-process.ts";

// What V8 says of its collections in a shop with a new database. Memory that the heap once needed is hardly ever given
// back, so the first ones count as much as the later ones (docs/decisions/105).

const NODE = [process.execPath, "--max-semi-space-size=8", "--trace-gc", BUILT] as const;
const SEARCHES = 2_000;
/** Old objects may grow by three tenths. The room for short-lived ones comes on top, at first nearly as much again. */
const GROWTH_MAX = 2.5;

let folder: string;
let shop: ShopProcess;
beforeEach(async () => {
  execFileSync(process.execPath, ["bin/build.ts"], { stdio: "ignore" });
  folder = mkdtempSync(join(tmpdir(), "rivet-garbage-"));
  shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: join(folder, "data") }, NODE);
});
afterEach(async () => {
  await stopShopProcess(shop);
  rmSync(folder, { recursive: true });
});

it("collects old objects from the start on, before they are many times what was alive", async () => {
  const searches = Array.from({ length: SEARCHES }, (_, n) => `${shop.url}/api/trims?limit=12&q=brass+${n}`);
  const visit = async () => {
    for (let url = searches.pop(); url; url = searches.pop()) expect((await fetch(url)).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 8 }, visit));
  const heaps = collectionsIn(shop.said.join(""));
  expect(heaps.length).toBeGreaterThan(2);
  const growths = heaps.slice(1).map(({ before }, index) => before / (heaps[index]?.after ?? 0));
  expect(Math.max(...growths)).toBeLessThan(GROWTH_MAX);
});

/** The collections of old objects in the main thread, with the heap before and after in MB. */
function collectionsIn(said: string): { before: number; after: number }[] {
  const all = [...said.matchAll(/^\[\d+:(\w+).*?Mark-Compact[^\d]*([\d.]+) \([\d.]+\) -> ([\d.]+) /gm)];
  return all
    .filter(([, thread]) => thread === all[0]?.[1])
    .map(([, , before, after]) => ({ before: Number(before), after: Number(after) }));
}
