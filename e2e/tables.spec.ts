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
