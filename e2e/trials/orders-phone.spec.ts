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

test("fifty orders take at most 3,300 px for their buyer, 2,800 for an admin", async ({ page, newPerson }) => {
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
    [buyer, 3300],
    [page, 2800],
  ] as const) {
    await expect(cards(list)).toHaveCount(50);
    const { height = Infinity, width = Infinity } = (await list.getByRole("table").boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(most);
    expect(width).toBeLessThanOrEqual(360);
    expect(await list.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await list.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most + 700);
    const first = cards(list).first();
    for (const said of [email, String(newest), "$", "In review"]) await expect(first).toContainText(said);
    for (const cell of await first.getByRole("cell").all()) await expect(cell).toBeInViewport();
    await expect(first.getByRole("button", { name: /^Cancel order/ })).toBeVisible();
    await axe(list);
  }
  expect(await countLines(buyer)).toBe(2);
});
