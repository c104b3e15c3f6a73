import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dataHome } from "./memory.ts";
import { freePort, startShopProcess, stopShopProcess } from "./shop-process.ts";

/** The folder below which a run keeps the demo's data; for its global setup, which all its workers inherit from. */
export function keepDemoData(): { forget: () => void } {
  const value = mkdtempSync(join(dataHome, "rivet-demo-"));
  process.env.DEMO_DATA = value;
  return { forget: () => rmSync(value, { recursive: true, force: true }) };
}

/**
 * Fills a folder with what a demo shop, without its invented year, leaves there when it has started once. A first start
 * takes seconds, a copy does not: tests that are not about first starts begin with a copy.
 */
export async function fillWithDemo(dataDir: string): Promise<void> {
  if (!process.env.DEMO_DATA) throw new Error("DEMO_DATA is not set: the global setup of the run sets it");
  const data = join(process.env.DEMO_DATA, "data");
  if (!existsSync(data)) await startOnce(data);
  mkdirSync(dataDir, { recursive: true });
  await promisify(execFile)("cp", ["-Rp", `${data}/.`, dataDir]);
}

async function startOnce(data: string): Promise<void> {
  const own = mkdtempSync(`${data}-`);
  await stopShopProcess(await startShopProcess({ PORT: await freePort(), DATA_DIR: own }));
  try {
    renameSync(own, data);
  } catch (error) {
    // Another worker was sooner; its folder is complete, because it appears whole.
    if (!existsSync(data)) throw error;
    rmSync(own, { recursive: true });
  }
}
