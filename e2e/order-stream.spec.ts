import type { BrowserContext, Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures.ts";
import { test as throughLine } from "./line.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf, orderAndOffice, type Placed } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

const shipping = (page: Page) => page.getByRole("list", { name: "Shipping" }).locator("[aria-current=step]");
const toProduction = { track: "shipping", from: "pending", to: "in-production" };
const toPacked = { track: "shipping", from: "in-production", to: "packed" };
const toShipped = { track: "shipping", from: "packed", to: "shipped" };

/** The calls of the stream that this browser makes, and where each resumes. */
function noteStreams(context: BrowserContext): (string | undefined)[] {
  const resumed: (string | undefined)[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") resumed.push(request.headers()["last-event-id"]);
  });
  return resumed;
}

/** The stream is open, and the page has asked again since. */
async function expectFollowing(page: Page, open: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForResponse(/\/api\/events$/);
  await open();
  await asked;
}

/** How many listeners the busiest AbortSignal of the page has. */
async function mostAbortListeners(page: Page): Promise<number> {
  const tools = await page.context().newCDPSession(page);
  const { result: kind } = await tools.send("Runtime.evaluate", { expression: "AbortSignal.prototype" });
  const { objects } = await tools.send("Runtime.queryObjects", { prototypeObjectId: kind.objectId ?? "" });
  const of = { objectId: objects.objectId ?? "", ownProperties: true };
  const { result: signals } = await tools.send("Runtime.getProperties", of);
  const counts = signals.map(async ({ value }) => {
    if (!value?.objectId) return 0;
    const { listeners } = await tools.send("DOMDebugger.getEventListeners", { objectId: value.objectId });
    return listeners.length;
  });
  return Math.max(...(await Promise.all(counts)));
}

test("a buyer's open pages follow what an admin does, without a reload", async ({ page, newPerson }) => {
  const { placed } = await buyerWithOrders(page, 2);
  const [newest] = await numbersOf(page);
  const [first, second] = placed as [Placed, Placed];
  const office = await newPerson();
  await enterShop(office, admin);
  await expectFollowing(page, () => page.goto("/dashboard/myorders"));
  const order = await page.context().newPage();
  await order.goto(`/dashboard/orders/${newest}`);
  await expect(order.getByText("We will confirm the order.")).toBeVisible();

  await moveOrder(office, second._id, { ...acceptance, note: "All from one batch." });
  await expect(page.getByRole("row").nth(1)).toContainText("Accepted");
  await expect(order.getByText("We will confirm the order.")).toHaveCount(0);
  await moveOrder(office, second._id, toProduction);
  await expect(page.getByRole("row").nth(1)).toContainText("In production");
  await expect(shipping(order)).toContainText("In production");
  await expect(order.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  // The shop's internal notes are not sent.
  await expect(order.getByRole("main")).not.toContainText("All from one batch.");
  await moveOrder(office, first._id, { track: "review", from: "in-review", to: "declined", note: "The die is worn." });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 1 items");
});

test("what happens while a list is being sorted is seen in it, however late its answer is", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { placed } = await buyerWithOrders(page, 11);
  const office = await newPerson();
  await enterShop(office, admin);
  await expectFollowing(page, () => page.goto("/dashboard/myorders"));
  // What is asked for when the stream opens has been answered.
  await page.evaluate(() => new Promise((over) => setTimeout(over, 1500)));
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /\/myorders\.data\?.*sort=/,
    async (route) => {
      const response = await route.fetch();
      held.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole("columnheader", { name: "Quantity" }).getByRole("button").click();
  await held.promise;
  const asked = page.waitForResponse(/\/api\/orders\?/);
  await moveOrder(office, placed[0]?._id ?? "", acceptance);
  await asked;
  released.resolve();
  await expect(page).toHaveURL(/sort=/);
  await expect(page.getByRole("row").filter({ hasText: "Accepted" })).toHaveCount(1);
});

test("six tabs share one stream; when the tab that reads it goes, another resumes it and none misses anything", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { number, _id, office } = await orderAndOffice(page, newPerson);
  const resumed = noteStreams(page.context());
  await expectFollowing(page, () => page.goto(`/dashboard/orders/${number}`));
  const others = await Promise.all(Array.from({ length: 5 }, () => page.context().newPage()));
  for (const tab of others) await tab.goto(`/dashboard/orders/${number}`);
  await moveOrder(office, _id, acceptance);
  for (const tab of [page, ...others]) {
    await expect(tab.getByRole("list", { name: "Review" }).locator("[aria-current]")).toContainText("Accepted");
  }
  expect(resumed).toEqual([undefined]);

  await page.close();
  await moveOrder(office, _id, toProduction);
  for (const tab of others) await expect(shipping(tab)).toContainText("In production");
  await moveOrder(office, _id, toPacked);
  for (const tab of others) await expect(shipping(tab)).toContainText("Packed");
  expect(resumed).toHaveLength(2);
  expect(resumed[1]).toMatch(/^\d+$/);
});

