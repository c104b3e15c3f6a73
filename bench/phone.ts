import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { max, median, min } from "simple-statistics";
import { demoPeople } from "#db/demo-people.ts";
import { withMeasuredShop } from "#test/measured-shop.ts";
import { pathsOf } from "#test/pages.ts";
import { browserLaunch, unpackBrowser } from "../e2e/browser.ts";
import { serveStatic } from "./scenarios/phone.ts";

// How long somebody with a phone on a slow connection waits, as a browser shows it rather than as Lighthouse computes
// it, on the built shop: the home page and the same page without scripts; the purchase page and each page of the
// dashboard, signed in, with an empty cache. All take turns: `node bench/phone.ts --runs 5 [--only audit]`.

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, only: { type: "string" } } });

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s; and a processor of a quarter of the speed. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 750 * 128 };
const CPU_SLOWDOWN = 4;
/** With orders, buyers and a record to show. */
const A_YEAR_OLD = { DEMO_YEAR: "1" };
/** A task of the main thread that takes longer blocks whoever types. */
const LONG_MS = 50;

type Seen = { text: number; largest: number; blocked: number; shift: number; requests: number };
type Visited = { name: string; url: string; who?: { email: string; password: string }; seen: Seen[] };

await unpackBrowser();
await withMeasuredShop(async (shop) => {
  const page = await serveStatic(shop);
  const [trim] = await (await fetch(`${shop}/api/trims?limit=1`)).json();
  const asAdmin = (path: string) => ({ name: `admin ${path}`, url: shop + path, who: demoPeople.admin, seen: [] });
  const asBuyer = (path: string) => ({ name: `buyer ${path}`, url: shop + path, who: demoPeople.buyer, seen: [] });
  const all: Visited[] = [
    { name: "static home page", url: page.url, seen: [] },
    { name: "home page", url: shop, seen: [] },
    { ...asBuyer(`/purchase/${trim._id}`), name: "purchase page" },
    ...pathsOf("signed in", "buyer").map(asBuyer),
    ...pathsOf("admin").map(asAdmin),
  ].filter(({ name }, at) => at < 3 || name.includes(values.only ?? ""));
  const browser = await chromium.launch(browserLaunch());
  for (let run = 0; run < Number(values.runs); run++) {
    for (const visited of all) visited.seen.push(await visit(browser, shop, visited));
  }
  const ratio = ({ seen }: Visited, limit: Visited | undefined) =>
    spread(
      seen.map(({ largest }, run) => largest / (limit?.seen[run]?.largest ?? Number.NaN)),
      2,
    );
  const [fixed, , purchase] = all;
  console.table(
    Object.fromEntries(
      all.map((one, at) => [one.name, { ...summarise(one.seen), ": limit": ratio(one, at < 2 ? fixed : purchase) }]),
    ),
  );
  await browser.close();
  page.close();
}, A_YEAR_OLD);

async function visit(browser: Browser, shop: string, { url, who }: Visited): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  if (who) await signIn(context, shop, who);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => undefined);
  const seen = await page.evaluate(async (longMs) => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(resolve, 1_000, []);
      });
    const [paints, shifts, tasks] = [
      await read("largest-contentful-paint"),
      await read("layout-shift"),
      await read("longtask"),
    ];
    return {
      text: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      largest: paints.at(-1)?.startTime ?? Number.NaN,
      blocked: tasks.reduce((sum, { duration }) => sum + duration - longMs, 0),
      shift: shifts.reduce((sum, shift) => sum + ("value" in shift ? Number(shift.value) : 0), 0),
      requests: performance.getEntriesByType("resource").length,
    };
  }, LONG_MS);
  await context.close();
  return seen;
}

async function signIn(context: BrowserContext, shop: string, { email, password }: NonNullable<Visited["who"]>) {
  const headers = { origin: shop };
  const answer = await context.request.post(`${shop}/api/auth/sign-in/email`, { data: { email, password }, headers });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${await answer.text()}`);
}

function summarise(seen: readonly Seen[]) {
  const of = (what: keyof Seen, digits = 0) =>
    spread(
      seen.map((each) => each[what]),
      digits,
    );
  return {
    "text, ms": of("text"),
    "largest, ms": of("largest"),
    "blocked, ms": of("blocked"),
    shift: of("shift", 3),
    requests: of("requests"),
  };
}

function spread(figures: readonly number[], digits: number): string {
  const [middle, least, most] = [median([...figures]), min([...figures]), max([...figures])];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
