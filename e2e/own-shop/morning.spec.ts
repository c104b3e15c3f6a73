import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import Papa from "papaparse";
import { queryShop } from "#test/shop-process.ts";
import { expect } from "../fixtures.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { bar, boxes, dialog, rows } from "../orders-table.ts";
import { admin, enterShop } from "../people.ts";
import { test } from "./own-shop.ts";

// A morning at the desk of a shop with a year of trade. After each step every figure of the desk is compared with a
// full count of the rows. On a phone each step has a journey of its own.

test.use({ shopName: "morning", shopYear: true, viewport: { width: 1280, height: 900 } });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** The desk's figures by a full count, with the name that each has there. */
async function countAll(dataDir: string): Promise<Record<string, number>> {
  const [counts] = await queryShop<Record<string, number>>(
    dataDir,
    `select
       (select count(*) from orders where review = 'in-review')::int as "To review",
       (select count(*) from orders where review = 'accepted' and shipping = 'pending')::int as "To produce",
       (select count(*) from orders where review = 'accepted' and shipping = 'in-production')::int as "To pack",
       (select count(*) from orders where review = 'accepted' and shipping = 'packed')::int as "To ship",
       (select count(*) from orders where review = 'accepted' and payment = 'pending')::int as "To invoice",
       (select count(*) from orders where review = 'accepted' and payment = 'invoiced'
         and due_on < (now() at time zone 'UTC')::date)::int as "Past due",
       (select count(*) from trims where removed_at is null
         and quantity < coalesce(low_stock_at::bigint, 2 * moq::bigint))::int as "Low stock"`,
  );
  return counts ?? {};
}

/** Compares the open desk with the rows. Nobody reloads: the news comes by the stream. */
async function expectDesk(page: Page, dataDir: string): Promise<Record<string, number>> {
  const counts = await countAll(dataDir);
  for (const [what, count] of Object.entries(counts)) {
    await expect(page.getByRole("link", { name: new RegExp(`^${count}\\s*${what}`) }), what).toBeVisible();
  }
  return counts;
}

async function openDesk(page: Page, dataDir: string): Promise<Record<string, number>> {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  return expectDesk(page, dataDir);
}

async function openOrders(page: Page, mark: string, count: number): Promise<void> {
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await expect(rows(page)).toHaveCount(count);
}

/** The exported file with the first prices a tenth higher, and those prices by article number. */
function raisePrices(exported: string, count: number) {
  const { data } = Papa.parse<Record<string, string>>(exported.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: true,
  });
  const raised = data.slice(0, count).map((row) => ({ ...row, price: (Number(row.price) * 1.1).toFixed(4) }));
  return {
    csv: Papa.unparse([...raised, ...data.slice(count)]),
    prices: new Map(raised.map(({ number, price }: Record<string, string>) => [Number(number), Number(price)])),
  };
}

