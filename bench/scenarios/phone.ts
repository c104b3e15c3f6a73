import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { demoPeople } from "#db/demo-people.ts";
import { pathsOf } from "#test/pages.ts";
import { browserLaunch, unpackBrowser } from "../../e2e/browser.ts";
import { atMost, atMostEver, atMostMore, type Round, type Scenario } from "../scenario.ts";

const RUNS = 5;
/** Slow 4G: 150 ms there and back, 1.6 Mbit/s; and a processor of a quarter of the speed. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 750 * 128 };
const CPU_SLOWDOWN = 4;
/** A task of the main thread that takes longer blocks whoever types. */
const LONG_MS = 50;

type Who = { email: string; password: string };
/** When the largest part was painted, for how long tasks blocked the page, and how far parts of it moved. */
type Seen = { largestMs: number; blockedMs: number; shift: number };

/**
 * What somebody sees on a phone with a slow connection and an empty cache: the home page, compared with a page without
 * scripts that has the same text and pictures; and the slowest page of the dashboard, compared with the purchase page.
 */
export const phone: Scenario = {
  name: "phone",
  async open(ground) {
    // With orders, buyers and a record to show.
    const shop = await ground.openShop({ DEMO_YEAR: "1" });
    const fixed = await serveStatic(shop.url);
    const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
    await unpackBrowser();
    const browser = await chromium.launch(browserLaunch());
    const see = (path: string, who?: Who) => visit(browser, shop.url, shop.url + path, who);
    async function seeDashboard(): Promise<Seen> {
      const seen: Seen[] = [];
      for (const path of pathsOf("signed in", "buyer")) seen.push(await see(path, demoPeople.buyer));
      for (const path of pathsOf("admin")) seen.push(await see(path, demoPeople.admin));
      const most = (what: keyof Seen) => Math.max(...seen.map((one) => one[what]));
      return { largestMs: most("largestMs"), blockedMs: most("blockedMs"), shift: most("shift") };
    }
    const home = eachOnce(() => see("/"));
    const bare = eachOnce(() => visit(browser, shop.url, fixed.url));
    const dashboard = eachOnce(seeDashboard);
    const purchase = eachOnce(() => see(`/purchase/${trim._id}`, demoPeople.buyer));
    const onHome = { limit: "static page, same text and pictures", rounds: RUNS };
    return {
      lines: [
        {
          ...{ work: "GET / on a phone, largest paint", ...onHome, unit: "ms", goal: atMost(1.15) },
          ...{ run: home("largestMs"), runLimit: bare("largestMs") },
        },
        {
          ...{ work: "GET / on a phone, shift", ...onHome, unit: "", goal: atMostMore(0) },
          ...{ run: home("shift"), runLimit: bare("shift") },
        },
        {
          ...{ work: "slowest page of the dashboard on a phone, largest paint", limit: "the purchase page" },
          ...{ unit: "ms", goal: atMost(1.7), rounds: RUNS },
          ...{ run: dashboard("largestMs"), runLimit: purchase("largestMs") },
        },
        {
          ...{ work: "page of the dashboard on a phone, blocked", limit: "–", unit: "ms", goal: atMostEver(200) },
          ...{ rounds: RUNS, run: dashboard("blockedMs") },
        },
        {
          ...{ work: "page of the dashboard on a phone, shift", limit: "–", unit: "", goal: atMostEver(0.01) },
          ...{ rounds: RUNS, run: dashboard("shift") },
        },
      ],
      async close() {
        await browser.close();
        fixed.close();
        await shop.stop();
      },
    };
  },
};

/** Rounds of several lines that take their figures from the same visits. */
function eachOnce(see: () => Promise<Seen>): (what: keyof Seen) => () => Promise<Round> {
  const visits: Promise<Seen>[] = [];
  return (what) => {
    let count = 0;
    return async () => {
      const at = count++;
      visits[at] ??= see();
      return { value: (await visits[at])[what] };
    };
  };
}

async function visit(browser: Browser, shop: string, url: string, who?: Who): Promise<Seen> {
  const viewport = { width: 390, height: 823 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.75, isMobile: true });
  if (who) {
    const data = { email: who.email, password: who.password };
    const sent = await context.request.post(`${shop}/api/auth/sign-in/email`, { data, headers: { origin: shop } });
    if (!sent.ok()) throw new Error(`${who.email} was not signed in: ${await sent.text()}`);
  }
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "load" });
  const seen = await page.evaluate(async (longMs) => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(resolve, 1_000, []);
      });
    const paints = await read("largest-contentful-paint");
    const [shifts, tasks] = [await read("layout-shift"), await read("longtask")];
    return {
      largestMs: paints.at(-1)?.startTime ?? Number.NaN,
      blockedMs: tasks.reduce((sum, { duration }) => sum + duration - longMs, 0),
      shift: shifts.reduce((sum, shift) => sum + ("value" in shift ? Number(shift.value) : 0), 0),
    };
  }, LONG_MS);
  await context.close();
  return seen;
}

/** The home page as somebody would write it by hand: one inline stylesheet, no scripts, no data for them. */
async function serveStatic(shop: string): Promise<{ url: string; close: () => void }> {
  const page = (await (await fetch(shop)).text())
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link rel="(held-[a-z]+|preload|prefetch)"[^>]*>/g, "");
  const [link = "", path] = /<link rel="stylesheet" href="([^"]+)"\/>/.exec(page) ?? [];
  if (!path) throw new Error("the home page names no styles");
  const styles = await (await fetch(shop + path)).text();
  const html = page.replace(link, () => `<style>${styles}</style>`);
  const body = brotliCompressSync(html);
  const server = createServer(async (request, response) => {
    if (request.url === "/") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" });
      response.end(body);
      return;
    }
    const headers = { "accept-encoding": "identity", accept: request.headers.accept ?? "*/*" };
    const answer = await fetch(shop + request.url, { headers });
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "",
      "cache-control": answer.headers.get("cache-control") ?? "",
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
