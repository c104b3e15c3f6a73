import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { max, median, min } from "simple-statistics";
import { withMeasuredShop } from "#test/measured-shop.ts";
import { browserLaunch, unpackBrowser } from "../e2e/browser.ts";
import { serveStatic } from "./scenarios/phone.ts";

// How long somebody with a phone on a slow connection waits, as a browser shows it rather than as Lighthouse computes
// it: the home page alternating with the same page without scripts, on the built shop: `node bench/phone.ts --runs
// 7`.

const { values } = parseArgs({ options: { runs: { type: "string", default: "7" } } });

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s; and a processor of a quarter of the speed. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 750 * 128 };
const CPU_SLOWDOWN = 4;

type Seen = { text: number; picture: number; shift: number; requests: number };

await unpackBrowser();
await withMeasuredShop(async (shop) => {
  const page = await serveStatic(shop);
  const browser = await chromium.launch(browserLaunch());
  const seen = { shop: [] as Seen[], static: [] as Seen[] };
  for (let run = 0; run < Number(values.runs); run++) {
    seen.shop.push(await visit(browser, shop));
    seen.static.push(await visit(browser, page.url));
  }
  const ratios = seen.shop.map(({ picture }, run) => picture / (seen.static[run]?.picture ?? Number.NaN));
  console.table({ shop: summarise(seen.shop), "static page": summarise(seen.static) });
  console.log(`picture, shop : static page ${spread(ratios, 2)}`);
  await browser.close();
  page.close();
});

async function visit(browser: Browser, url: string): Promise<Seen> {
  const page = await browser.newPage({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "load" });
  const seen = await page.evaluate(async () => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(resolve, 1_000, []);
      });
    const [paints, shifts] = [await read("largest-contentful-paint"), await read("layout-shift")];
    return {
      text: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      picture: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, shift) => sum + ("value" in shift ? Number(shift.value) : 0), 0),
      requests: performance.getEntriesByType("resource").length,
    };
  });
  await page.context().close();
  return seen;
}

function summarise(seen: readonly Seen[]) {
  const of = (what: keyof Seen, digits = 0) =>
    spread(
      seen.map((each) => each[what]),
      digits,
    );
  return { "text, ms": of("text"), "picture, ms": of("picture"), shift: of("shift", 3), requests: of("requests") };
}

function spread(figures: readonly number[], digits: number): string {
  const [middle, least, most] = [median([...figures]), min([...figures]), max([...figures])];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
