import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { buyerWithOrders, numbersOf } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

const cards = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

/** How many rows the cells of the first card stand in. */
async function countRows(page: Page): Promise<number> {
  const tops = await cards(page)
    .first()
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
  return new Set(tops).size;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("an order is a card of three rows, for its buyer and for an admin", async ({ page, newPerson }) => {
    const buyer = await newPerson();
    await buyer.setViewportSize({ width: 360, height: 780 });
    const { mark } = await buyerWithOrders(buyer, 2);
    await buyer.goto("/dashboard/myorders");
    await expect(cards(buyer)).toHaveCount(2);
    expect(await countRows(buyer)).toBe(3);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    await expect(cards(page)).toHaveCount(2);
    expect(await countRows(page)).toBe(3);
    // Two fit on the screen at once.
    const { height = Infinity } = (await cards(page).first().boundingBox()) ?? {};
    expect(height).toBeLessThan(300);
  });
});

for (const width of [768, 1280, 1600]) {
  test(`at ${width} px no cell of an order lies over another`, async ({ page, newPerson }) => {
    const buyer = await newPerson();
    const { mark } = await buyerWithOrders(buyer, 1);
    const [number] = await numbersOf(buyer);
    await enterShop(page, admin);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dashboard/orders/${number}`);
    const act = (name: string) => page.getByRole("main").getByRole("button", { name });
    await act("Accept and invoice…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Accept and invoice" }).click();
    await expect(page.getByRole("list", { name: "Payment" }).locator("[aria-current=step]")).toContainText("Invoiced");
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    await expect(cards(page)).toHaveCount(1);
    for (const cell of await cards(page).getByRole("cell").all()) {
      expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
    const row = cards(page).first();
    const { backgroundColor: plain } = await look(row.getByRole("cell").first());
    await row.getByRole("checkbox").check();
    await expect.poll(async () => (await look(row.getByRole("cell").first())).backgroundColor).not.toBe(plain);
  });
}

test("the menu marks the list that the page of an order belongs to", async ({ page, newPerson }) => {
  const buyer = await newPerson();
  await buyerWithOrders(buyer, 1);
  const [number] = await numbersOf(buyer);
  await buyer.setViewportSize({ width: 1280, height: 900 });
  await buyer.goto(`/dashboard/orders/${number}`);
  await expect(marked(buyer)).toHaveText("My Orders");
  await enterShop(page, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/orders/${number}`);
  await expect(marked(page)).toHaveText("Manage All Orders");
  await page.goto("/dashboard/manageorders");
  await expect(marked(page)).toHaveText("Manage All Orders");
});

const marked = (page: Page) => page.getByRole("navigation", { name: "Dashboard" }).locator("[aria-current]:visible");

async function look(locator: ReturnType<Page["locator"]>) {
  return locator.evaluate((element) => ({ backgroundColor: getComputedStyle(element).backgroundColor }));
}
