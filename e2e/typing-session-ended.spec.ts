import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectOrder, fillOrder, openOrderForm, withDelivery } from "./order-form.ts";
import { orderAndOffice } from "./orders.ts";
import { admin, enterShop, joinShop, logIn, PASSWORD } from "./people.ts";

const SAID = "Your session ended, but what you typed is still here.";

// The page hears of the end by a refusal.
test.use({ expectedErrors: [/401 \(Unauthorized\)|net::ERR_FAILED/] });

test.beforeEach(async ({ page }) => {
  // Or the end of the stream tells the page at a moment of its own.
  await page.route("**/api/events", (route) => route.abort());
});

/** Ends the session in the shop; the page does not know it yet. */
async function endInShop(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const { origin } = new URL(page.url());
  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin } });
}

/** As with the browser's back button: the page asks whether the session still stands. */
async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}

/** On the login that is open. */
async function logInHere(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Sends an order that was filled in while the session was still good. */
async function orderAfterTheEnd(page: Page, pieces: string): Promise<void> {
  await fillOrder(page, pieces);
  await endInShop(page);
  await page.getByRole("button", { name: "Place order" }).click();
}

/** Everything that this tab keeps, as text. */
const readTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("an order that was typed when the session ended is there after the login, and can be placed", async ({ page }) => {
  const email = await joinShop(page);
  const { path, pieces } = await openOrderForm(page);
  await orderAfterTheEnd(page, pieces);
  await logInHere(page, email);
  await expect(page).toHaveURL(path);
  await expectOrder(page, ["0046855512080", "Umeå", pieces]);
  await expect(page.getByText(SAID)).toBeVisible();
  expect(await readTab(page)).not.toContain("Umeå");
  await withDelivery(page, () => page.reload());
  await expectOrder(page, ["0046855512080", "Umeå", pieces]);
  await orderAfterTheEnd(page, pieces);
  await logInHere(page, email);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText(/^Success !!! Your Order/)).toBeVisible();
  await expect(page.getByText(SAID)).toHaveCount(0);
  expect(await readTab(page)).not.toContain("Umeå");
});

test("another person who logs in there finds nothing of it", { tag: "@trial" }, async ({ page, newPerson }) => {
  const next = await joinShop(await newPerson(), "Camille Besson");
  await joinShop(page);
  const { path, pieces } = await openOrderForm(page);
  await orderAfterTheEnd(page, pieces);
  await logInHere(page, next);
  await expect(page).toHaveURL(path);
  await expect(page.getByLabel("E-mail")).toHaveValue(next);
  await expectOrder(page, ["", "", ""]);
  await expect(page.getByText(SAID)).toHaveCount(0);
  expect(await readTab(page)).not.toContain("Umeå");
});

test("another person who logs in there and opens no form has nothing of it in the tab", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const next = await joinShop(await newPerson(), "Camille Besson");
  await joinShop(page);
  const { pieces } = await openOrderForm(page);
  await orderAfterTheEnd(page, pieces);
  await expect(page).toHaveURL(/\/login\?from=/);
  expect(await readTab(page)).toContain("Umeå");
  await logIn(page, { name: "Camille Besson", email: next, password: PASSWORD });
  expect(await readTab(page)).not.toContain("Umeå");
});

test("a logout leaves nothing of what was typed, now or at an earlier end of the session", { tag: "@trial" }, async ({
  page,
}) => {
  const email = await joinShop(page);
  const { path, pieces } = await openOrderForm(page);
  await orderAfterTheEnd(page, pieces);
  await expect(page).toHaveURL(/\/login\?from=/);
  expect(await readTab(page)).toContain("Umeå");
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Logged out.")).toBeVisible();
  expect(await readTab(page)).not.toContain("Umeå");
  await enterShop(page, { email, password: PASSWORD });
  await page.goto(path);
  await fillOrder(page, pieces);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Logged out.")).toBeVisible();
  expect(await readTab(page)).not.toContain("Umeå");
});

