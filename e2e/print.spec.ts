import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { buyerWithOrders } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

// What comes out of the printer: A4 upright between margins of 15 mm, whatever scheme the screen has.
const paper = { width: 680, height: 1009 };

/** How light a colour is, from 0 to 1. */
async function lightness(element: Locator, property: "color" | "backgroundColor"): Promise<number> {
  return lightnessOf(await element.evaluate((found, name) => getComputedStyle(found)[name], property));
}

function lightnessOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}

async function putOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
}

async function expectNothingToPress(page: Page): Promise<void> {
  for (const role of ["searchbox", "combobox", "navigation"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  // The heads of columns and the buttons of rows are words too, and are printed as such.
  await expect(page.locator(".btn:visible, .icon-btn:visible")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
}

async function expectInkOnWhite(page: Page, ink: Locator): Promise<void> {
  expect(await lightness(page.locator("body"), "backgroundColor")).toBe(1);
  const colors = await ink.evaluateAll((found) => found.map((words) => getComputedStyle(words).color));
  for (const color of colors) expect(lightnessOf(color)).toBeLessThan(0.45);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`from a ${colorScheme} screen`, () => {
    test.use({ colorScheme });

    test("a buyer's orders are printed as a whole table, and an open order alone", async ({ page }) => {
      const { email, placed } = await buyerWithOrders(page, 3);
      await page.goto("/dashboard/myorders");
      await expect(page.getByRole("row")).toHaveCount(4);
      await putOnPaper(page);
      await expectNothingToPress(page);
      await expect(page.getByRole("banner").getByText("Rivet")).toBeVisible();
      await expect(page.getByRole("heading", { name: "My Orders : 3 items" })).toBeVisible();
      await expect(page.getByRole("columnheader")).toHaveText(["Number", "Email", "Item", "Quantity"]);
      for (const { productName, orderQuantity } of placed) {
        const row = page.getByRole("row").filter({ hasText: orderQuantity.toLocaleString("en") });
        await expect(row.filter({ hasText: productName.replaceAll(" ", "\u00a0").slice(-4) }).first()).toBeVisible();
      }
      await expectInkOnWhite(page, page.getByRole("cell"));
      for (const cell of await page.getByRole("cell").all()) {
        expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      }
      // Side by side in rows, not one below the other in cards.
      const tops = await page
        .getByRole("row")
        .nth(1)
        .getByRole("cell")
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().y));
      expect(new Set(tops).size).toBe(1);

      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1600, height: 800 });
      await page.getByRole("row").nth(1).getByRole("link", { name: email }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await putOnPaper(page);
      await expectNothingToPress(page);
      await expect(page.getByRole("table")).toHaveCount(0);
      const order = page.getByRole("dialog");
      for (const fact of ["Address", "Quantity", "Total", "Payment"]) {
        await expect(order.getByText(fact, { exact: true })).toBeVisible();
      }
      await expectInkOnWhite(page, order.getByRole("definition"));
      expect((await order.boundingBox())?.width).toBe(paper.width);
      expect(await order.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    });
  });
}

const lists = [
  { path: "manageorders", heads: ["Number", "Email", "Item", "Quantity", "Payment", "Shipping"] },
  { path: "makeadmin", heads: ["Number", "Email", "Name", "Make Admin"] },
  { path: "manageproducts", heads: ["Number", "Item Name", "Quantity", "Image"] },
  { path: "record", heads: ["Time", "Admin", "Act", "Object"] },
];

test("each list of an admin is printed in the width of the paper, without buttons", async ({ page, newPerson }) => {
  await buyerWithOrders(await newPerson(), 1);
  await enterShop(page, admin);
  for (const { path, heads } of lists) {
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(":");
    if ((await page.getByRole("table").count()) === 0) continue;
    await putOnPaper(page);
    await expectNothingToPress(page);
    await expect(page.getByRole("columnheader")).toHaveText(heads);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(paper.width);
    await expectInkOnWhite(page, page.getByRole("cell").filter({ hasText: /\w/ }));
    const file = await page.pdf({ format: "A4" });
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("the terms are printed without their contents and the footer", async ({ page }) => {
  await page.goto("/terms");
  await putOnPaper(page);
  await expectNothingToPress(page);
  await expect(page.getByRole("heading", { name: "Delivery" })).toBeVisible();
  await expectInkOnWhite(page, page.getByRole("main").getByRole("heading"));
});
