import type { Locator, Page } from "@playwright/test";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf, orderAndOffice } from "./orders.ts";
import { admin, confirmAddress, enterShop } from "./people.ts";
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

test("an order is marked as refunded only once it is said what that books", async ({ page, newPerson }) => {
  const { number, _id, office } = await orderAndOffice(page, newPerson);
  await moveOrder(office, _id, acceptance);
  for (const [from, to] of [
    ["pending", "invoiced"],
    ["invoiced", "paid"],
  ] as const) {
    await moveOrder(office, _id, { track: "payment", from, to });
  }
  await office.goto(`/dashboard/orders/${number}`);
  const start = office.getByRole("main").getByRole("button", { name: "Mark as refunded…" });
  const dialog = office.getByRole("dialog");
  await start.click();
  await expect(dialog).toContainText("A credit note over all that was invoiced goes to the buyer");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(start).toBeFocused();
  await start.click();
  await dialog.getByRole("button", { name: "Credit and refund" }).click();
  await expect(office.getByRole("main").getByRole("button", { name: /^Take back/ })).toBeVisible();
  await expect(start).toBeHidden();
});

/** What is pressed for each task, from one's dashboard; words that are typed do not count. */
const most = {
  ...{ invoice: 4, find: 2, "pay and correct": 4, "credit a shortage": 2, "remind three": 4, "book a statement": 3 },
  ...{ "export a period": 2, "see and open what is owed": 3, claim: 4, "answer a claim": 4 },
} as const;

