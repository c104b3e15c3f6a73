import type { Page } from "@playwright/test";
import { demoPeople } from "#db/demo-people.ts";
import { hold, sizes } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { expectFocusStays, press, tabTo, write } from "./keyboard.ts";
import { acceptance, buyerWithOrders, moveOrder, type Placed } from "./orders.ts";
import { act, bar, boxes, dialog, rows } from "./orders-table.ts";
import { admin, enterShop, joinConfirmed } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf } from "./sheets.ts";

async function pick(page: Page, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1) {
    await tabTo(boxes(page).nth(at));
    await page.keyboard.press("Space");
  }
}

/** Somebody new who has founded a company, and what orders plentiful trims for it: one, or several on a sheet. */
async function buyerOfFirm(buyer: Page) {
  const email = await joinConfirmed(buyer, "Elif Sar\u0131g\u00f6l");
  const post = async (path: string, data: object) => {
    const headers = { ...(await tokenOf(buyer)), "idempotency-key": crypto.randomUUID() };
    const answer = await buyer.request.post(`/api/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { insertedId: id } = await post("companies", { name: "\u00c7\u0131naralt\u0131 Denim", country: "TR" });
  const trims = await plentifulTrims(buyer);
  const [trim] = trims;
  if (!trim) throw new Error("The catalogue has too few trims");
  const { _id: trimId, name: productName, moq: orderQuantity } = trim;
  const about = { name: "Elif", email, ...delivery };
  return {
    ...{ email, id },
    order: async (): Promise<string> =>
      (await post("orders", { ...about, productName, trimId, orderQuantity })).insertedId,
    sendSheet: async (count: number): Promise<number> =>
      (await post("orderSheets", { ...about, lines: trims.slice(0, count).map(minimumOf) })).number,
  };
}

/** Agrees on terms with a company, as the admin whose pages share this context. */
async function agree(page: Page, companyId: string, terms: { creditLimit?: string; depositPercent?: number }) {
  const headers = await tokenOf(page);
  const company = await page.request.get(`/api/companies/${companyId}`, { headers });
  const put = await page.request.put(`/api/companies/${companyId}/terms`, {
    headers: { ...headers, "if-match": company.headers().etag ?? "" },
    data: { termsDays: null, creditLimit: null, tolerance: 0, ...terms },
  });
  expect(put.ok(), await put.text()).toBe(true);
}

for (const { name, viewport } of sizes) {
  test(`on a ${name} an admin accepts five, declines one and ships ten by the keyboard, and the buyer's page follows`, {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    await page.setViewportSize(viewport);
    const buyer = await newPerson();
    const { mark } = await buyerWithOrders(buyer, 16);
    const following = buyer.waitForResponse(/\/api\/events$/);
    await buyer.goto("/dashboard/myorders");
    await following;
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    await expect(rows(page)).toHaveCount(16);

    await pick(page, 0, 5);
    await expect(bar(page)).toContainText("5 selected");
    await axe(page);
    await act(page, "Accept 5");
    await expect(page.getByRole("status").filter({ hasText: "5 accepted." })).toBeVisible();
    await expectFocusStays(page);
    await expect(rows(buyer).filter({ hasText: "Accepted" })).toHaveCount(5);

    await pick(page, 5, 6);
    await act(page, "Decline 1…");
    await axe(page);
    await write(dialog(page).getByLabel(/^Reason/), "The die is worn.");
    await press(dialog(page).getByRole("button", { name: "Decline", exact: true }));
    await expect(page.getByRole("status").filter({ hasText: "1 declined." })).toBeVisible();
    await expect(rows(page)).toHaveCount(15);
    await expect(rows(buyer)).toHaveCount(15);
    await expectFocusStays(page);

    const all = page.getByRole("checkbox", { name: "Select these 15" });
    await tabTo(all, "Shift+Tab");
    await page.keyboard.press("Space");
    await expect(bar(page)).toContainText("15 selected");
    await act(page, "Accept 10");
    await expect(page.getByRole("status").filter({ hasText: "10 accepted." })).toBeVisible();
    await expect(all).toBeFocused();
    await page.keyboard.press("Space");
    await act(page, "Pack 15");
    await expect(page.getByRole("status").filter({ hasText: "15 packed." })).toBeVisible();

    await pick(page, 0, 10);
    await act(page, "Ship 10…");
    await axe(page);
    await write(dialog(page).getByLabel("Tracking number"), "KF 7730");
    await press(dialog(page).getByRole("button", { name: "Ship", exact: true }));
    await expect(page.getByRole("status").filter({ hasText: "10 shipped." })).toBeVisible();
    await expect(rows(buyer).filter({ hasText: "Shipped" })).toHaveCount(10);
    await expect(rows(buyer).filter({ hasText: "KF 7730" })).toHaveCount(10);
    await axe(buyer);
  });
}

