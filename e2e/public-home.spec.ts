import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const orders = (page: Page) => page.getByRole("link", { name: "Order Now" });
const reviews = (page: Page) => page.getByRole("region", { name: "What buyers say" }).getByRole("listitem");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("the home page is at most 10,000 px tall, with the search right below the slides", async ({ page }) => {
    await page.goto("/");
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(10_000);
    const slides = await page.getByRole("region", { name: "Product lines" }).boundingBox();
    const search = await page.getByRole("searchbox", { name: "Search trims" }).boundingBox();
    if (!slides || !search) throw new Error("the page is not laid out");
    expect(search.y - (slides.y + slides.height)).toBeLessThanOrEqual(40);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript: ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled });

    test("twelve trims come first, and one link shows a card for each", async ({ page }) => {
      await page.goto("/");
      await expect(orders(page)).toHaveCount(12);
      await page.getByRole("link", { name: /^Show all \d+ trims$/ }).click();
      await expect(page).toHaveURL("/?show=all#trims");
      // 107, and for a moment those that another journey adds and takes away.
      const said = page.getByText(/^10[789] trims$/);
      await expect(said).toBeVisible();
      await expect(orders(page)).toHaveCount(Number.parseInt((await said.textContent()) ?? "", 10));
    });

    test("four reviews come first, and one link shows all", async ({ page, request }) => {
      const all = (await (await request.get("/api/reviews?limit=60")).json()).length;
      expect(all).toBeGreaterThan(4);
      await page.goto("/?line=rivets");
      await expect(reviews(page)).toHaveCount(4);
      await page.getByRole("link", { name: "All reviews" }).click();
      await expect(page).toHaveURL("/?line=rivets&reviews=60#reviews");
      await expect(reviews(page)).not.toHaveCount(4);
      expect(await reviews(page).count()).toBeGreaterThanOrEqual(all);
      await expect(page.getByRole("link", { name: "All reviews" })).toHaveCount(0);
      await expect(orders(page)).toHaveCount(12);
    });
  });
}