test("an accountant's day from what is to invoice to the export, and what its buyer does meanwhile, in few clicks", async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  const { email, mark, placed } = await buyerWithOrders(buyer, 3);
  await confirmAddress(buyer, email);
  await enterShop(page, admin);
  for (const { _id } of placed) await moveOrder(page, _id, acceptance);
  const [{ _id: arrived }] = placed as [(typeof placed)[number]];
  for (const [from, to] of [
    ["pending", "packed"],
    ["packed", "shipped"],
    ["shipped", "delivered"],
  ] as const) {
    await moveOrder(page, arrived, { track: "shipping", from, to });
  }
  const presses = new Map<string, number>();
  let task = "";
  const begin = (name: keyof typeof most) => {
    task = name;
  };
  const press = async (target: Locator) => {
    presses.set(task, (presses.get(task) ?? 0) + 1);
    await target.click();
  };
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  const menu = (of: Page) => of.getByRole("navigation", { name: "Dashboard" });
  const search = async (words: string) => {
    await main.getByRole("searchbox").fill(words);
    await page.keyboard.press("Enter");
  };
  const all = page.getByRole("checkbox", { name: "Select these 3", exact: true });
  const open = async (name: string) => {
    await press(menu(page).getByRole("link", { name, exact: true }));
    await expect(main.getByRole("heading", { level: 1 })).toContainText(name);
  };

  begin("invoice");
  await page.goto("/dashboard");
  await open("To invoice");
  await expect(menu(page).locator("[aria-current]")).toHaveText("To invoice");
  await search(mark);
  await press(all);
  await press(page.getByRole("toolbar").getByRole("button", { name: "Invoice 3…" }));
  await press(dialog.getByRole("button", { name: /^Invoice/ }));
  await expect(page.getByRole("status").filter({ hasText: "3 invoiced." })).toBeVisible();

  begin("find");
  await open("Invoices");
  // By whom it is for, and by its number.
  await search(mark);
  const rows = main.getByRole("row").filter({ hasText: email });
  await expect(rows).toHaveCount(3);
  const number = (await rows.first().getByRole("link").first().textContent()) ?? "";
  await search(number);
  await expect(rows).toHaveCount(1);
  await press(rows.getByRole("link", { name: number }));
  await expect(page.getByRole("heading", { name: `Invoice ${number}` })).toBeVisible();

  begin("pay and correct");
  await press(main.getByRole("button", { name: "Book payment…" }));
  await press(dialog.getByRole("button", { name: "Book", exact: true }));
  await expect(main.getByRole("heading", { name: "Paid, nothing is open" })).toBeVisible();
  await press(main.getByRole("button", { name: "Reverse…" }));
  await dialog.getByLabel("Reason").fill("Of another invoice");
  await press(dialog.getByRole("button", { name: "Reverse", exact: true }));
  await expect(main.getByRole("heading", { name: /open, due in/ })).toBeVisible();

  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height });
  // The table scrolls in a region inside the part of the same name.
  const booked = main.getByRole("region", { name: "Payments and credit notes" }).last();
  // The sums are in sight on a phone.
  expect(await booked.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width, height });

  begin("credit a shortage");
  await press(main.getByRole("button", { name: "Credit…" }));
  await dialog.getByLabel("What", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Pieces (optional)").fill("1");
  await dialog.getByLabel("Reason").fill("One piece was missing");
  await press(dialog.getByRole("button", { name: /^Credit \$/ }));
  await expect(main.getByRole("button", { name: /^Credit note CN-/ })).toBeVisible();

  begin("remind three");
  await open("Invoices");
  await search(mark);
  await press(all);
  await press(page.getByRole("button", { name: "Remind 3…" }));
  await press(dialog.getByRole("button", { name: "Send the mail" }));
  await expect(page.getByText("1 mail about 3 invoices sent")).toBeVisible();

  begin("see and open what is owed");
  await buyer.goto("/dashboard");
  const buyerMain = buyer.getByRole("main");
  await expect(buyerMain).toContainText("3 open invoices");
  await press(menu(buyer).getByRole("link", { name: "Statement" }));
  await expect(buyerMain.getByRole("heading", { name: "How to pay" })).toBeVisible();
  await expect(buyerMain).toContainText("Account");
  const invoice = buyer.waitForEvent("download");
  await press(buyerMain.getByRole("listitem").getByRole("button", { name: number }));
  expect((await invoice).suggestedFilename()).toContain(number);
  const statement = buyer.waitForEvent("download");
  await press(buyerMain.getByRole("button", { name: "PDF", exact: true }));
  expect((await statement).suggestedFilename()).toMatch(/^statement-.*\.pdf$/);

  begin("claim");
  await press(menu(buyer).getByRole("link", { name: "My Orders" }));
  // The first that was placed is the last in the list.
  await press(buyerMain.getByRole("link", { name: /order No\. \d+/ }).last());
  const report = buyerMain.getByRole("button", { name: "Report a problem" });
  await press(report);
  // Neither the form nor its end loses the keyboard.
  await expect(buyer.getByLabel("What is wrong?")).toBeFocused();
  await buyerMain.getByRole("button", { name: "Not now" }).press("Enter");
  await expect(report).toBeFocused();
  await report.press("Enter");
  await buyer.getByLabel("What is wrong?").selectOption("Damaged pieces");
  await buyer.getByLabel("How many pieces?").fill("1");
  await buyer.getByLabel("What did you find?").fill("The rim is bent.");
  await press(buyer.getByRole("button", { name: "Send", exact: true }));
  await expect(buyer.getByText("Reported. We will answer here and by mail.")).toBeVisible();

  begin("answer a claim");
  await expect(menu(page).getByRole("link", { name: "Claims" })).toHaveAccessibleDescription(/^\d+ to answer$/);
  // As above, the first that was placed.
  const claimed = (await numbersOf(buyer)).at(-1);
  await open("Claims");
  await press(main.getByRole("link", { name: new RegExp(`, No\\. ${claimed}$`) }));
  await press(main.getByRole("region", { name: "Answer the claim" }).getByRole("button", { name: "Answer the claim" }));
  await expect(main.getByText("The rim is bent.")).toBeInViewport();
  await press(main.getByRole("button", { name: "Credit", exact: true }));
  await expect(main.getByRole("region", { name: "Answer the claim" })).toHaveCount(0);
  await expect(main.getByText(/^Credited by credit note/)).toBeVisible();

  begin("book a statement");
  const { authorization } = await tokenOf(page);
  const asked = await page.request.get(`/api/invoices?q=${mark}`, { headers: { authorization } });
  const owed: { number: string; open: string }[] = await asked.json();
  const day = new Date().toISOString().slice(0, 10);
  await open("Payments");
  const lines = owed.map((one) => [day, one.open, `INV ${one.number}`].join("\t"));
  await page.getByLabel("Paste the statement").fill(lines.join("\n"));
  await press(page.getByRole("button", { name: "Read 3 lines" }));
  await press(page.getByRole("button", { name: "Book the 3 certain" }));
  await expect(page.getByText("3 lines are booked.")).toBeVisible();

  // The list below is read again, and with it what stands above it.
  for (const one of owed) await expect(main.getByRole("table").last()).toContainText(one.number);

  begin("export a period");
  await press(main.getByText("Export for the accountant"));
  await main.getByLabel("From").last().fill(day);
  await main.getByLabel("To", { exact: true }).last().fill(day);
  const accounts = page.waitForEvent("download");
  await press(main.getByRole("button", { name: "Excel" }));
  expect((await accounts).suggestedFilename()).toBe(`accounts-${day}-${day}.xlsx`);

  expect(Object.fromEntries(presses)).toEqual(most);
});
