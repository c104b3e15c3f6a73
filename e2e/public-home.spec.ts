import type { Page } from "@playwright/test";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { expect, test } from "./fixtures.ts";

const catalogued = new Set(catalogue.map(({ name }) => name));

const orders = (page: Page) => page.getByRole("link", { name: "Order Now" });
const reviews = (page: Page) => page.getByRole("region", { name: "What buyers say" }).getByRole("listitem");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("the home page is at most 10,000 px tall, with the search right below the slides", { tag: "@trial" }, async ({
    page,
  }) => {
    await page.goto("/");
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(10_000);
    const slides = await page.getByRole("region", { name: "Product lines" }).boundingBox();
    const search = await page.getByRole("combobox", { name: "Search trims" }).boundingBox();
    if (!slides || !search) throw new Error("the page is not laid out");
    expect(search.y - (slides.y + slides.height)).toBeLessThanOrEqual(40);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript: ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled });
    const tag = javaScriptEnabled ? "@trial" : [];

    test("R-110 twelve trims come first, and one link shows a card for each", { tag }, async ({ page }) => {
      await page.goto("/");
      await expect(orders(page)).toHaveCount(12);
      await page.getByRole("link", { name: /^Show all \d+ trims$/ }).click();
      await expect(page).toHaveURL("/?show=all#trims");
      await expect(page.getByText(/^\d+ trims$/)).toBeVisible();
      const names = await page.getByRole("article").getByRole("heading").allTextContents();
      await expect(page.getByText(`${names.length} trims`, { exact: true })).toBeVisible();
      await expect(orders(page)).toHaveCount(names.length);
      // Another journey adds trims and takes them away: those of the catalogue are counted.
      const shown = names.map((name) => name.replaceAll("\u00a0", " ")).filter((name) => catalogued.has(name));
      expect(shown).toHaveLength(107);
    });

    test("four reviews come first, and one link shows all", { tag }, async ({ page, request }) => {
      const all = (await (await request.get("/api/reviews?limit=60")).json()).length;
      expect(all).toBeGreaterThan(4);
      await page.goto("/?show=24");
      await expect(reviews(page)).toHaveCount(4);
      await page.getByRole("link", { name: "All reviews" }).click();
      await expect(page).toHaveURL("/?show=24&reviews=60#reviews");
      await expect(reviews(page)).not.toHaveCount(4);
      expect(await reviews(page).count()).toBeGreaterThanOrEqual(all);
      await expect(page.getByRole("link", { name: "All reviews" })).toHaveCount(0);
      await expect(orders(page)).toHaveCount(24);
    });
  });
}
