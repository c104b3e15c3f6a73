import type { Locator, Page } from "@playwright/test";
import { allOrders, myOrders } from "#test/specification/dashboard.ts";
import { markDocument, noteCalls } from "./calls.ts";
import { dismissToasts } from "./failures.ts";
import { expect, test } from "./fixtures.ts";
import { buyerWithOrders, type Placed } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** The rows of the list, without its heads. */
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const openDialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

async function expectRow(row: Locator, number: number, email: string, { productName, orderQuantity }: Placed) {
  const cells = row.getByRole("cell");
  // Each has a second line: the order's number, the person, the article or the state, the total.
  await expect.soft(cells.nth(0)).toContainText(new RegExp(`^${number}\\D*\\d+$`));
  await expect.soft(cells.nth(1)).toContainText(email);
  await expect.soft(cells.nth(2)).toContainText(productName);
  await expect
    .soft(cells.nth(3))
    .toContainText(new RegExp(`^${orderQuantity.toLocaleString("en")}\\$[\\d,]+\\.\\d\\d$`));
}

/** One modal at a time, with these buttons at its foot. */
async function expectModal(page: Page, title: string | RegExp, words: string, answers: string[]): Promise<Locator> {
  await expect(openDialog(page)).toHaveCount(1);
  const dialog = page.getByRole("dialog", { name: title });
  await expect.soft(dialog).toContainText(words);
  await expect.soft(dialog.getByRole("button")).toHaveText(["", ...answers]);
  return dialog;
}