test("a morning at the desk", async ({ page, newPerson, ownShop: { dataDir } }) => {
  await enterShop(page, admin);
  const following = page.waitForResponse(/\/api\/events$/);
  const first = await openDesk(page, dataDir);
  await following;

  // What came in: it is there without a reload.
  const buyer = await newPerson();
  const { mark } = await buyerWithOrders(buyer, 6);
  const numbers = await numbersOf(buyer);
  const newest = page.getByRole("table", { name: "Table of the newest orders" });
  for (const number of numbers) await expect(newest.getByRole("link", { name: String(number) })).toBeVisible();
  const before = await expectDesk(page, dataDir);
  expect(before).toEqual({ ...first, "To review": Number(first["To review"]) + 6 });

  // Accept five, decline one.
  await openOrders(page, mark, 6);
  for (let at = 1; at < 6; at += 1) await boxes(page).nth(at).check();
  await bar(page).getByRole("button", { name: "Accept 5" }).click();
  await expect(said(page, "5 accepted.")).toBeVisible();
  const accepted = { ...first, "To invoice": Number(first["To invoice"]) + 5 };
  expect(await openDesk(page, dataDir)).toEqual({
    ...accepted,
    "To review": Number(first["To review"]) + 1,
    "To produce": Number(first["To produce"]) + 5,
  });
  await openOrders(page, mark, 6);
  await boxes(page).first().check();
  await bar(page).getByRole("button", { name: "Decline 1…" }).click();
  await expect(dialog(page).getByLabel(/^Reason/)).toBeFocused();
  await page.keyboard.type("The die is worn.");
  await dialog(page).getByRole("button", { name: "Decline", exact: true }).click();
  await expect(said(page, "1 declined.")).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  expect(await openDesk(page, dataDir)).toEqual({ ...accepted, "To produce": Number(first["To produce"]) + 5 });

  // Pack them, and print what goes into each parcel.
  await openOrders(page, mark, 5);
  await page.getByRole("checkbox", { name: "Select these 5" }).check();
  await bar(page).getByRole("button", { name: "Pack 5" }).click();
  await expect(said(page, "5 packed.")).toBeVisible();
  expect(await openDesk(page, dataDir)).toEqual({ ...accepted, "To ship": Number(first["To ship"]) + 5 });
  for (const number of numbers.slice(1)) {
    await page.goto(`/dashboard/orders/${number}`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Packing list" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  }

  // Ship all of them in one parcel. None has an invoice: the desk goes on asking for it.
  await openOrders(page, mark, 5);
  await page.getByRole("checkbox", { name: "Select these 5" }).check();
  await bar(page).getByRole("button", { name: "Ship 5…" }).click();
  await expect(dialog(page)).toContainText("None of these 5 orders has an invoice yet.");
  await dialog(page).getByLabel("Carrier").fill("Kestrel Parcel");
  await dialog(page).getByLabel("Tracking number").fill("KP 4410");
  await dialog(page).getByRole("button", { name: "Ship", exact: true }).click();
  await expect(said(page, "5 shipped.")).toBeVisible();
  expect(await openDesk(page, dataDir)).toEqual(accepted);

  // Restock what is lowest.
  await page.getByRole("link", { name: /^\d+\s*Low stock/ }).click();
  await expect(heading(page)).toHaveText(`Low Stock : ${first["Low stock"]} items`);
  const lowest = rows(page).first();
  await lowest.getByLabel(/^Pieces in or out/).fill("400000");
  await lowest.getByRole("button", { name: /^Restock / }).click();
  await expect(page.getByText(/: 4\d\d,\d{3} in stock now$/)).toBeVisible();
  const mended = { ...accepted, "Low stock": Number(first["Low stock"]) - 1 };
  expect(await openDesk(page, dataDir)).toEqual(mended);

  // Hide a review.
  await page.goto("/dashboard/reviews?tab=open");
  await expect(heading(page)).toHaveText(/^Reviews : \d+ items$/);
  const open = Number(/\d+/.exec((await heading(page).textContent()) ?? "")?.[0]);
  await page.getByRole("main").getByRole("button", { name: /^Hide/ }).first().click();
  await dialog(page).getByLabel("Reason").selectOption("Advertising or a link");
  await dialog(page).getByLabel("In words, for the writer").fill("The link leads to a shop.");
  await dialog(page).getByRole("button", { name: "Hide review" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(heading(page)).toHaveText(`Reviews : ${open - 1} items`);
  const [{ hidden } = { hidden: 0 }] = await queryShop<{ hidden: number }>(
    dataDir,
    "select count(*)::int as hidden from reviews where hidden_note = 'The link leads to a shop.' and hidden_at is not null",
  );
  expect(hidden).toBeGreaterThan(0);
  expect(await openDesk(page, dataDir)).toEqual(mended);

  // Take the catalogue out, raise fifty prices, and bring it back.
  await page.goto("/dashboard/manageproducts/import");
  const exported = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all items to start from" }).click();
  const { csv, prices } = raisePrices(await readFile(await (await exported).path(), "utf8"), 50);
  const file = { name: "spring.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Apply 50 items" }).click();
  await expect(page.getByRole("heading", { name: "50 items applied" })).toBeVisible();
  const raised = [...prices.keys()].join(",");
  const after = await queryShop<{ number: number; price: string }>(
    dataDir,
    `select number, price::float8::text as price from trims where number in (${raised})`,
  );
  expect(new Map(after.map(({ number, price }) => [number, Number(price)]))).toEqual(prices);
  expect(await openDesk(page, dataDir)).toEqual(mended);
});
