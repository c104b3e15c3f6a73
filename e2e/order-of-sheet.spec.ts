import type { Page } from "@playwright/test";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { acceptance, moveOrder } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf } from "./sheets.ts";

type Placed = { _id: string; number: number };

const act = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const dialog = (page: Page) => page.locator("dialog:modal");

/** A sheet of two orders, sent by somebody new. */
async function sentSheet(page: Page) {
  const email = await joinShop(page, "Astrid Lindqvist");
  const headers = await tokenOf(page);
  const lines = (await plentifulTrims(page)).slice(0, 2).map(minimumOf);
  const about = { company: "Nordfjord Denim", country: "SE", note: "One lot,\nplease." };
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { name: "Astrid Lindqvist", email, ...delivery, ...about, lines },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { number } = await sent.json();
  const { orders } = await (await page.request.get(`/api/orderSheets/${number}`, { headers })).json();
  return { number, orders: orders as [Placed, Placed] };
}

test("invoicing one order of a sheet says that the others go on the same invoice", async ({ page, newPerson }) => {
  const { number, orders } = await sentSheet(await newPerson());
  const [first, second] = orders;
  const says = `All accepted orders of Sheet S-${number} that have no invoice yet go on the same invoice.`;
  await enterShop(page, admin);
  await moveOrder(page, first._id, acceptance);
  await page.goto(`/dashboard/orders/${second.number}`);
  await act(page, "Accept and invoice…").click();
  await expect(dialog(page)).toContainText(says);
  await page.keyboard.press("Escape");

  await page.goto(`/dashboard/ordersheets/${number}`);
  await page.getByRole("checkbox", { name: `Select order No. ${first.number},` }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Invoice 1…" }).click();
  await expect(dialog(page)).toContainText(says);
});

test("the page of an order shows what its buyer noted on the sheet", { tag: "@trial" }, async ({ page, newPerson }) => {
  const buyer = await newPerson();
  const { orders } = await sentSheet(buyer);
  await enterShop(page, admin);
  for (const [one, says] of [
    [page, /Ordered by Astrid Lindqvist.*From the buyer.*One lot,\s+please\.$/],
    [buyer, /Ordered by you.*One lot,\s+please\.$/],
  ] as const) {
    await one.goto(`/dashboard/orders/${orders[0].number}`);
    const happened = one.getByRole("region", { name: "History" });
    await expect(happened.getByRole("listitem").first()).toHaveText(says);
    await axeInBothSchemes(one);
  }
});

test("an order of a sheet goes to the whole address, with company and country", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  const { number, orders } = await sentSheet(buyer);
  const [{ _id, number: first }] = orders;
  await enterShop(page, admin);
  await moveOrder(page, _id, acceptance);
  await moveOrder(page, _id, { track: "shipping", from: "pending", to: "packed" });
  const address = ["Nordfjord Denim", "V\u00e4varegatan 14", "903 26 Ume\u00e5", "Sweden"].join("\n");
  for (const [one, path] of [
    [buyer, `ordersheets/${number}`],
    [buyer, `orders/${first}`],
    [page, `orders/${first}`],
  ] as const) {
    await one.goto(`/dashboard/${path}`);
    await expect(one.getByText(address)).toBeVisible();
  }
  await act(page, "Ship…").click();
  for (const words of address.split("\n")) await expect(dialog(page)).toContainText(words);

  await page.goto(`/dashboard/ordersheets/${number}`);
  await page.getByRole("checkbox", { name: `Select order No. ${first},` }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Ship 1…" }).click();
  for (const words of address.split("\n")) await expect(dialog(page)).toContainText(words);
});