/** The shop answers that it deleted none, or more than one. */
async function expectNoDeletion(page: Page, press: () => Promise<void>, deleted: string): Promise<void> {
  for (const deletedCount of [0, 2]) {
    await page.route(/\/api\/orders\//, (route) => route.fulfill({ json: { acknowledged: true, deletedCount } }));
    const [count, title] = [await rows(page).count(), (await heading(page).textContent()) ?? ""];
    const reloading = page.waitForRequest(/\/(manageorders|myorders)\.data/);
    await press();
    await expect(page.getByText("This order no longer exists.")).toBeVisible();
    await reloading;
    await expect.soft(page.getByText(deleted, { exact: true })).toHaveCount(0);
    await expect.soft(rows(page)).toHaveCount(count);
    await expect.soft(heading(page)).toHaveText(title);
    await page.unrouteAll();
    await dismissToasts(page);
  }
}

test("R-009 R-210 R-211 R-212 R-213 R-214 R-215 R-216 R-217 R-218 R-219 R-220 R-221 R-222 R-223 R-224 R-225 R-332 R-337 R-371 R-395 R-408 My Orders lists one's own, and asks before it pays or cancels", async ({
  page,
}) => {
  const { email, placed } = await buyerWithOrders(page, 3);
  const calls = noteCalls(page);
  await page.goto("/dashboard/myorders");
  await expect(heading(page)).toHaveText(myOrders.heading.words(3));
  // The server has read the list; the page asks again once it hears of news.
  const find = () => calls.requests.find((request) => request.url().includes("/api/orders?"));
  await expect.poll(find).toBeTruthy();
  const asked = find();
  expect.soft(new URL(asked?.url() ?? "").searchParams.get("email")).toBe(email);
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  expect.soft((await asked?.allHeaders())?.authorization).toBe(`Bearer ${token}`);

  await expect.soft(page.getByRole("columnheader")).toHaveText([...myOrders.columns.names]);
  await expect(rows(page)).toHaveCount(3);
  const address = rows(page).first().getByRole("cell").nth(1);
  for (const width of [360, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await address.evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    expect.soft(cut, `of the address at ${width} px`).toBe(0);
  }
  for (const [at, order] of placed.toReversed().entries()) {
    const cells = rows(page).nth(at).getByRole("cell");
    await expectRow(rows(page).nth(at), at + 1, email, order);
    await expect.soft(cells.nth(0).getByRole("link")).toHaveAccessibleName(/^Order \d+$/);
    await expect.soft(cells.nth(2)).toContainText("In review");
    await expect.soft(cells.nth(4).getByRole("button")).toHaveText(myOrders.pay.button);
    await expect.soft(cells.nth(5).getByRole("button")).toHaveAccessibleName(/^Cancel order/);
    await expect.soft(cells.nth(5).getByRole("button").locator("svg")).toBeVisible();
  }
  calls.forget();

  const pay = rows(page).first().getByRole("button", { name: /^Pay/ });
  const answers = [myOrders.pay.no, myOrders.pay.yes];
  await pay.click();
  const paying = await expectModal(page, myOrders.pay.question, "", answers);
  await paying.getByRole("button", { name: myOrders.pay.no }).click();
  await expect(openDialog(page)).toHaveCount(0);
  await expect.soft(page).toHaveURL("/dashboard/myorders");
  await expect.soft(heading(page)).toHaveText(myOrders.heading.words(3));
  await pay.click();
  await paying.getByRole("button", { name: myOrders.pay.yes }).click();
  await expect(page).toHaveURL(myOrders.pay.leadsTo);
  await page.goBack();

  const cancel = rows(page)
    .first()
    .getByRole("button", { name: /^Cancel order/ });
  const { title, words, yes, no } = myOrders.cancel;
  await cancel.click();
  const cancelling = await expectModal(page, title, words, [no, yes]);
  await cancelling.getByRole("button", { name: no }).click();
  await expect(openDialog(page)).toHaveCount(0);
  await expect.soft(rows(page)).toHaveCount(3);
  expect.soft(calls.made().filter((call) => call.startsWith("DELETE"))).toEqual([]);

  const press = async () => {
    await cancel.click();
    await cancelling.getByRole("button", { name: yes }).click();
  };
  await expectNoDeletion(page, press, myOrders.cancelled.words);

  const { isSame } = await markDocument(page);
  calls.forget();
  await press();
  await expect(page.getByText(myOrders.cancelled.words, { exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText(myOrders.heading.words(2));
  await expect.soft(rows(page)).toHaveCount(2);
  await expectRow(rows(page).first(), 1, email, placed[1] as Placed);
  expect.soft(calls.made()).toContain(`DELETE /orders/${placed[2]?._id}`);
  expect.soft(await isSame()).toBe(true);
});

test("R-228 a buyer without orders is told so, without a spinner", async ({ page }) => {
  await joinShop(page);
  await page.goto("/dashboard/myorders");
  await expect(heading(page)).toHaveText(myOrders.heading.words(0));
  await expect(page.getByRole("heading", { name: "No open orders" })).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
});

test("R-013 R-269 R-270 R-271 R-272 R-273 R-274 R-275 R-276 R-327 R-332 R-337 R-395 R-408 Manage All Orders lists everybody's, pending until somebody moves them, and asks before it deletes", async ({
  page,
  newPerson,
}) => {
  const { email, mark, placed } = await buyerWithOrders(await newPerson(), 2);
  await enterShop(page, admin);
  const calls = noteCalls(page);
  await page.goto("/dashboard/manageorders");
  await expect(heading(page)).toHaveText(/^All Orders : [\d,]+ items$/);
  await expect.poll(calls.made).toContain("GET /allOrders");
  await page.getByRole("searchbox").fill(mark);
  await expect(heading(page)).toHaveText(allOrders.heading.words(2));

  await expect.soft(page.getByRole("columnheader")).toHaveText([...allOrders.columns.names]);
  for (const [at, order] of placed.toReversed().entries()) {
    const cells = rows(page).nth(at).getByRole("cell");
    await expectRow(rows(page).nth(at), at + 1, email, order);
    await expect.soft(cells.nth(2)).toContainText(order.productName);
    await expect.soft(cells.nth(4)).toHaveText(allOrders.state.words);
    // Below it, that nobody has reviewed it yet.
    await expect.soft(cells.nth(5)).toHaveText(`${allOrders.state.words}In review`);
    await expect.soft(cells.nth(6).getByRole("button")).toHaveAccessibleName(/^(Cancel|Delete) order/);
  }
  calls.forget();

  const remove = rows(page)
    .first()
    .getByRole("button", { name: /^(Cancel|Delete) order/ });
  await remove.click();
  const asking = await expectModal(page, /./, allOrders.question.words, ["No", "Yes"]);
  await asking.getByRole("button", { name: "No" }).click();
  await expect(openDialog(page)).toHaveCount(0);
  expect.soft(calls.made().filter((call) => call.startsWith("DELETE"))).toEqual([]);
  const press = async () => {
    await remove.click();
    await openDialog(page).getByRole("button", { name: "Yes" }).click();
  };
  await expectNoDeletion(page, press, allOrders.cancelled.words);

  const { isSame } = await markDocument(page);
  calls.forget();
  await press();
  await expect(page.getByText(allOrders.cancelled.words, { exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText(allOrders.heading.words(1));
  await expect.soft(rows(page)).toHaveCount(1);
  expect.soft(calls.made()).toContain(`DELETE /orders/${placed[1]?._id}`);
  expect.soft(await isSame()).toBe(true);
});
