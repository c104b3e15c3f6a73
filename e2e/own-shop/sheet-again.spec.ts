import { formatPieces } from "#app/contract/money.ts";
import { expect } from "../fixtures.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, minimumOf, piecesOf, plentifulTrims, readDraft, type Trim, tokenOf, writeDraft } from "../sheets.ts";
import { test } from "./own-shop.ts";

test("orders of a sheet stand together in the lists, and are ordered again in one press", async ({
  page,
  newPerson,
}) => {
  const email = await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(40, 46);
  const [gone] = trims;
  if (!gone) throw new Error("The catalogue has too few trims");
  const headers = await tokenOf(page);
  const about = { name: "Astrid Lindqvist", email, ...delivery };
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { ...about, poNumber: "PO-77", lines: trims.map(minimumOf) },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { number } = await sent.json();

  await page.goto("/dashboard/myorders");
  const list = page.getByRole("table", { name: "My orders" });
  const head = list.getByRole("rowheader");
  await expect(head).toContainText(`Sheet S-${number}`);
  await expect(head).toContainText("PO-77");
  await expect(head).toContainText("6 lines");
  const orders = list.getByRole("link", { name: /, order No\. \d+$/ });
  await expect(orders).toHaveCount(6);
  await page.getByRole("button", { name: "Item" }).click();
  await expect(page.getByRole("columnheader", { name: "Item" })).toHaveAttribute("aria-sort", "ascending");
  await expect(head).toHaveCount(0);
  await expect(list.getByRole("link", { name: `Sheet S-${number}` })).toHaveCount(6);

  // One of them leaves the catalogue.
  const office = await newPerson();
  await enterShop(office, admin);
  const removal = await office.request.delete(`/api/trims/${gone._id}`, { headers: await tokenOf(office) });
  expect(removal.ok(), await removal.text()).toBe(true);
  await office.goto("/dashboard/manageorders");
  await expect(office.getByRole("rowheader").filter({ hasText: `Sheet S-${number}` })).toContainText("6 lines");
  const all = office.getByRole("checkbox", { name: `Select all 6 of Sheet S-${number}` });
  const selected = (count: string) => office.getByRole("status").filter({ hasText: `${count} selected` });
  await all.check();
  await expect(selected("6")).toBeAttached();
  await office
    .getByRole("checkbox", { name: /^Select order No\. \d+/, checked: true })
    .first()
    .uncheck();
  await expect(selected("5")).toBeAttached();
  await expect(all).toBeChecked({ indeterminate: true });
  await all.check();
  await expect(selected("6")).toBeAttached();
  await all.uncheck();
  await expect(selected("None")).toBeAttached();
  await office.getByRole("link", { name: `Sheet S-${number}`, exact: true }).click();
  await expect(office.getByRole("heading", { level: 1 })).toHaveText(`Sheet S-${number}`);
  await expect(office.getByText(email)).toBeVisible();

  await list
    .getByRole("link", { name: `Sheet S-${number}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Sheet S-${number}`);
  await page.getByRole("button", { name: "Order all again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 5 lines");
  await expect(page.getByText(`5 lines of Sheet S-${number} are on the sheet.`)).toBeVisible();
  await expect(page.getByText(`No longer available: ${gone.name}.`)).toBeVisible();
  const still = trims.slice(1);
  for (const trim of still) await expect(piecesOf(page, trim)).toHaveValue(formatPieces(trim.moq));
  const ordered = Object.fromEntries(still.map(({ _id, moq }: Trim) => [_id, moq]));
  await expect.poll(() => readDraft(page)).toEqual(ordered);

  // With lines on the sheet, it asks first, and tells what it did.
  const [stored, other] = [still[0], (await plentifulTrims(page))[0]];
  if (!stored || !other) throw new Error("The catalogue has too few trims");
  const present = { [stored._id]: 2 * stored.moq, [other._id]: other.moq };
  await writeDraft(page, [{ ...minimumOf(stored), orderQuantity: 2 * stored.moq }, minimumOf(other)]);
  await page.goto(`/dashboard/ordersheets/${number}`);
  await page.getByRole("button", { name: "Order all again" }).click();
  await expect(page.getByText("Your sheet has 2 lines. Add, or replace them?")).toBeVisible();
  expect(await readDraft(page)).toEqual(present);
  await page.getByRole("button", { name: `Add 6 lines of Sheet S-${number}` }).click();
  await expect(
    page.getByText(`Sheet S-${number}: 4 lines added, 1 was there and kept its pieces. Nothing is sent yet.`),
  ).toBeVisible();
  await expect.poll(() => readDraft(page)).toEqual({ ...ordered, ...present });
  await page.getByRole("button", { name: `Use the pieces of Sheet S-${number}` }).click();
  await expect(page.getByText(`5 lines of Sheet S-${number} are on the sheet.`)).toBeVisible();
  await expect.poll(() => readDraft(page)).toEqual({ ...ordered, [other._id]: other.moq });

  await page.goto(`/dashboard/ordersheets/${number}`);
  await page.getByRole("button", { name: "Order all again" }).click();
  await page.getByRole("button", { name: `Replace with Sheet S-${number}` }).click();
  await expect(page.getByText(`5 lines of Sheet S-${number} are on the sheet.`)).toBeVisible();
  await expect.poll(() => readDraft(page)).toEqual(ordered);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readDraft(page)).toEqual({ ...ordered, [other._id]: other.moq });
});

test("what was put on the sheet again is said only while it is there", { tag: "@trial" }, async ({ page }) => {
  const email = await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(45, 47);
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() },
    data: { name: "Astrid Lindqvist", email, ...delivery, lines: trims.map(minimumOf) },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { number } = await sent.json();

  await page.goto(`/dashboard/ordersheets/${number}`);
  await page.getByRole("button", { name: "Order all again" }).click();
  const said = page.getByText(`2 lines of Sheet S-${number} are on the sheet.`);
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: "Empty the sheet" }).click();
  await expect(page.getByRole("heading", { name: "Nothing on the sheet yet" })).toBeVisible();
  await expect(said).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(said).toBeVisible();
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 1 line");
  await expect(said).toHaveCount(0);
});

