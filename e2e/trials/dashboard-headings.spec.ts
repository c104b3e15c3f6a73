import type { Page } from "@playwright/test";
import { failNext, hold } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { admin, buyer, enterShop } from "../people.ts";

// The heading of a dashboard page stands there before its data, and without it, and stays where it is.

const pages = [
  { who: buyer, path: "myorders", asks: /\/api\/orders\?/, heading: "My Orders" },
  { who: buyer, path: "ordersheet", asks: /\/api\/orderDraft/, heading: "Order sheet" },
  { who: buyer, path: "myprofile", asks: /\/api\/profile\//, heading: "My Profile" },
  { who: admin, path: "makeadmin", asks: /\/api\/profiles\?/, heading: "All Profiles" },
  { who: admin, path: "manageorders", asks: /\/api\/allOrders\?/, heading: "All Orders" },
  { who: admin, path: "addproduct", asks: /\/api\/account\/security/, heading: "Add A Product" },
  { who: admin, path: "manageproducts", asks: /\/api\/trims\?/, heading: "All Items" },
  { who: admin, path: "manageproducts?only=low", asks: /\/api\/trims\/low\?/, heading: "Low Stock" },
  { who: admin, path: "reviews", asks: /\/api\/allReviews\?/, heading: "Reviews" },
  { who: admin, path: "buyers", asks: /\/api\/buyers\?/, heading: "All Buyers" },
  { who: admin, path: "record", asks: /\/api\/audit\?/, heading: "Record" },
];

const headings = (page: Page) => page.getByRole("heading", { level: 1 });
const loader = (page: Page) => page.getByRole("main").getByText("Loading...");

/** Where the only heading begins at each width, once it says this. */
async function findHeading(page: Page, words: string | RegExp): Promise<Record<string, { x: number; y: number }>> {
  const found: Record<string, { x: number; y: number }> = {};
  for (const width of [768, 360]) {
    const at = `${width} pixels wide`;
    await page.setViewportSize({ width, height: 900 });
    await expect(headings(page), at).toHaveText(words);
    await expect(headings(page), at).toBeInViewport({ ratio: 1 });
    const box = await headings(page).boundingBox();
    expect(box?.height, at).toBeGreaterThan(20);
    found[at] = { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) };
  }
  return found;
}

test.use({ expectedErrors: [/\b500 \(/] });

for (const { who, path, asks, heading } of pages) {
  test(`${path} has its heading while it loads, when it failed, and at the same place with its data`, async ({
    page,
  }) => {
    await enterShop(page, who);
    await failNext(page, "GET", asks, { status: 500 });
    const release = await hold(page, "GET", asks);
    await page.goto(`/dashboard/${path}`);
    await expect(loader(page)).toBeVisible();
    const loading = await findHeading(page, heading);
    await expect(loader(page)).toBeVisible();
    release();
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText("did not load");
    expect(await findHeading(page, heading)).toEqual(loading);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(failure).toHaveCount(0);
    await expect(loader(page)).toHaveCount(0);
    expect(await findHeading(page, new RegExp(`^${heading}( :|$)`))).toEqual(loading);
  });
}

test("the loader keeps its place when the heading appears above it", async ({ page }) => {
  await enterShop(page, buyer);
  const release = await hold(page, "GET", "**/api/auth/get-session");
  await page.route(/\/api\/orders\?/, () => {});
  await page.goto("/dashboard/myorders");
  await expect(loader(page)).toBeVisible();
  await expect(headings(page)).toHaveCount(0);
  const before = await loader(page).boundingBox();
  release();
  await expect(headings(page)).toHaveText("My Orders");
  expect(await loader(page).boundingBox()).toEqual(before);
});

test("a page that is reloaded is as far down as before once it has its data", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  await expect(page.getByRole("row").nth(30)).toBeAttached();
  await page.evaluate(() => scrollTo(0, 900));
  await page.reload();
  await expect(page.getByRole("row").nth(30)).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});
