import type { Page } from "@playwright/test";
import { axe, expect } from "../fixtures.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop } from "../people.ts";

// How high the list is hangs on the length of the items' names, and so on which of them other journeys left in stock.
test.use({ shopLimits: "order-account=50/60,order-network=50/60", viewport: { width: 360, height: 780 } });

const cards = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

/** In how many bands, one below the other, the cells of the first row stand. */
async function countLines(page: Page): Promise<number> {
  const boxes = await cards(page)
    .first()
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
  const sorted = boxes.toSorted((a, b) => a.top - b.top);
  let [lines, bottom] = [0, -Infinity];
  for (const box of sorted) {
    if (box.top + box.height / 2 > bottom) lines += 1;
    bottom = Math.max(bottom, box.bottom);
  }
  return lines;
}

test("fifty orders take at most 7,500 px for their buyer, 6,000 for an admin, and lose nothing", async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  await buyer.setViewportSize({ width: 360, height: 780 });
  // As long as most addresses: in a buyer's order it stands whole, in three lines.
  const address = `${crypto.randomUUID().slice(0, 8)}@norrland-denim.example`;
  const { email, mark } = await buyerWithOrders(buyer, 50, undefined, address);
  const [newest] = await numbersOf(buyer);
  await buyer.goto("/dashboard/myorders");
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  for (const [list, most] of [
    [buyer, 7500],
    [page, 6000],
  ] as const) {
    await expect(cards(list)).toHaveCount(50);
    const { height = Infinity, width = Infinity } = (await list.getByRole("table").boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(most);
    expect(width).toBeLessThanOrEqual(360);
    expect(await list.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await list.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most + 700);
    const first = cards(list).first();
    for (const said of [email, `No.\u00a0${newest}`, "$", "In review"]) await expect(first).toContainText(said);
    for (const cell of await first.getByRole("cell").all()) await expect(cell).toBeInViewport();
    await expect(first.getByRole("time")).toBeVisible();
    // The end of its name, the size, is what tells a trim from its relatives.
    const hidden = await cards(list)
      .locator("*:has(> a[href^='/dashboard/orders/'])")
      .evaluateAll((names) => names.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(hidden.length).toBeGreaterThan(0);
    expect(Math.max(...hidden)).toBeLessThanOrEqual(0);
    await expect(first.getByRole("button", { name: /^Cancel order/ })).toBeVisible();
    // Where it is so narrow, the heads of payment and shipping stand before the values.
    await axe(list);
  }
  expect(await countLines(buyer)).toBe(2);
  expect(await countLines(page)).toBe(3);
});
