import type { Page } from "@playwright/test";
import { pathsOf } from "#test/pages.ts";
import { browserLaunch } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { admin, enterShop } from "../people.ts";
import { minimumOf, plentifulTrims, writeDraft } from "../sheets.ts";

const WIDTH = 360;

// A phone whose browser is set to letters twice as large.
const { args = [], ...launch } = browserLaunch();
test.use({
  launchOptions: { ...launch, args: [...args, "--blink-settings=defaultFontSize=32"] },
  viewport: { width: WIDTH, height: 780 },
});

test("with letters twice as large no public page is wider than a phone", async ({ page }) => {
  expect(await widerPages(page, pathsOf("everybody"))).toEqual([]);
});

test("with letters twice as large no page of a buyer is wider than a phone", async ({ page }) => {
  await buyerWithOrders(page, 1);
  const [order] = await numbersOf(page);
  const [trim] = await plentifulTrims(page);
  if (!trim) throw new Error("There is no trim.");
  // A total of six figures.
  await writeDraft(page, [{ ...minimumOf(trim), orderQuantity: trim.quantity }]);
  const others = [`/dashboard/orders/${order}`, `/trims/${trim.number}`, `/purchase/${trim._id}`];
  expect(await widerPages(page, [...pathsOf("signed in", "buyer"), ...others])).toEqual([]);
});

test("with letters twice as large no page of an admin is wider than a phone", async ({ page }) => {
  await enterShop(page, admin);
  expect(await widerPages(page, ["/dashboard", ...pathsOf("admin")])).toEqual([]);
});

test("with letters twice as large the menu opens, and leads on", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Blogs" })).toBeVisible();
});

async function widerPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const wider: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    if (path === "/dashboard")
      await expect(page.getByRole("heading", { name: /^(Best trims|Open orders)/ })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > WIDTH) wider.push(`${path}: ${width}`);
    await expect(page.getByRole("button", { name: "Menu", exact: true }), path).toBeInViewport({ ratio: 1 });
  }
  return wider;
}
