// Measures what a page costs with React's production build, which `npm start` runs, and with its development build,
// which it once ran by mistake: `npm run build && node bin/bench-pages.ts [pages]`. On Linux. Prints CPU time and
// memory.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startShopProcess, stopShopProcess } from "#test/shop-process.ts";

const PAGES = Number(process.argv[2] ?? 300);
const WARM_UP = 100;
/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
const KB_PER_MB = 1024;

const production = await measure("production");
// With any other value, React uses its development build; with this one, the shop starts no development server.
const development = await measure("test");
console.log("| | production | development | ratio |\n| --- | ---: | ---: | ---: |");
for (const [what, key] of [
  ["CPU per page, ms", "cpuMs"],
  ["memory, MB", "mb"],
] as const) {
  const [one, other] = [production[key], development[key]];
  console.log(`| ${what} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(2)} |`);
}

async function measure(mode: string): Promise<{ cpuMs: number; mb: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "rivet-bench-"));
  const settings = { PORT: await freePort(), DATA_DIR: dataDir, LIMITS: "off", NODE_ENV: mode };
  const shop = await startShopProcess(settings);
  try {
    const { pid } = shop.process;
    await render(shop.url, 0, WARM_UP);
    const before = cpuTicks(pid);
    await render(shop.url, WARM_UP, PAGES);
    const cpuMs = ((cpuTicks(pid) - before) * MS_PER_TICK) / PAGES;
    const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return { cpuMs, mb: Number(kb) / KB_PER_MB };
  } finally {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Each is another search on the home page, so none comes from the cache. */
async function render(url: string, from: number, count: number): Promise<void> {
  for (let page = from; page < from + count; page++) {
    const response = await fetch(`${url}/?q=brass+${page}`);
    if (!response.ok) throw new Error(`the page answered ${response.status}`);
    await response.arrayBuffer();
  }
}

/** CPU time of a process, in user mode and in the system. */
function cpuTicks(pid: number | undefined): number {
  // The second field is the program's name, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
