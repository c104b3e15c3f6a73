import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { buyerWithOrders, numbersOf } from "./orders.ts";
import { bar, boxes, dialog } from "./orders-table.ts";
import { test } from "./own-shop/own-shop.ts";
import { admin, confirmAddress, enterShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

// A day of an order clerk: what waits, accept, decline, ask, invoice, print, pack, ship, find, change, order for a buyer.
// Presses are counted for each task; words that are typed are not. None may need more than it does today.

test.use({ shopName: "day", viewport: { width: 1280, height: 900 } });

const most = {
  ...{ "what waits": 0, accept: 6, decline: 4, ask: 3, answer: 2, invoice: 4, "packing lists": 3, "pick list": 2 },
  ...{ pack: 3, ship: 4, remind: 4, "bank statement": 4, find: 2, change: 2, discount: 2, "order for a buyer": 4 },
} as const;

/** Counts what is pressed for each task. */
function count() {
  const presses = new Map<string, number>();
  let task = "";
  const one = () => presses.set(task, (presses.get(task) ?? 0) + 1);
  return {
    begin: (name: keyof typeof most) => {
      task = name;
      presses.set(name, 0);
    },
    press: async (target: Locator) => {
      one();
      await target.click();
    },
    key: async (page: Page, key: string) => {
      one();
      await page.keyboard.press(key);
    },
    presses,
  };
}

const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const all = (page: Page, count: number) => page.getByRole("checkbox", { name: `Select these ${count}`, exact: true });

test("a day of an order clerk", async ({ page, newPerson }) => {
  const { begin, press, key, presses } = count();
  const buyer = await newPerson();
  const { email } = await buyerWithOrders(buyer, 12, ["Umeå", "Luleå"]);
  await confirmAddress(buyer, email);
  const numbers = await numbersOf(buyer);
  await enterShop(page, admin);
  const main = page.getByRole("main");
  const tab = (name: RegExp) => page.getByRole("navigation", { name: "Orders by state" }).getByRole("link", { name });
  const action = (name: string | RegExp) => bar(page).getByRole("button", { name });

  begin("what waits");
  await page.goto("/dashboard");
  const toReview = main.getByRole("link", { name: /^12\s*To review/ });
  await expect(toReview).toBeVisible();

  begin("accept");
  await press(toReview);
  await press(all(page, 12));
  for (const at of [0, 1, 2]) await press(boxes(page).nth(at));
  await press(action("Accept 9"));
  await expect(said(page, "9 accepted.").getByRole("button", { name: /^Undo all 9, until \d\d:\d\d/ })).toBeVisible();

  begin("decline");
  for (const at of [0, 1]) await press(boxes(page).nth(at));
  await press(action("Decline 2…"));
  await page.keyboard.type("The die is worn.");
  await press(dialog(page).getByRole("button", { name: "Decline", exact: true }));
  await expect(said(page, "2 declined.")).toBeVisible();

  begin("ask");
  await press(page.getByRole("link", { name: `, order No. ${numbers[2]}` }));
  await press(main.getByLabel("Message to the buyer"));
  await page.keyboard.type("One carton, or two?");
  await press(main.getByRole("button", { name: "Send message" }));
  await expect(main.getByText("Waiting for the buyer")).toBeVisible();

  await buyer.goto(`/dashboard/orders/${numbers[2]}`);
  await buyer.getByLabel("Your message").fill("Two, please.");
  await buyer.getByRole("button", { name: "Send message" }).click();
  await expect(buyer.getByText("We will answer here")).toBeVisible();

  begin("answer");
  await page.reload();
  const band = page.getByRole("region", { name: "Astrid Lindqvist waits for an answer" });
  await expect(band).toContainText("Two, please.");
  await press(band.getByRole("button", { name: "Answer" }));
  await page.keyboard.type("Two it is.");
  await press(main.getByRole("button", { name: "Send message" }));
  // The next duty takes its place.
  await expect(page.getByRole("heading", { name: "Review this order" })).toBeVisible();
  await main.getByRole("button", { name: "Accept order" }).click();
  await expect(page.getByRole("heading", { name: "Invoice this order" })).toBeFocused();

  begin("invoice");
  await page.goto("/dashboard/manageorders");
  await press(tab(/^To invoice/));
  await press(all(page, 10));
  await press(action("Invoice 10…"));
  await press(dialog(page).getByRole("button", { name: /^Invoice/ }));
  await expect(said(page, "10 invoiced.")).toBeVisible();

  begin("packing lists");
  await press(tab(/^To produce/));
  await press(all(page, 10));
  const lists = page.waitForEvent("download");
  await press(action("Packing lists 10"));
  expect((await lists).suggestedFilename()).toMatch(/\.pdf$/);

  begin("pick list");
  await press(action("Pick list 10"));
  await expect(page).toHaveURL(/\/dashboard\/picklists\/\d+$/);
  const pickList = page.waitForEvent("download");
  await press(main.getByRole("button", { name: /PDF|Print/ }).first());
  expect((await pickList).suggestedFilename()).toMatch(/\.pdf$/);

  begin("pack");
  await page.goto("/dashboard/manageorders");
  await press(tab(/^To produce/));
  await press(all(page, 10));
  await press(action("Pack 10"));
  await expect(said(page, "10 packed.")).toBeVisible();

  begin("ship");
  await press(tab(/^To ship/));
  await press(all(page, 10));
  await press(action("Ship 10…"));
  const tracking = dialog(page).getByLabel(/^Tracking number or link for Astrid/);
  await expect(tracking).toHaveCount(2);
  await tracking.first().evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "KF 1\r\nKF 2\r\n");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await press(dialog(page).getByRole("button", { name: /^Ship/ }));
  await expect(said(page, "10 shipped.")).toBeVisible();

  const menu = page.getByRole("navigation", { name: "Dashboard" });
  begin("remind");
  await press(menu.getByRole("link", { name: "Invoices" }));
  await press(all(page, 10));
  await press(page.getByRole("button", { name: "Remind 10…" }));
  await press(dialog(page).getByRole("button", { name: "Send the mail" }));
  await expect(page.getByText("1 mail about 10 invoices sent")).toBeVisible();

  const asked = await page.request.get("/api/invoices?limit=50", { headers: await tokenOf(page) });
  const invoices: { number: string; open: string }[] = await asked.json();
  const day = new Date().toISOString().slice(0, 10);
  begin("bank statement");
  await press(menu.getByRole("link", { name: "Payments" }));
  await press(page.getByLabel("Paste the statement"));
  await page
    .getByLabel("Paste the statement")
    .fill(invoices.map(({ number, open }) => [day, open, `INV ${number}`].join("\t")).join("\n"));
  await press(page.getByRole("button", { name: "Read 10 lines" }));
  await press(page.getByRole("button", { name: "Book the 10 certain" }));
  await expect(page.getByText("10 lines are booked.")).toBeVisible();

  begin("find");
  await key(page, "Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("KF 1");
  await expect(palette.getByRole("option").first()).toContainText("Astrid Lindqvist");
  await key(page, "Enter");
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);

  begin("order for a buyer");
  await press(main.getByRole("link", { name: "Astrid Lindqvist" }));
  await press(main.getByRole("link", { name: "New order" }));
  await press(main.getByRole("button", { name: /^Add [\d,]+ of / }).first());
  await press(main.getByRole("button", { name: "Place order for Astrid Lindqvist" }));
  await expect(page).toHaveURL(/\/dashboard\/ordersheets\/\d+$/);

  begin("change");
  await press(main.getByRole("link", { name: "Change", exact: true }));
  const pieces = main.getByLabel("Pieces", { exact: true }).first();
  await pieces.fill(String(2 * Number((await pieces.inputValue()).replaceAll(",", ""))));
  await press(main.getByRole("button", { name: "Save 1 change" }));
  await expect(page.getByText("Saved: 1 change")).toBeVisible();

  begin("discount");
  await press(main.getByRole("button", { name: "Add freight or a discount" }));
  await main.getByLabel("What", { exact: true }).selectOption("Discount");
  await main.getByLabel("Amount before tax, $").fill("1");
  await main.getByLabel("Reason").fill("Agreed on the phone");
  await press(main.getByRole("button", { name: "Add and mail the buyer" }));
  await expect(main.getByText("Agreed on the phone").first()).toBeVisible();

  for (const [task, limit] of Object.entries(most)) expect(presses.get(task), task).toBeLessThanOrEqual(limit);
});
