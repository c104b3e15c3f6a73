import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { failNext, hold } from "../failures.ts";
import { expect } from "../fixtures.ts";
import { buyerWithOrders, numbersOf, type Placed } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop, joinConfirmed, joinShop } from "../people.ts";

/** A page that the answer led to would be there by then. */
const LATER_MS = 500;

const rowsOf = (page: Page) => page.getByRole("table", { name: "All items" }).locator("tbody tr");

/** Opens the item of this row and saves a change, whose answer does not come before `release`. */
async function saveSlowly(page: Page, row: number) {
  await rowsOf(page).nth(row).getByRole("button").first().click();
  await page.getByLabel("Item description").fill(`Changed ${crypto.randomUUID()}`);
  const release = await hold(page, "PATCH", /\/api\/trims\//);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save Item" }).click();
  await sent;
  return release;
}

for (const { way, leave, path } of [
  { way: "Back", leave: (page: Page) => page.goBack(), path: /manageproducts$/ },
  {
    way: "the close button",
    leave: (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).click(),
    path: /manageproducts$/,
  },
  {
    way: "the menu",
    leave: (page: Page) => page.getByRole("link", { name: "Make Admin" }).click(),
    path: /makeadmin$/,
  },
]) {
  test(`the late answer to a save leads nowhere after ${way}`, async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard");
    await page.goto("/dashboard/manageproducts");
    const release = await saveSlowly(page, 1);
    await leave(page);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await expect(page.getByText("Item Saved")).toBeVisible();
    await pause(LATER_MS);
    await expect(page).toHaveURL(path);
  });
}

test("the late answer to a save does not close the sheet that was opened since", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  const release = await saveSlowly(page, 1);
  await rowsOf(page).nth(2).getByRole("button").first().click();
  await page.getByLabel("Item description").fill("Half a sentence");
  release();
  await expect(page.getByText("Item Saved")).toBeVisible();
  await pause(LATER_MS);
  await expect(page.getByLabel("Item description")).toHaveValue("Half a sentence");
});

test("a double click on Close closes the sheet and stays on the page", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  await page.goto("/dashboard/manageproducts");
  await rowsOf(page).nth(1).getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).dblclick();
  await pause(LATER_MS);
  await expect(page).toHaveURL(/manageproducts$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the second half of a double click does not reach what was under Close", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  await rowsOf(page).nth(1).getByRole("button").first().click();
  const { mouse } = page;
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).hover();
  await mouse.down();
  await mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
  await pause(LATER_MS);
  await expect(page).toHaveURL(/manageproducts$/);

  // Another click does.
  await mouse.down();
  await mouse.up();
  await expect(page).toHaveURL(/ordersheet$/);
});