test.describe("several parcels", () => {
  for (const { name, viewport } of sizes) {
    test(`on a ${name} get their tracking numbers in one dialog, pasted from a spreadsheet or typed`, {
      tag: "@trial",
    }, async ({ page, newPerson }) => {
      await page.setViewportSize(viewport);
      const { mark, placed } = await buyerWithOrders(await newPerson(), 4, ["Umeå", "Luleå", "Kiruna"]);
      await enterShop(page, admin);
      for (const { _id } of placed) {
        await moveOrder(page, _id, acceptance);
        await moveOrder(page, _id, { track: "shipping", from: "pending", to: "packed" });
      }
      await page.goto(`/dashboard/manageorders?q=${mark}`);
      const all = page.getByRole("checkbox", { name: "Select these 4" });
      await all.focus();
      await page.keyboard.press("Space");
      await act(page, "Ship 4…");
      const carriers = dialog(page).getByLabel(/^Carrier for Astrid/);
      const numbers = dialog(page).getByLabel(/^Tracking number or link for Astrid/);
      await expect(numbers).toHaveCount(3);
      await write(carriers.first(), "DHL");
      await expect(carriers.nth(2)).toHaveAttribute("placeholder", "DHL");
      await page.keyboard.press("Tab");
      await expect(numbers.first()).toBeFocused();
      await numbers.first().evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", "KF 1\r\nKF 2\r\nKF 3\r\nKF 4\r\n");
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      });
      await expect(numbers.nth(1)).toHaveValue("KF 2");
      await expect(numbers.nth(2)).toBeFocused();
      await expect(dialog(page).getByRole("status")).toHaveText(
        "Pasted into 3 of 3 lines. 1 more had no line to go to.",
      );
      await axe(page);
      // Enter goes down as in a spreadsheet; nothing is sent before the last line.
      await write(numbers.nth(1), "https://track.example/2");
      await page.keyboard.press("Enter");
      await expect(numbers.nth(2)).toBeFocused();
      await write(carriers.nth(2), "PostNord");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: "4 shipped." })).toBeVisible();
      await expectFocusStays(page);

      const found = await page.request.get(`/api/allOrders?q=${mark}`, { headers: await tokenOf(page) });
      const shipped: Record<"address" | "carrier" | "trackingNumber" | "trackingUrl", string | null>[] =
        await found.json();
      // Newest first: the fourth order went to Umeå like the first, and is in the first line.
      expect(
        shipped.map(({ address, carrier, trackingNumber, trackingUrl }) => [
          ...[address, carrier, trackingNumber, trackingUrl],
        ]),
      ).toEqual([
        ["Umeå", "DHL", "KF 1", null],
        ["Kiruna", "DHL", null, "https://track.example/2"],
        ["Luleå", "PostNord", "KF 3", null],
        ["Umeå", "DHL", "KF 1", null],
      ]);
    });
  }
});

