import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { freePort, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { browserLaunch, unpackBrowser } from "./browser.ts";
import { buyer, logIn } from "./people.ts";

// Lighthouse as a phone on a slow network, on pages of the built shop: `npm run lighthouse -- --runs 3 --page /blogs`.
// Scores are the medians of the runs. Ends with 1 when a page misses a goal.

const goals = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
/** Fonts that come after the first paint move words by a hair. */
const CLS_MAX = 0.001;
/** Bytes of the public pages that sell. */
const LIMITS = { js: 128 * 1024, css: 32 * 1024 };

type Measured = { scores: Record<keyof typeof goals, number>; lcp: number; tbt: number; cls: number } & Sent;
type Sent = { js: number; css: number };

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1" }, page: { type: "string", multiple: true } },
});
const categories = Object.keys(goals) as (keyof typeof goals)[];

process.exitCode = (await measureShop(Number(values.runs), values.page)) ? 0 : 1;

async function measureShop(runs: number, only: string[] | undefined): Promise<boolean> {
  await unpackBrowser();
  const folder = mkdtempSync(join(tmpdir(), "rivet-lighthouse-"));
  const [PORT, debugPort] = [await freePort(), await freePort()];
  const shop = await startShopProcess({ PORT, DATA_DIR: join(folder, "data") });
  const { args = [], ...launch } = browserLaunch();
  // A persistent context, because Lighthouse opens a tab of its own and a purchase page needs the login.
  const browser = await chromium.launchPersistentContext(join(folder, "profile"), {
    ...launch,
    args: [...args, `--remote-debugging-port=${debugPort}`],
    baseURL: shop.url,
  });
  try {
    const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
    const purchase = `/purchase/${trim._id}`;
    const light = ["/", "/trims", trimPath(trim)];
    const pages = only ?? [...light, "/blogs", "/portfolio", "/login", purchase];
    const rows: { page: string; measured: Measured; misses: string[] }[] = [];
    for (const page of pages) {
      if (page === purchase) await logIn(await browser.newPage(), buyer);
      const all: Measured[] = [];
      for (let run = 0; run < runs; run++) all.push(await measure(shop.url + page, Number(debugPort)));
      const measured = medianRun(all);
      rows.push({ page, measured, misses: findMisses(measured, light.includes(page)) });
    }
    console.table(rows.map(({ page, measured }) => describeRow(page, measured)));
    const misses = rows.flatMap(({ page, misses }) => misses.map((miss) => `${page}: ${miss}`));
    for (const miss of misses) console.error(miss);
    return misses.length === 0;
  } finally {
    await browser.close();
    await stopShopProcess(shop);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(url: string, port: number): Promise<Measured> {
  // Logins and order forms ask search engines to leave them out; e2e/public-found.spec.ts knows which pages may.
  const skipAudits = ["is-crawlable"];
  const run = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
    skipAudits,
  });
  if (!run || run.lhr.runtimeError) throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? "no result"}`);
  const { lhr } = run;
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  tellFaults(lhr);
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ) as Measured["scores"],
    lcp: readFigure(lhr, "largest-contentful-paint"),
    tbt: readFigure(lhr, "total-blocking-time"),
    cls: readFigure(lhr, "cumulative-layout-shift"),
    ...sentBy(lhr),
  };
}

function readFigure(lhr: Result, audit: string): number {
  const figure = lhr.audits[audit]?.numericValue;
  if (figure === undefined) throw new Error(`Lighthouse did not measure ${audit}`);
  return figure;
}

/** Names what costs points outside of performance, whose audits are figures. */
function tellFaults(lhr: Result): void {
  for (const name of categories.filter((name) => name !== "performance")) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const { score = null, title } = lhr.audits[id] ?? {};
      if (weight > 0 && score !== null && score < 1) console.error(`${lhr.finalDisplayedUrl}: ${name}: ${title}`);
    }
  }
}

/** The bodies that were sent, by kind: each file of the build lies beside its brotli. */
function sentBy(lhr: Result): Sent {
  const details = lhr.audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items : [];
  const sum = (kind: string) =>
    requests
      .filter(({ resourceType }) => resourceType === kind)
      .map(({ url }) => statSync(`build/client${new URL(String(url)).pathname}.br`).size)
      .reduce((all, size) => all + size, 0);
  return { js: sum("Script"), css: sum("Stylesheet") };
}

function medianRun(all: Measured[]): Measured {
  const median = (figure: (one: Measured) => number) => {
    const sorted = all.map(figure).sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  };
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, median(({ scores }) => scores[name])]),
    ) as Measured["scores"],
    lcp: median(({ lcp }) => lcp),
    tbt: median(({ tbt }) => tbt),
    cls: Math.max(...all.map(({ cls }) => cls)),
    js: median(({ js }) => js),
    css: median(({ css }) => css),
  };
}

function findMisses({ scores, cls, js, css }: Measured, isLight: boolean): string[] {
  const misses = categories
    .filter((name) => !(scores[name] >= goals[name]))
    .map((name) => `${name} ${scores[name]}, wanted ${goals[name]}`);
  if (!(cls <= CLS_MAX)) misses.push(`layout shift ${cls}`);
  // A weight of zero means that nothing was measured.
  if (isLight && !(js > 0 && js <= LIMITS.js)) misses.push(`JavaScript ${js} bytes`);
  if (isLight && !(css > 0 && css <= LIMITS.css)) misses.push(`CSS ${css} bytes`);
  return misses;
}

function describeRow(page: string, { scores, lcp, tbt, cls, js, css }: Measured) {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  return {
    page: page.replace(/[\da-f-]{36}$/, "…"),
    ...scores,
    "LCP s": (lcp / 1000).toFixed(2),
    "TBT ms": Math.round(tbt),
    CLS: cls,
    "JS KB": kilobytes(js),
    "CSS KB": kilobytes(css),
  };
}
