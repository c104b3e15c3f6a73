import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "#test/shop-process.ts";
import { browserLaunch, unpackBrowser } from "../../e2e/browser.ts";
import { atMost, atMostMore, type Goal, type Line, type Round, type Scenario } from "../scenario.ts";

const RUNS = 7;
const audits = {
  LCP: "largest-contentful-paint",
  CLS: "cumulative-layout-shift",
} as const;

/**
 * The home page on a phone with a slow connection, compared with a page without scripts that has the same text and
 * pictures.
 */
export const phone: Scenario = {
  name: "phone",
  async open(ground) {
    const shop = await ground.shop();
    const fixed = await serveStatic(shop.url);
    await unpackBrowser();
    const folder = mkdtempSync(join(tmpdir(), "rivet-bench-"));
    const port = Number(await freePort());
    const { args = [], ...launch } = browserLaunch();
    const browser = await chromium.launchPersistentContext(folder, {
      ...launch,
      args: [...args, `--remote-debugging-port=${port}`],
    });
    // Both figures come from the same runs.
    const runs = new Map<string, Promise<Record<string, number>>>();
    const look = (url: string, figure: keyof typeof audits) => {
      let count = 0;
      return async (): Promise<Round> => {
        const name = `${count++} ${url}`;
        const run = runs.get(name) ?? visit(url, port);
        runs.set(name, run);
        return { value: (await run)[audits[figure]] ?? Number.NaN };
      };
    };
    const line = (figure: keyof typeof audits, goal: Goal): Line => ({
      work: `GET / on a phone, ${figure}`,
      limit: "static page, same text and pictures",
      unit: figure === "LCP" ? "ms" : "",
      goal,
      rounds: RUNS,
      run: look(shop.url, figure),
      runLimit: look(fixed.url, figure),
    });
    return {
      lines: [line("LCP", atMost(1.15)), line("CLS", atMostMore(0))],
      async close() {
        await browser.close();
        fixed.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

async function visit(url: string, port: number): Promise<Record<string, number>> {
  const run = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: ["performance"] });
  if (!run || run.lhr.runtimeError) throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? "no result"}`);
  const { lhr } = run;
  return Object.fromEntries(Object.values(audits).map((name) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]));
}

/** The home page as somebody would write it by hand: one inline stylesheet, no scripts, no data for them. */
export async function serveStatic(shop: string): Promise<{ url: string; close: () => void }> {
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