test.describe("several rows", () => {
  test.use({ expectedErrors: [/\b409 \(/] });

  test("what failed because somebody was faster is named with the reason, and stays ticked", async ({
    page,
    newPerson,
  }) => {
    const buyer = await newPerson();
    const { mark, placed } = await buyerWithOrders(buyer, 3);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    await page.getByRole("checkbox", { name: "Select these 3" }).check();
    const release = await hold(page, "POST", /\/orderMoves$/);
    await bar(page).getByRole("button", { name: "Accept 3" }).click();
    await moveOrder(page, (placed[1] as Placed)._id, acceptance);
    release();
    await expect(page.getByRole("alert").filter({ hasText: "2 accepted, 1 not." })).toBeVisible();
    const failed = rows(page).filter({ hasText: " accepted this order on " });
    await expect(failed).toHaveCount(1);
    await expect(failed.getByRole("checkbox")).toBeChecked();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await axe(page);
    await bar(page).getByRole("button", { name: "Clear" }).click();
    await expect(bar(page)).toHaveCount(0);
    // What moved goes back at one press; what somebody else moved stays.
    await page.getByRole("button", { name: /^Undo the 2, until \d\d:\d\d/ }).click();
    await expect(page.getByRole("status").filter({ hasText: "2 taken back." })).toBeVisible();
    await expect(rows(page).filter({ hasText: "In review" })).toHaveCount(2);
  });

  test("what failed and has left the tab is still named, and a batch ships without tracking only when it is meant", {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    const buyer = await newPerson();
    const { mark, placed } = await buyerWithOrders(buyer, 3, ["Umeå", "Luleå", "Kiruna"]);
    await enterShop(page, admin);
    for (const { _id } of placed) {
      await moveOrder(page, _id, acceptance);
      await moveOrder(page, _id, { track: "shipping", from: "pending", to: "packed" });
    }
    await moveOrder(page, (placed[0] as Placed)._id, { track: "payment", from: "pending", to: "invoiced" });
    await page.goto(`/dashboard/manageorders?tab=ship&q=${mark}`);
    await page.getByRole("checkbox", { name: "Select these 3" }).check();
    await bar(page).getByRole("button", { name: "Ship 3…" }).click();
    await expect(dialog(page)).toContainText("2 of these 3 orders have no invoice yet.");
    await dialog(page).getByRole("button", { name: "Ship, 3 without tracking" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("None of the 3 parcels has a tracking number.");
    await axe(page);
    const late = placed[1] as Placed;
    await moveOrder(page, late._id, { track: "shipping", from: "packed", to: "shipped" });
    await dialog(page).getByRole("button", { name: "Yes, ship without tracking" }).click();
    const said = page.getByRole("alert").filter({ hasText: "2 shipped, 1 not." });
    await expect(said).toContainText(/No\. \d+: .+ shipped this order on /);
    await expect(rows(page)).toHaveCount(0);
    // Also on another tab, until it is closed.
    const tabs = page.getByRole("navigation", { name: "Orders by state" });
    await tabs.getByRole("link", { name: /^To invoice/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(said).toBeVisible();
    await said.getByRole("button", { name: "Close" }).click();
    await expect(said).toHaveCount(0);
  });

  test("new orders are accepted and invoiced in one go, to be paid by one day", async ({ page, newPerson }) => {
    const { mark } = await buyerWithOrders(await newPerson(), 3);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?tab=review&q=${mark}`);
    await page.getByRole("checkbox", { name: "Select these 3" }).focus();
    await page.keyboard.press("Space");
    await act(page, "Accept and invoice 3…");
    await expect(dialog(page).getByRole("heading")).toHaveText("Accept and invoice 3 orders");
    await dialog(page).getByLabel("To be paid by").fill("2099-12-31");
    await axe(page);
    await press(dialog(page).getByRole("button", { name: "Accept and invoice", exact: true }));
    await expect(dialog(page).getByRole("alert")).toHaveText(/^That is in [\d,]+ days. Is this day meant\?$/);
    await press(dialog(page).getByRole("button", { name: "Yes, accept and invoice" }));
    await expect(page.getByRole("status").filter({ hasText: "3 accepted and invoiced." })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    const found = await page.request.get(`/api/allOrders?q=${mark}`, { headers: await tokenOf(page) });
    const moved: { review: string; payment: string; dueOn: string }[] = await found.json();
    expect(moved.map(({ review, payment, dueOn }) => [review, payment, dueOn])).toEqual(
      Array(3).fill(["accepted", "invoiced", "2099-12-31"]),
    );
  });

  test("those above the credit limit of their company are accepted for one reason, and what was accepted stays so", async ({
    page,
    newPerson,
  }) => {
    const firm = await buyerOfFirm(await newPerson());
    for (let at = 0; at < 3; at += 1) await firm.order();
    await enterShop(page, admin);
    const headers = await tokenOf(page);
    const found = await page.request.get(`/api/allOrders?q=${firm.email}`, { headers });
    const [{ total }] = await found.json();
    await agree(page, firm.id, { creditLimit: (1.5 * Number(total)).toFixed(2) });

    await page.goto(`/dashboard/manageorders?tab=review&q=${firm.email}`);
    await page.getByRole("checkbox", { name: "Select these 3" }).check();
    await bar(page).getByRole("button", { name: "Accept 3", exact: true }).click();
    const said = page.getByRole("alert").filter({ hasText: "1 accepted, 2 not." });
    await expect(said).toContainText("has a credit limit of");
    await expect(rows(page)).toHaveCount(2);
    await said.getByRole("button", { name: "Accept 2 above the limit\u2026" }).click();
    await expect(dialog(page)).toContainText("has a credit limit of");
    await axe(page);
    await dialog(page).getByLabel("Reason to accept these 2 orders all the same").fill("Paid by wire today");
    await dialog(page).getByRole("button", { name: "Accept above the limit" }).click();
    const done = page.getByRole("status").filter({ hasText: "2 accepted above the limit." });
    await expect(done.getByRole("button", { name: /^Undo all 3, until/ })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    const states = await page.request.get(`/api/allOrders?q=${firm.email}`, { headers });
    expect((await states.json()).map(({ review }: { review: string }) => review)).toEqual(Array(3).fill("accepted"));
  });

  test("one whose deposit is missing is begun for a reason, and its history says who and why", async ({
    page,
    newPerson,
  }) => {
    const firm = await buyerOfFirm(await newPerson());
    await enterShop(page, admin);
    const placed = [await firm.order(), await firm.order()];
    await agree(page, firm.id, { depositPercent: 30 });
    placed.push(await firm.order());
    for (const id of placed) await moveOrder(page, id, acceptance);

    await page.goto("/dashboard");
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    await menu.getByRole("link", { name: "Manage All Orders" }).click();
    await page.getByRole("main").getByRole("searchbox").fill(firm.email);
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Select these 3" }).focus();
    await page.keyboard.press("Space");
    await act(page, "Start production 3");
    const said = page.getByRole("alert").filter({ hasText: "2 put into production, 1 not." });
    const why = /No\. (\d+): It waits for its deposit of \$[\d,.]+: nothing has come in, \$[\d,.]+ is missing\./;
    await expect(said).toContainText(why);
    const number = (await said.getByRole("link", { name: /^\d+$/ }).textContent()) ?? "";
    await press(said.getByRole("button", { name: "Begin 1 without the deposit\u2026" }));
    await expect(dialog(page)).toContainText(why);
    await axe(page);
    await press(dialog(page).getByRole("button", { name: "Begin without it" }));
    await expect(dialog(page)).toContainText("Please write the reason");
    await write(dialog(page).getByLabel(/^Reason to begin order No\. \d+ all the same$/), "Cheque seen at the fair");
    await press(dialog(page).getByRole("button", { name: "Begin without it" }));
    const done = page.getByRole("status").filter({ hasText: "1 put into production without the deposit." });
    await expect(done.getByRole("button", { name: /^Undo all 3, until/ })).toBeVisible();
    await expectFocusStays(page);

    await expect(rows(page).filter({ hasText: "In production" })).toHaveCount(3);
    await page
      .getByRole("main")
      .getByRole("link", { name: `, order No. ${number}` })
      .click();
    const history = page.getByRole("region", { name: "History" });
    await expect(history).toContainText(
      /Begun before the deposit of \$[\d,.]+ was paid, \$[\d,.]+ is missing: Cheque seen at the fair/,
    );
    await expect(history).toContainText("Note by you");
  });

  test("on a sheet's page the warehouse is told who may begin without a deposit; the owner begins all, and takes it back", async ({
    page,
    newPerson,
  }) => {
    const firm = await buyerOfFirm(await newPerson());
    await enterShop(page, admin);
    await agree(page, firm.id, { depositPercent: 30 });
    const number = await firm.sendSheet(2);
    const headers = await tokenOf(page);
    const { orders } = await (await page.request.get(`/api/orderSheets/${number}`, { headers })).json();
    for (const { _id } of orders) await moveOrder(page, _id, acceptance);
    const begin = async (one: Page) => {
      await one.goto(`/dashboard/ordersheets/${number}`);
      await one.getByRole("checkbox", { name: "Select these 2" }).check();
      await bar(one).getByRole("button", { name: "Start production 2" }).click();
      const said = one.getByRole("alert").filter({ hasText: "0 put into production, 2 not." });
      await expect(said).toContainText(`S-${number} waits for its deposit of $`);
      return said;
    };

    const warehouse = await newPerson();
    await enterShop(warehouse, demoPeople.warehouse);
    await (await begin(warehouse)).getByRole("button", { name: "Missing deposit…" }).click();
    await expect(dialog(warehouse)).toContainText(
      "Accounts books the deposit when it has come in, or an owner can begin without it, with a reason.",
    );
    await axe(warehouse);
    await expect(dialog(warehouse).getByRole("textbox")).toHaveCount(0);
    await dialog(warehouse).getByRole("button", { name: "Wait for the deposit" }).click();

    await (await begin(page)).getByRole("button", { name: "Begin 2 without the deposit…" }).click();
    await dialog(page).getByLabel("Reason to begin these 2 orders all the same").fill("Cheque seen at the fair");
    await dialog(page).getByRole("button", { name: "Begin without it" }).click();
    const done = page.getByRole("status").filter({ hasText: "2 put into production without the deposit." });
    await done.getByRole("button", { name: /^Undo all 2, until/ }).click();
    await expect(page.getByRole("status").filter({ hasText: "2 taken back." })).toBeVisible();
    // Begun again, it needs its reason again.
    await begin(page);
  });

  test("the keyboard keeps its place when the last order leaves its tab, and when what came of it is closed", {
    tag: "@trial",
  }, async ({ page, newPerson }) => {
    const { mark } = await buyerWithOrders(await newPerson(), 1);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?tab=review&q=${mark}`);
    await page.getByRole("checkbox", { name: "Select this one" }).focus();
    await page.keyboard.press("Space");
    await act(page, "Accept 1");
    const said = page.getByRole("status").filter({ hasText: "1 accepted." });
    await expect(rows(page)).toHaveCount(0);
    await expect(said).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(said.getByRole("button", { name: /^Undo, until/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(said.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(said).toHaveCount(0);
    await expect(page.locator("body")).not.toBeFocused();
  });

  test("the focus stays in the toolbar of somebody who goes on before the list has come", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const { mark } = await buyerWithOrders(await newPerson(), 2);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    const all = page.getByRole("checkbox", { name: "Select these 2" });
    await all.focus();
    await page.keyboard.press("Space");
    const release = await hold(page, "GET", /\/allOrders\?|\/manageorders\.data/);
    await act(page, "Accept 2");
    await expect(page.getByRole("status").filter({ hasText: "2 accepted." })).toBeVisible();
    await all.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("a");
    await expect(bar(page).getByRole("button", { name: "Accept 2" })).toBeFocused();
    release();
    await expect(bar(page).getByRole("button", { name: "Start production 2" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(bar(page).getByRole("button", { name: "Pack 2" })).toBeFocused();
  });
});
