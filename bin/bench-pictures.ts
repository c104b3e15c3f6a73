import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { withMeasuredShop } from "#test/measured-shop.ts";
import { browserLaunch, unpackBrowser } from "../e2e/browser.ts";

// The size of all pictures of a page, and of the one that the page waits for (LCP), on the built shop: `node
// bin/bench-pictures.ts --page /`.

const { values } = parseArgs({ options: { page: { type: "string", default: "/" } } });

await unpackBrowser();
await withMeasuredShop(async (url) => {
  const browser = await chromium.launch(browserLaunch());
  const rows = [];
  for (const width of [360, 1280]) {
    for (const deviceScaleFactor of [1, 2])
      rows.push(await weigh(browser, url + values.page, width, deviceScaleFactor));
  }
  console.table(rows);
  await browser.close();
});

async function weigh(browser: Browser, url: string, width: number, deviceScaleFactor: number) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, deviceScaleFactor });
  const sizes = new Map<string, number>();
  let pageBytes = 0;
  page.on("requestfinished", async (request) => {
    const { responseBodySize } = await request.sizes();
    if (request.resourceType() === "image") sizes.set(new URL(request.url()).pathname, responseBodySize);
    else pageBytes += responseBodySize;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const lcp = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          resolve(last && "url" in last && last.url ? new URL(String(last.url)).pathname : "text");
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.close();
  const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1));
  return {
    width,
    DPR: deviceScaleFactor,
    pictures: sizes.size,
    "KB of pictures": kilobytes([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)),
    "KB of all else": kilobytes(pageBytes),
    "waits for": lcp,
    "KB of it": kilobytes(sizes.get(lcp) ?? 0),
  };
}