test("two restocks on a slow line both show the new stock", async ({ page }) => {
  await enterShop(page, admin);
  const { accessToken } = await (await page.request.post("/api/login", { data: { email: admin.email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const trims: { _id: string; quantity: number }[] = await (await page.request.get("/api/trims?limit=2")).json();
  for (const { _id, quantity } of trims) {
    const low = await page.request.patch(`/api/trims/${_id}`, { headers, data: { lowStockAt: quantity + 9 } });
    expect(low.status()).toBe(200);
  }
  await page.goto("/dashboard/manageproducts?only=low");
  const release = await hold(page, "PATCH", /\/api\/trims\//);
  const rows = trims.map(({ _id }) => page.locator(`tr[data-row="${_id}"]`));
  for (const row of rows) {
    await row.getByRole("textbox").fill("1");
    await row.getByRole("button", { name: /^Restock/ }).click();
  }
  release();
  for (const row of rows) await expect(row.getByRole("textbox")).toHaveValue("");
  for (const [at, row] of rows.entries()) {
    await expect(row).toContainText(((trims[at]?.quantity ?? 0) + 1).toLocaleString("en-GB"));
  }
});

test("what is typed while a profile is being saved stays, and is not saved yet", async ({ page }) => {
  await joinShop(page);
  await page.goto("/dashboard/myprofile");
  await page.getByLabel("Phone").fill("0046855512080");
  await page.getByLabel("Location").fill("Umeå");
  await page.getByLabel("LinkedIn link").fill("https://linkedin.example/astrid");
  await page.getByLabel("Education").fill("Textile school");
  const release = await hold(page, "PUT", /\/api\/profile\//);
  await page.getByRole("button", { name: "Add / Update Profile" }).click();
  await page.getByLabel("Location").fill("Umeå, the harbour");
  release();
  await expect(page.getByText("Profile Created !!!!")).toBeVisible();
  await expect(page.getByLabel("Location")).toHaveValue("Umeå, the harbour");
  await expect(page.getByLabel("Location")).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Location")).toHaveValue("Umeå, the harbour");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("Location")).toHaveValue("Umeå");
});

test("the note that is begun while another is being saved stays", async ({ page, newPerson }) => {
  const buyer = await newPerson();
  await buyerWithOrders(buyer, 1);
  const [number] = await numbersOf(buyer);
  await enterShop(page, admin);
  await page.goto(`/dashboard/orders/${number}`);
  const form = page.getByRole("form", { name: "A note on the order" });
  const note = form.getByLabel("Note", { exact: true });
  await note.fill("The first parcel is late.");
  const release = await hold(page, "POST", /\/notes/);
  await form.getByRole("button", { name: "Save note" }).click();
  await note.fill("The second one is");
  release();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(note).toHaveValue("The second one is");
});

test.describe("whoever types on keeps the focus when the answer comes", () => {
  const words = "The second one is";

  test("to a review", async ({ page }) => {
    await joinShop(page);
    await page.goto("/dashboard/addreview");
    const review = page.getByRole("textbox", { name: "Review" });
    await page.getByLabel("Ratings").fill("4");
    await review.fill("The zips run well.");
    const release = await hold(page, "POST", /\/api\/reviews/);
    await page.getByRole("button", { name: "Add Review" }).click();
    await review.click();
    release();
    await expect(page.getByText(/^Success !!! Your review is added/)).toBeVisible();
    await expect(review).toBeFocused();
  });

  test("to a note", async ({ page, newPerson }) => {
    const { placed } = await buyerWithOrders(await newPerson(), 1);
    const [{ _id }] = placed as [Placed];
    await enterShop(page, admin);
    await page.goto(`/dashboard/orders/${_id}`);
    const form = page.getByRole("form", { name: "A note on the order" });
    const message = page.getByLabel("Message to the buyer");
    await form.getByLabel("Note", { exact: true }).fill("The first parcel is late.");
    const release = await hold(page, "GET", new RegExp(`/orders/${_id}`));
    await form.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Note saved")).toBeVisible();
    await message.focus();
    release();
    await expect(page.getByText("The first parcel is late.")).toBeVisible();
    await pause(LATER_MS);
    await page.keyboard.type("Soon");
    await expect(message).toHaveValue("Soon");
    await expect(message).toBeFocused();
  });

  test("to the cancellation of an order", async ({ page, newPerson }) => {
    const { placed } = await buyerWithOrders(await newPerson(), 1);
    const [{ _id }] = placed as [Placed];
    await enterShop(page, admin);
    // Only the answers to what is pressed change the page.
    await page.route("**/api/events", (route) => route.fulfill({ status: 204 }));
    await page.goto(`/dashboard/orders/${_id}`);
    const note = page.getByRole("form", { name: "A note on the order" }).getByLabel("Note", { exact: true });
    await page.getByRole("button", { name: "Cancel order" }).click();
    const release = await hold(page, "GET", new RegExp(`/orders/${_id}`));
    await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Order Cancelled")).toBeVisible();
    await note.click();
    await page.keyboard.type(words);
    release();
    await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
    await pause(LATER_MS);
    await expect(note).toBeFocused();
    await expect(note).toHaveValue(words);
  });

  test("to the wish to see new orders", async ({ page, newPerson }) => {
    await enterShop(page, admin);
    const following = page.waitForResponse(/\/api\/events$/);
    await page.goto("/dashboard/manageorders");
    await following;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^All Orders : \d+/);
    const { email } = await buyerWithOrders(await newPerson(), 1);
    const show = page.getByRole("button", { name: /^Show (it|them)$/ });
    await expect(show).toBeVisible();
    const release = await hold(page, "GET", /\/manageorders\.data/);
    await show.click();
    const search = page.getByRole("searchbox");
    await search.click();
    await page.keyboard.type("B");
    release();
    await expect(page.getByRole("link", { name: email })).toBeVisible();
    await pause(LATER_MS);
    await expect(search).toBeFocused();
  });

  test("to a role", async ({ page, newPerson }) => {
    const email = await joinConfirmed(await newPerson(), "Camille Besson");
    await enterShop(page, admin);
    await page.goto(`/dashboard/makeadmin?q=${email.slice(0, 8)}`);
    const row = page.getByRole("row").filter({ hasText: email });
    const release = await hold(page, "PUT", /\/api\/profiles\/admin\//);
    await row.getByRole("button", { name: "Make Admin" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
    const search = page.getByRole("searchbox");
    await search.click();
    release();
    await expect(row.getByText("Already an admin")).toBeVisible();
    await expect(search).toBeFocused();
  });
});

test("the sheet of an item whose stock moved since the list was loaded says the same throughout", async ({ page }) => {
  await enterShop(page, admin);
  const item = { name: `Ring rivet ${crypto.randomUUID().slice(0, 8)}`, description: "Brass cap.", price: "0.05" };
  const about = { ...item, moq: 100, quantity: 5000, img: "/images/products/domed-rivet-antique-brass-9-5.webp" };
  const { accessToken } = await (await page.request.post("/api/login", { data: { email: admin.email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const added = await page.request.post("/api/trims", { headers, data: about });
  const { insertedId } = await added.json();
  await page.goto(`/dashboard/manageproducts?q=${encodeURIComponent(item.name)}`);
  await expect(page.getByRole("button", { name: item.name, exact: true })).toBeVisible();
  const scrap = await page.request.patch(`/api/trims/${insertedId}`, { headers, data: { restock: -4950 } });
  expect(scrap.status()).toBe(200);
  await page.getByRole("button", { name: item.name, exact: true }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("table", { name: /^Movements/ })).toContainText("\u22124,950");
  await expect(sheet.getByText("50 pieces available")).toBeVisible();
  await expect(sheet.getByText("The minimum order is above the stock")).toBeVisible();
  await page.request.delete(`/api/trims/${insertedId}`, { headers });
});

test.describe("on a line that fails", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("the reason of a cancellation is still there, for this order and no other", async ({ page, newPerson }) => {
    await buyerWithOrders(await newPerson(), 2);
    await enterShop(page, admin);
    await page.goto("/dashboard/manageorders");
    const ask = (row: number) =>
      page
        .getByRole("table")
        .locator("tbody tr")
        .nth(row)
        .getByRole("button", { name: /cancel/i })
        .click();
    const dialog = page.getByRole("dialog", { name: "Confirm" });
    const reason = dialog.getByLabel("Reason, for the buyer (optional)");
    await ask(0);
    await reason.fill("The dye house is closed.");
    await failNext(page, "DELETE", /\/api\/orders\//, "network");
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("No connection to the shop. Please try again.").first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await ask(1);
    await expect(reason).toHaveValue("");
    await dialog.getByRole("button", { name: "No" }).click();
    await expect(dialog).toHaveCount(0);
    await ask(0);
    await expect(reason).toHaveValue("The dye house is closed.");
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Order Cancelled")).toBeVisible();
  });
});
