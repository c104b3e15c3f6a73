import type { Locator } from "@playwright/test";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { buyerWithOrders } from "./orders.ts";
import { admin, enterShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** 20 lines took 80 to 100 before. */
const MOST_CLICKS = 25;

test("an accountant books 20 lines of a statement in few clicks, and takes one back", async ({ page, newPerson }) => {
  const buyer = await newPerson();
  const { placed } = await buyerWithOrders(buyer, 20);
  await enterShop(page, admin);
  const ids = placed.map(({ _id }) => _id);
  for (const move of [
    { track: "review", from: "in-review", to: "accepted" },
    { track: "payment", from: "pending", to: "invoiced" },
  ]) {
    const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
    const answer = await page.request.post("/api/orderMoves", { headers, data: { ids, ...move } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const headers = await tokenOf(buyer);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const numbers: string[] = [];
  const lines: string[] = [];
  for (const [at, id] of ids.entries()) {
    const { invoices } = await (await page.request.get(`/api/orders/${id}/paymentInstructions`, { headers })).json();
    const [{ number, amount }] = invoices;
    numbers.push(number);
    // The first fifteen say their number, three are a cent short, and two say nothing.
    const cents = Math.round(Number(amount) * 100) - (at >= 15 && at < 18 ? 1 : 0);
    const written = (cents / 100).toFixed(2).replace(".", ",");
    lines.push([yesterday, written, at < 18 ? `INV ${number}` : `TRANSFER 9912${at}`].join("\t"));
  }

  const statement = page.getByRole("table", { name: "Lines of the statement" });
  const lineOf = (text: string) => statement.getByRole("row").filter({ hasText: text });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto("/dashboard");
  await click(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Payments" }));
  const field = page.getByLabel("Paste the statement");
  await click(field);
  await field.fill(lines.join("\n"));
  await click(page.getByRole("button", { name: "Read 20 lines" }));
  await expect(page.getByText(/^15 of 20 lines are certain/)).toBeVisible();
  await axeInBothSchemes(page);
  await click(page.getByRole("button", { name: "Book the 15 certain" }));
  await expect(page.getByText("15 lines are booked.")).toBeVisible();
  for (const number of numbers.slice(15, 18)) {
    await click(page.getByRole("button", { name: new RegExp(`^Book \\$.*${number}$`) }));
    await expect(lineOf(`INV ${number}`)).toContainText("Booked");
  }
  for (const [at, number] of numbers.slice(18).entries()) {
    await click(page.getByRole("button", { name: new RegExp(`^Choose the invoice of .*9912${18 + at}$`) }));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill(number);
    // The only one with this amount is ticked already.
    if (!(await dialog.getByRole("checkbox").isChecked())) await click(dialog.getByRole("checkbox"));
    await expect(dialog).toContainText("It pays all of it.");
    await click(dialog.getByRole("button", { name: "Book", exact: true }));
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByRole("button", { name: "Booked 20" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("button", { name: "Booked 19" })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  // The same statement again books nothing.
  await page.getByRole("button", { name: "Paste another" }).click();
  await field.fill(lines.join("\n"));
  await page.getByRole("button", { name: "Read 20 lines" }).click();
  await expect(page.getByRole("button", { name: "Booked 19" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Book / })).toHaveCount(0);
});
