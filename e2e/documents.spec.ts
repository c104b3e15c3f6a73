import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdf } from "#test/pdf.ts";
import { axe, axeInBothSchemes, expect, test } from "./fixtures.ts";
import { expectFocusStays, press, tabTo } from "./keyboard.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf } from "./sheets.ts";

const documents = (page: Page) => page.getByRole("region", { name: "Documents" });
const document = (page: Page, name: string) => documents(page).getByRole("button", { name, exact: true });

/** What the browser is given to keep when this is done: the file's name, and its words. */
async function keep(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const { elements, sizes } = await readPdf(new Uint8Array(await readFile(await download.path())));
  return { name: download.suggestedFilename(), text: elements.map(({ text }) => text).join("\n"), pages: sizes.length };
}

test.describe("by the keyboard alone", () => {
  test("a buyer fetches the confirmation, an admin prints the packing list and the invoice", async ({
    page,
    newPerson,
  }) => {
    const buyer = await newPerson();
    const { placed } = await buyerWithOrders(buyer, 1);
    const [number] = await numbersOf(buyer);
    const [{ _id = "", productName = "", orderQuantity = 0 } = {}] = placed;
    await buyer.goto(`/dashboard/orders/${number}`);
    await expect(documents(buyer).getByRole("listitem")).toHaveCount(3);
    await expect(documents(buyer)).toContainText("once invoiced");
    await axeInBothSchemes(buyer);
    const confirmation = await keep(buyer, () => press(document(buyer, "Order confirmation")));
    expect(confirmation.name).toBe(`order-confirmation-${number}.pdf`);
    for (const part of ["Order confirmation", productName, orderQuantity.toLocaleString("en")]) {
      expect(confirmation.text.replaceAll("\u00a0", " ")).toContain(part);
    }
    await expectFocusStays(buyer);

    await enterShop(page, admin);
    for (const move of [
      acceptance,
      { track: "shipping", from: "pending", to: "packed" },
      { track: "payment", from: "pending", to: "invoiced" },
    ]) {
      await moveOrder(page, _id, move);
    }
    await page.goto(`/dashboard/orders/${number}`);
    await expect(documents(page).getByRole("listitem")).toHaveCount(4);
    await axeInBothSchemes(page);
    const packing = await keep(page, () => press(document(page, "Packing list")));
    expect(packing.name).toBe(`packing-list-${number}.pdf`);
    expect(packing.text).toContain(`Bar code of ${number}`);
    await expectFocusStays(page);
    const invoice = await keep(page, () => press(document(page, "Invoice")));
    expect(invoice.name).toMatch(/^invoice-\d{4}-\d{5}\.pdf$/);
    expect(invoice.text).toContain("How to pay".toUpperCase());
    await expectFocusStays(page);

    // The buyer's page has followed, and gives the same invoice.
    const own = await keep(buyer, () => press(document(buyer, "Invoice")));
    expect(own.name).toBe(invoice.name);

    // Page and dialog say how to pay it.
    const reference = invoice.name.slice("invoice-".length, -".pdf".length);
    await expect(buyer.getByRole("region", { name: "Payment" })).toContainText(reference);
    await buyer.getByRole("button", { name: "Pay", exact: true }).click();
    const pay = buyer.getByRole("dialog", { name: "Do you want to pay now ?" });
    for (const words of [/\$[\d,.]+/, reference, "Yard Street Bank, Leeds", "0000 1234 5678", "YARDGB00XXX"]) {
      await expect(pay).toContainText(words);
    }
    await axeInBothSchemes(buyer);
    await buyer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await pay.getByRole("button", { name: "Copy reference" }).click();
    await expect.poll(() => buyer.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    await pay.getByRole("button", { name: "No. Not now" }).click();
    await expect(pay).toBeHidden();
  });

  test("a buyer fetches the confirmation of a sheet", { tag: "@trial" }, async ({ page }) => {
    const email = await joinShop(page, "Astrid Lindqvist");
    const trims = (await plentifulTrims(page)).slice(0, 2);
    const sent = await page.request.post("/api/orderSheets", {
      headers: { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() },
      data: { name: "Astrid Lindqvist", email, ...delivery, poNumber: "4500-2271", lines: trims.map(minimumOf) },
    });
    const { number } = await sent.json();
    await page.goto(`/dashboard/ordersheets/${number}`);
    await expect(documents(page).getByRole("listitem")).toHaveCount(3);
    await axeInBothSchemes(page);
    const confirmation = await keep(page, () => press(document(page, "Order confirmation")));
    expect(confirmation.name).toBe(`order-confirmation-S-${number}.pdf`);
    for (const part of [`Sheet S-${number}`, "4500-2271"]) expect(confirmation.text).toContain(part);
    await expectFocusStays(page);
  });
});

test("an admin prints a pick list, and a scanned bar code packs its order", async ({ page, newPerson }) => {
  const { mark, placed } = await buyerWithOrders(await newPerson(), 2);
  await enterShop(page, admin);
  for (const { _id } of placed) await moveOrder(page, _id, acceptance);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await page.getByRole("checkbox", { name: "Select these 2" }).check();
  await page.getByRole("button", { name: "Pick list 2" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pick list PL-\d+$/);
  await expect(page.getByLabel("Scan a bar code to pack its order")).toBeFocused();
  await axe(page);
  const deliveries = page.getByRole("region", { name: "Then by delivery" });
  const number = (await deliveries.getByRole("link").first().textContent()) ?? "";
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "1 of 2 to go." })).toBeVisible();
  await expect(deliveries.getByRole("button", { name: /^Pack order/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: `No. ${number} is not packed.` })).toBeVisible();
  const list = await keep(page, () => page.getByRole("button", { name: "Print as PDF" }).click());
  expect(list.name).toMatch(/^pick-list-PL-\d+\.pdf$/);
});

test("an admin prints the packing lists of the picked orders as one file", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { mark, placed } = await buyerWithOrders(await newPerson(), 3);
  await enterShop(page, admin);
  for (const { _id } of placed.slice(1)) await moveOrder(page, _id, acceptance);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const all = page.getByRole("checkbox", { name: "Select these 3" });
  await tabTo(all);
  await page.keyboard.press("Space");
  const bar = page.getByRole("toolbar", { name: "Actions for the selected orders" });
  await axe(page);
  await tabTo(bar.getByRole("button").first());
  const lists = bar.getByRole("button", { name: "Packing lists 2" });
  // The action before the last of the bar.
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(lists).toBeFocused();
  const printed = await keep(page, () => page.keyboard.press("Enter"));
  expect(printed.name).toMatch(/^packing-lists-\d{4}-\d\d-\d\d\.pdf$/);
  expect(printed.pages).toBe(2);
  await expectFocusStays(page);
});
