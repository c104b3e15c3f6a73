import { expect } from "./fixtures.ts";
import { test } from "./own-shop.ts";
import { admin, enterShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

// Long names and large sums, as a year of trade brings them.
test.use({ shopName: "tables", shopYear: true });

const lists = ["", "/manageorders", "/manageproducts", "/buyers", "/record", "/makeadmin"];

test("a table scrolls with its page, and fits a tablet", async ({ page }) => {
  test.slow();
  await enterShop(page, admin);
  const buyers = await page.request.get("/api/buyers?limit=1", { headers: await tokenOf(page) });
  const [{ _id: buyerId }] = await buyers.json();
  for (const path of [...lists, `/buyers/${buyerId}`]) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(`/dashboard${path}`);
    const table = page.getByRole("main").locator("table:has(thead)").last();
    await expect(table).toBeVisible();
    for (const width of [768, 992, 1024, 1200, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(table.getByRole("row").last(), `${path} at ${width}`).toBeInViewport({ ratio: 1 });
      const over = await table.evaluate((element) => {
        const around = element.parentElement?.getBoundingClientRect().right ?? 0;
        return element.getBoundingClientRect().right - around;
      });
      expect(over, `${path} at ${width}`).toBeLessThan(1);
    }
  }
});

test("the words at a chart's bars lie over no other bar, and not over its axis", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  const chart = page.getByRole("img", { name: /^Sales of every week/ });
  await expect(chart).toBeVisible();
  for (const width of [360, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const covered = await chart.evaluate((element) => {
      const shown = (one: Element) => one.getClientRects().length > 0;
      const boxes = (kind: string) =>
        [...element.querySelectorAll(kind)].filter(shown).map((one) => one.getBoundingClientRect());
      const calls = boxes("span[style*='--at']");
      const axis = [...element.querySelectorAll("span")].filter((one) => /^\$[\d,]+$/.test(one.textContent ?? ""));
      const others = [...boxes("rect"), ...axis.map((one) => one.getBoundingClientRect())];
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top < a.bottom - 2;
      return { calls: calls.length, met: calls.flatMap((call) => others.filter((other) => meets(call, other))).length };
    });
    expect(covered.calls, `at ${width} px`).toBeGreaterThan(0);
    expect(covered.met, `at ${width} px`).toBe(0);
  }
});
