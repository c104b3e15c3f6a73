import type { Locator, Page } from "@playwright/test";
import { demoPeople } from "#db/demo-people.ts";
import { addProduct, allItems, makeAdmin } from "#test/specification/dashboard.ts";
import { markDocument, noteCalls } from "../calls.ts";
import { dismissToasts, failNext, saidFor } from "../failures.ts";
import { expect } from "../fixtures.ts";
import { expectPainted } from "../looks.ts";
import { admin, buyer, enterShop, joinConfirmed, logIn } from "../people.ts";
import { test } from "./own-shop.ts";

test.use({ shopName: "admins", expectedErrors: [/\b(403|500) \(/] });
// In one worker, and so in one shop; in this order: the first counts what was seeded.
test.describe.configure({ mode: "default" });

const soft = expect.soft;
/** What a new shop has in its catalogue. */
const seeded = 107;
/** A buyer, and staff of each role. */
const people = Object.keys(demoPeople).length;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const openDialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });
const deletions = (calls: string[]) => calls.filter((call) => call.startsWith("DELETE"));

/** Expects a question in these words, no call after No, and no change when the shop did not delete exactly one. */
async function expectCare(page: Page, remove: Locator, question: string, done: string): Promise<void> {
  const calls = noteCalls(page);
  const [count, title] = [await rows(page).count(), (await heading(page).textContent()) ?? ""];
  const answer = async (yesOrNo: "Yes" | "No") => {
    await remove.click();
    await soft(openDialog(page)).toHaveCount(1);
    await soft(openDialog(page).getByText(question, { exact: true })).toBeVisible();
    await openDialog(page).getByRole("button", { name: yesOrNo, exact: true }).click();
  };
  await answer("No");
  await expect(openDialog(page)).toHaveCount(0);
  soft(deletions(calls.made())).toEqual([]);
  for (const deletedCount of [0, 2]) {
    await page.route(/\/api\/(profiles|trims)\/[^/]+$/, (route) =>
      route.fulfill({ json: { acknowledged: true, deletedCount } }),
    );
    await answer("Yes");
    await expect(page.getByText(/no longer exists/)).toBeVisible();
    await soft(page.getByText(done, { exact: true })).toHaveCount(0);
    await soft(rows(page)).toHaveCount(count);
    await soft(heading(page)).toHaveText(title);
    await page.unrouteAll();
    await dismissToasts(page);
  }
  const { isSame } = await markDocument(page);
  await answer("Yes");
  await expect(page.getByText(done, { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(count - 1);
  soft(await isSame(), "the page is not loaded again").toBe(true);
}

test("R-012 R-015 R-256 R-257 R-258 R-259 R-260 R-261 R-262 R-263 R-264 R-265 R-266 R-267 R-332 R-333 R-335 R-336 R-390 R-392 R-396 R-397 R-408 R-409 Make Admin makes admins and removes profiles, in place", async ({
  page,
  newPerson,
}) => {
  const somebody = await newPerson();
  const email = await joinConfirmed(somebody, "Camille Besson");
  await somebody.goto("/dashboard");
  const menu = somebody.getByRole("navigation", { name: "Dashboard" });
  await expect(menu.getByRole("link", { name: "My Orders" })).toBeVisible();
  await enterShop(page, admin);
  await page.goto("/dashboard/makeadmin");
  await expect(heading(page)).toHaveText(makeAdmin.heading.words(people + 1));
  await soft(page.getByRole("columnheader")).toHaveText([...makeAdmin.columns.names]);
  await expect(rows(page)).toHaveCount(people + 1);
  for (const [at, person] of [{ email, name: "Camille Besson" }, buyer, admin].entries()) {
    const row = rows(page).filter({ hasText: person.email });
    const cells = row.getByRole("cell");
    if (at === 0) await soft(cells.nth(0)).toHaveText("1");
    await soft(cells.nth(1).getByText(person.email, { exact: true })).toBeVisible();
    await soft(cells.nth(2)).toHaveText(person.name);
    const isAdmin = person === admin;
    await soft(cells.nth(3).getByText(makeAdmin.already.words, { exact: true })).toHaveCount(isAdmin ? 1 : 0);
    await soft(cells.nth(3).getByText(makeAdmin.button.label, { exact: true })).toHaveCount(isAdmin ? 0 : 1);
  }

  const row = rows(page).filter({ hasText: email });
  const grant = row.getByRole("button", { name: /^Make Admin/ });
  const answers = [
    [403, { code: "not-allowed", detail: "Not you." }, makeAdmin.failed.words],
    [200, { acknowledged: true, modifiedCount: 0 }, /is already an admin or no longer has an account/],
  ] as const;
  for (const [status, json, said] of answers) {
    await page.route(/\/api\/profiles\/admin\//, (route) => route.fulfill({ status, json }), { times: 1 });
    await grant.click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expectPainted(page.getByRole("alert").filter({ hasText: said }).locator("svg").first(), "red");
    await soft(page.getByText(makeAdmin.success.words)).toHaveCount(0);
    await soft(page).toHaveURL("/dashboard/makeadmin");
    await soft(grant).toBeVisible();
    await page.unrouteAll();
    await dismissToasts(page);
  }
  const calls = noteCalls(page);
  await grant.click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  const given = page.getByRole("status").filter({ hasText: makeAdmin.success.words });
  await expect(given).toBeVisible();
  await expectPainted(given.locator("svg").first(), "green");
  await soft(row.getByText(makeAdmin.already.words, { exact: true })).toBeVisible();
  await soft(grant).toHaveCount(0);
  const put = calls.requests.find((request) => request.method() === "PUT");
  soft(new URL(put?.url() ?? "").pathname).toBe(`/api/profiles/admin/${encodeURIComponent(email)}`);
  soft(put?.postData() ?? "").toBe("");
  await somebody.reload();
  await soft(menu.getByRole("link", { name: "Make Admin" })).toBeVisible();
  await soft(menu.getByRole("link", { name: "My Orders" })).toHaveCount(0);

  await dismissToasts(page);
  const remove = row.getByRole("button", { name: `Remove ${email}`, exact: true });
  await expectCare(page, remove, makeAdmin.question.words, makeAdmin.removed.words);
  await soft(heading(page)).toHaveText(makeAdmin.heading.words(people));
  await soft(row).toHaveCount(0);
});

test("R-014 R-288 R-291 R-292 R-293 R-294 R-295 R-296 R-297 R-298 R-332 R-408 Manage Products lists all items, and a deleted one leaves the orders alone", async ({
  page,
  newPerson,
}) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts?limit=250");
  await expect(heading(page)).toHaveText(allItems.heading.words(seeded));
  await expect(rows(page)).toHaveCount(seeded);
  await soft(page.getByRole("columnheader")).toHaveText([...allItems.columns.names]);
  const trims: { _id: string; name: string; quantity: number; img: string; moq: number }[] = await (
    await page.request.get("/api/trims?limit=3")
  ).json();
  for (const [at, { name, quantity, img }] of trims.entries()) {
    const cells = rows(page).nth(at).getByRole("cell");
    await soft(cells.nth(0)).toHaveText(String(at + 1));
    await soft(cells.nth(1).getByRole("button")).toHaveText(name);
    await soft(cells.nth(2)).toContainText(quantity.toLocaleString("en"));
    const picture = cells.nth(3).getByRole("img");
    await soft(picture).toHaveAccessibleName(/\w{3}/);
    await soft(picture).toHaveAttribute("src", new RegExp(img.replace(".webp", "")));
    await soft(cells.nth(4).getByRole("button")).toHaveAccessibleName(new RegExp(`^Delete item ${at + 1}`));
  }

  const [trim] = trims;
  if (!trim) throw new Error("There is no trim.");
  const customer = await newPerson();
  await logIn(customer, buyer);
  await customer.goto(`/purchase/${trim._id}`);
  await customer.getByLabel("Phone").fill("0046855512080");
  await customer.getByLabel("Address").fill("Umeå");
  await customer.getByLabel("Order quantity").fill(String(trim.moq));
  await customer.getByRole("button", { name: "Place order" }).click();
  await expect(customer.getByText(/^Success !!!/)).toBeVisible();

  const remove = rows(page)
    .first()
    .getByRole("button", { name: /^Delete item 1/ });
  await expectCare(page, remove, allItems.question.words, allItems.deleted.words);
  await soft(page.getByText("Order Cancelled")).toHaveCount(0);
  await soft(heading(page)).toHaveText(allItems.heading.words(seeded - 1));
  await customer.goto("/dashboard/myorders");
  await soft(customer.getByRole("cell").getByRole("link", { name: trim.name })).toBeVisible();
});

test("R-014 R-279 R-280 R-281 R-282 R-283 R-284 R-285 R-286 R-287 R-288 R-289 R-290 R-302 R-399 R-406 R-411 Add A Product asks for all, and the item is in every list", async ({
  page,
}) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/addproduct");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const submit = page.getByRole("button", { name: addProduct.button.label, exact: true });
  const calls = noteCalls(page);
  await submit.click();
  for (const { line, label, type } of addProduct.fields) {
    await soft(field(label), line).toHaveAttribute("required");
    await soft(page.getByText(`${label} is required`, { exact: true }), line).toBeVisible();
    soft(await field(label).evaluate((element) => (element as HTMLInputElement).type), line).toBe(type);
  }
  for (const [label, written] of [
    ["Unit price", ["abc", "-1", "0.00001"]],
    ["Current stock quantity", ["many", "-1", "1.5"]],
  ] as const) {
    for (const typed of written) {
      await field(label).fill(typed);
      await soft(field(label), typed).toHaveAttribute("aria-invalid", "true");
    }
  }
  // The header takes a token, for the order sheet.
  soft(calls.made().filter((call) => call.startsWith("POST") && call !== "POST /login")).toEqual([]);

  const item = {
    name: "Ring rivet, copper, 8 mm",
    price: "0.0345",
    description: "Brass cap struck with the house name.",
    moq: "5000",
    quantity: "4999",
    img: "/images/products/domed-rivet-antique-brass-9-5.webp",
  };
  for (const { label, key } of addProduct.fields) await field(label).fill(item[key]);
  await soft(page.getByText("The minimum order is above the stock")).toBeVisible();
  const expectStored = async (said: string | RegExp) => {
    await expect(page.getByText(said)).toBeVisible();
    await soft(page.getByText(addProduct.success.words)).toHaveCount(0);
    for (const { line, label, key } of addProduct.fields) await soft(field(label), line).toHaveValue(item[key]);
    await dismissToasts(page);
  };
  await failNext(page, "POST", /\/api\/trims$/, { status: 500 });
  await submit.click();
  await expectStored(saidFor({ status: 500 }));
  await page.route(/\/api\/trims$/, (route) => route.fulfill({ json: { acknowledged: true } }), { times: 1 });
  await submit.click();
  await expectStored(/did not confirm the item/);

  calls.forget();
  await submit.click();
  await expect(page.getByText(addProduct.success.words, { exact: true })).toBeVisible();
  for (const { line, label } of addProduct.fields) await soft(field(label), line).toHaveValue("");
  const sent = calls.requests.find((request) => request.method() === "POST")?.postDataJSON();
  soft(sent).toMatchObject({ name: item.name, price: item.price, img: item.img, description: item.description });
  soft([Number(sent?.moq), Number(sent?.quantity)]).toEqual([5000, 4999]);

  await page.goto("/trims?q=ring+rivet%2C+copper");
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: item.name }) });
  await soft(card).toContainText("$0.0345");
  await card.getByRole("link", { name: "Order Now" }).click();
  await expect(heading(page)).toHaveText(item.name);
  await soft(page.getByText(item.description)).toBeVisible();
  await soft(page.getByRole("definition")).toHaveText([/^\$0\.0345/, "4,999", "5,000"]);
  await soft(page.getByRole("term")).toHaveText(["price per piece", "available quantity", "minimum order quantity"]);
  await page.goto("/dashboard/manageproducts?q=ring+rivet");
  await soft(rows(page).filter({ hasText: item.name })).toHaveCount(1);
});