test("what was typed is forgotten after an hour", { tag: "@trial" }, async ({ page }) => {
  const email = await joinShop(page);
  const { pieces } = await openOrderForm(page);
  await orderAfterTheEnd(page, pieces);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.evaluate((hourMs) => {
    const stored = JSON.parse(sessionStorage.getItem("typed") ?? "");
    sessionStorage.setItem("typed", JSON.stringify({ ...stored, atMs: stored.atMs - hourMs }));
  }, 3_600_000);
  await logInHere(page, email);
  await expectOrder(page, ["", "", ""]);
  expect(await readTab(page)).not.toContain("Umeå");
});

for (const [path, label, words] of [
  ["/dashboard/myprofile", "Education", "Weaving school"],
  ["/dashboard/addreview", "Review", "Rivets that hold"],
] as const) {
  test(`what was typed at ${path} survives a logout in another tab`, { tag: "@trial" }, async ({ page, context }) => {
    const email = await joinShop(page);
    await page.goto(path);
    await page.getByRole("textbox", { name: label }).fill(words);
    const other = await context.newPage();
    await other.goto("/");
    await other.getByRole("button", { name: "Logout" }).click();
    await logInHere(page, email);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("textbox", { name: label })).toHaveValue(words);
    await expect(page.getByText(SAID)).toBeVisible();
  });
}

test("a note on an order is there again", { tag: "@trial" }, async ({ page, newPerson }) => {
  const { number } = await orderAndOffice(await newPerson(), async () => page);
  await page.goto(`/dashboard/orders/${number}`);
  const form = page.getByRole("form", { name: "A note on the order" });
  await form.getByLabel("Note", { exact: true }).fill("Calls before delivery.");
  await endInShop(page);
  await form.getByRole("button", { name: "Save note" }).click();
  await logInHere(page, admin.email, admin.password);
  await expect(form.getByLabel("Note", { exact: true })).toHaveValue("Calls before delivery.");
  await expect(form.getByText(SAID)).toBeVisible();
  await form.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(form.getByText(SAID)).toHaveCount(0);
});

test("an answer to a review is open again", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  const [review] = await (await page.request.get("/api/reviews?limit=1")).json();
  await page.goto(`/dashboard/reviews?${new URLSearchParams({ q: review.review.slice(0, 40) })}`);
  await page.getByRole("button", { name: `Answer ${review.name}` }).click();
  const form = page.getByRole("form", { name: `Answer ${review.name}` });
  await form.getByLabel("Your answer").fill("Thank you. The loom keeps its setting.");
  await endInShop(page);
  await comeBackTo(page);
  await logInHere(page, admin.email, admin.password);
  await expect(form.getByLabel("Your answer")).toHaveValue("Thank you. The loom keeps its setting.");
  await expect(form.getByText(SAID)).toBeVisible();
  await form.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: `Answer ${review.name}` })).toBeVisible();
  await expect(form).toHaveCount(0);
});

test("a new product is there again, with its price breaks", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/addproduct");
  await page.getByLabel("Item name", { exact: true }).fill("Ring rivet");
  await page.getByLabel("Unit price", { exact: true }).fill("0.0345");
  await page.getByRole("button", { name: "Add a break" }).click();
  await page.getByLabel("Break 1: from pieces").fill("9000");
  await endInShop(page);
  await comeBackTo(page);
  await logInHere(page, admin.email, admin.password);
  await expect(page.getByLabel("Item name", { exact: true })).toHaveValue("Ring rivet");
  await expect(page.getByLabel("Unit price", { exact: true })).toHaveValue("0.0345");
  await expect(page.getByLabel("Break 1: from pieces")).toHaveValue("9000");
  await expect(page.getByText(SAID)).toBeVisible();
});

test("a product that was being changed is open again, with its low mark", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
  await page.goto(`/dashboard/manageproducts?q=linen&open=${trim._id}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Put in")).toBeVisible();
  await sheet.getByLabel("Item name", { exact: true }).fill("Linen tape, renamed");
  await sheet.getByLabel("Low stock below").fill("777");
  await endInShop(page);
  // Not by saving: the list's own requests may hear of the end first.
  await comeBackTo(page);
  await logInHere(page, admin.email, admin.password);
  await expect(sheet.getByLabel("Item name", { exact: true })).toHaveValue("Linen tape, renamed");
  await expect(sheet.getByLabel("Low stock below")).toHaveValue("777");
  await expect(sheet.getByText(SAID)).toBeVisible();
});