test("what was cancelled is neither counted nor ordered again, unless nothing else is left", { tag: "@trial" }, async ({
  page,
}) => {
  const email = await joinShop(page);
  const headers = await tokenOf(page);
  const trims = (await plentifulTrims(page)).slice(47, 49);
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { name: "Astrid Lindqvist", email, ...delivery, lines: trims.map(minimumOf) },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { number } = await sent.json();
  const { orders } = await (await page.request.get(`/api/orderSheets/${number}`, { headers })).json();
  const cancel = (at: number) => page.request.delete(`/api/orders/${orders[at]._id}`, { headers });
  await cancel(0);
  await page.goto("/dashboard/myorders");
  await expect(page.getByRole("rowheader")).toContainText("1 of 2 lines");
  const still = { [orders[1].trimId]: orders[1].orderQuantity };
  const ended = { [orders[0].trimId]: orders[0].orderQuantity };
  const orderAgain = async (path: string, lines: Record<string, number>) => {
    await writeDraft(page, []);
    await page.goto(path);
    await page.getByRole("button", { name: "Order all again" }).click();
    await expect(page.getByText(/^\d lines? of Sheet S-/)).toBeVisible();
    expect(await readDraft(page)).toEqual(lines);
  };

  await orderAgain(`/dashboard/ordersheets/${number}`, still);
  await orderAgain("/dashboard/myorders", still);
  await orderAgain("/dashboard/myorders?tab=history", ended);
  await cancel(1);
  await orderAgain(`/dashboard/ordersheets/${number}`, { ...still, ...ended });
  await page.goto("/dashboard/myorders?tab=history");
  await expect(page.getByRole("rowheader")).toContainText("2 lines");
});
