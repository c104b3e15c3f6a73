import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf, type Placed } from "../orders.ts";
import { admin, enterShop } from "../people.ts";
import { tokenOf } from "../sheets.ts";

const cards = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

test("all columns of all orders are in view from a tablet on, and so are the tabs on a desktop", async ({
  page,
  newPerson,
}) => {
  const { mark } = await buyerWithOrders(await newPerson(), 2);
  await enterShop(page, admin);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await expect(cards(page)).toHaveCount(2);
  const tabs = page.getByRole("navigation", { name: "Orders by state" }).getByRole("link");
  for (const width of [768, 1024, 1152, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = [
      ...(await page.getByRole("columnheader").all()),
      ...(await cards(page).first().getByRole("cell").all()),
      ...(width < 1280 ? [] : await tabs.all()),
    ];
    for (const cell of seen) await expect(cell, `at ${width} px`).toBeInViewport({ ratio: 1 });
  }
});

test("no cell of an order lies over another, and a picked row looks different", async ({ page, newPerson }) => {
  const buyer = await newPerson();
  const { mark, placed } = await buyerWithOrders(buyer, 1);
  await enterShop(page, admin);
  const [{ _id } = { _id: "" }] = placed;
  await moveOrder(page, _id, acceptance);
  await moveOrder(page, _id, { track: "payment", from: "pending", to: "invoiced" });
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await expect(cards(page)).toHaveCount(1);
  const row = cards(page).first();
  for (const width of [768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    for (const cell of await cards(page).getByRole("cell").all()) {
      const over = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(over, `at ${width} px`).toBeLessThanOrEqual(0);
    }
    const ground = async () => (await look(row.getByRole("cell").first())).backgroundColor;
    const plain = await ground();
    await row.getByRole("checkbox").check();
    // Under the pointer every row looks different.
    await page.mouse.move(0, 0);
    await expect.poll(ground, `at ${width} px`).not.toBe(plain);
    await row.getByRole("checkbox").uncheck();
    await page.mouse.move(0, 0);
    await expect.poll(ground, `at ${width} px`).toBe(plain);
  }
});

test("for its buyer a paid order's badge is as wide as its word, and a parcel's number is in one piece", async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  const { placed } = await buyerWithOrders(buyer, 4);
  const { _id } = placed[0] as Placed;
  await enterShop(page, admin);
  await moveOrder(page, _id, acceptance);
  await moveOrder(page, _id, { track: "shipping", from: "pending", to: "packed" });
  const number = "JD014600012345678901";
  const parcel = { carrier: "Meridian Air Cargo", trackingNumber: number, trackingUrl: "https://m.example/1" };
  await moveOrder(page, _id, { track: "shipping", from: "packed", to: "shipped", ...parcel });
  await moveOrder(page, _id, { track: "payment", from: "pending", to: "invoiced" });
  await moveOrder(page, _id, { track: "payment", from: "invoiced", to: "paid" });
  await buyer.goto("/dashboard/myorders");
  await expect(cards(buyer)).toHaveCount(4);
  await buyer.setViewportSize({ width: 360, height: 780 });
  const paid = cards(buyer).getByText("Paid", { exact: true });
  const word = await paid.evaluate((badge) => {
    const words = document.createRange();
    words.selectNodeContents(badge);
    return words.getBoundingClientRect().width;
  });
  expect((await paid.boundingBox())?.width).toBeLessThanOrEqual(word + 20);
  // On a phone it stands on the order's own page.
  for (const width of [768, 1024, 1280, 1440, 1600]) {
    await buyer.setViewportSize({ width, height: 900 });
    const lines = await buyer.getByText(number, { exact: true }).evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return new Set([...words.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines, `at ${width} px`).toBe(1);
    expect(await buyer.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
});

test("on a phone a row says that a question waits, and for whom", async ({ page, newPerson }) => {
  const buyer = await newPerson();
  const { mark, placed } = await buyerWithOrders(buyer, 1);
  await enterShop(page, admin);
  const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
  const { _id } = placed[0] as Placed;
  const asked = await page.request.post(`/api/orders/${_id}/messages`, { headers, data: { words: "Which colour?" } });
  expect(asked.ok()).toBe(true);
  for (const one of [page, buyer]) await one.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await expect(cards(page).getByText("Waiting for the buyer").filter({ visible: true })).toHaveCount(1);
  await buyer.goto("/dashboard/myorders");
  await expect(cards(buyer).getByText("Waiting for you").filter({ visible: true })).toHaveCount(1);
});

test("on a phone nothing lies over what a picked order says", async ({ page, newPerson }) => {
  const { mark } = await buyerWithOrders(await newPerson(), 1);
  await enterShop(page, admin);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await expect(cards(page)).toHaveCount(1);
  const row = cards(page).first();
  const { backgroundColor: plain } = await look(row);
  await row.getByRole("checkbox").check();
  await expect.poll(async () => (await look(row)).backgroundColor).not.toBe(plain);
  const covers = await row.getByRole("cell").evaluateAll((cells) => {
    const boxes = cells.map((cell) => ({ box: cell.getBoundingClientRect(), paint: getComputedStyle(cell) }));
    return boxes.filter(({ box, paint }, at) => {
      const isOver = boxes.slice(0, at).some(({ box: below }) => box.left < below.right && box.top < below.bottom);
      return isOver && paint.backgroundColor !== "rgba(0, 0, 0, 0)";
    }).length;
  });
  expect(covers).toBe(0);
});

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