test.describe("when the line is cut", () => {
  const expectedErrors = [/\b(401|503) \(|ERR_/];
  test.use({ expectedErrors });
  throughLine.use({ expectedErrors });

  throughLine(
    "the stream resumes where it was, and what happened meanwhile is shown",
    { tag: "@trial" },
    async ({ page, newPerson, line }) => {
      const { number, _id, office } = await orderAndOffice(page, newPerson);
      const resumed = noteStreams(page.context());
      await expectFollowing(page, () => page.goto(`/dashboard/orders/${number}`));
      await moveOrder(office, _id, acceptance);
      await expect(page.getByRole("list", { name: "Review" }).locator("[aria-current]")).toContainText("Accepted");
      line.cut();
      await moveOrder(office, _id, toProduction);
      await expect(shipping(page)).toContainText("In production");
      await page.context().setOffline(true);
      line.cut();
      await moveOrder(office, _id, toPacked);
      await page.context().setOffline(false);
      await moveOrder(office, _id, toShipped);
      await expect(shipping(page)).toContainText("Shipped");
      await expect(page.getByText(/^Packed/).first()).toBeVisible();
      expect(resumed.at(-1)).toMatch(/^\d+$/);
    },
  );

  test("a token that is no longer accepted is renewed, and nobody is signed out", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const { number, _id, office } = await orderAndOffice(page, newPerson);
    let isExpired = true;
    await page.route(/\/api\/events$/, async (route) => {
      if (!isExpired) return route.fallback();
      isExpired = false;
      await route.fulfill({ status: 401, json: {} });
    });
    const renewed = page.waitForRequest(
      (request) => request.method() === "POST" && /\/api\/login$/.test(request.url()),
    );
    await page.goto(`/dashboard/orders/${number}`);
    await renewed;
    await page.waitForResponse((response) => /\/api\/events$/.test(response.url()) && response.ok());
    await moveOrder(office, _id, acceptance);
    await expect(page.getByRole("list", { name: "Review" }).locator("[aria-current]")).toContainText("Accepted");
    await expect(page).toHaveURL(`/dashboard/orders/${number}`);
  });

  test("the stream ends with the session, and only then is the buyer signed out", { tag: "@trial" }, async ({
    page,
    shop,
  }) => {
    await buyerWithOrders(page, 1);
    await expectFollowing(page, () => page.goto("/dashboard/myorders"));
    const left = await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
    expect(left.ok()).toBe(true);
    await expect(page).toHaveURL(/\/login\?from=/);
  });

  test("a stream that is tried again and again leaves nothing behind in the page", { tag: "@trial" }, async ({
    page,
  }) => {
    await buyerWithOrders(page, 1);
    const tried = noteStreams(page.context());
    await page.route(/\/api\/events$/, (route) => route.fulfill({ status: 503, json: {} }));
    await expectFollowing(page, () => page.goto("/dashboard/myorders"));
    // Whoever looks at the page ends its pause.
    const look = () => page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect.poll(() => look().then(() => tried.length), { intervals: [50] }).toBeGreaterThan(12);
    expect(await mostAbortListeners(page)).toBeLessThan(4);
  });

  test("without a stream the page asks again when somebody looks at it", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const { number, _id, office } = await orderAndOffice(page, newPerson);
    await page.route(/\/api\/events$/, (route) => route.fulfill({ status: 503, json: {} }));
    await expectFollowing(page, () => page.goto(`/dashboard/orders/${number}`));
    await moveOrder(office, _id, acceptance);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByRole("list", { name: "Review" }).locator("[aria-current]")).toContainText("Accepted");
  });
});

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
]) {
  test(`at ${viewport.width} px a new order is announced to an admin, and moves no row until it is asked for`, {
    tag: viewport.width === 360 ? "@trial" : [],
  }, async ({ page, newPerson }) => {
    await page.setViewportSize(viewport);
    const buyer = await newPerson();
    const { placed } = await buyerWithOrders(buyer, 2);
    await enterShop(page, admin);
    await expectFollowing(page, () => page.goto("/dashboard/manageorders"));
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows.first()).toBeVisible();
    const before = await rows.allTextContents();
    const { email } = await buyerWithOrders(await newPerson(), 1);
    await expect(page.getByText(/^\d+ new orders?$/)).toBeVisible();
    // Other journeys order too; what each row says of its own order may change, and its place does not.
    expect((await rows.allTextContents()).map((text) => text.slice(0, 40))).toEqual(
      before.map((text) => text.slice(0, 40)),
    );
    await axe(page);
    await moveOrder(page, (placed[1] as Placed)._id, acceptance);
    await page.getByRole("button", { name: /^Show (it|them)$/ }).click();
    await expect(page.getByRole("link", { name: email })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
}
