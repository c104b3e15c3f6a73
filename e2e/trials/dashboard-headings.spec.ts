import type { Page } from "@playwright/test";
import { failNext } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { admin, buyer, enterShop } from "../people.ts";

// The heading of a dashboard page stands there without its data, too, and at the same place.

const pages = [
  { who: buyer, link: "My Orders", path: "myorders", heading: "My Orders" },
  { who: buyer, link: "Order sheet", path: "ordersheet", heading: "Order sheet" },
  { who: buyer, link: "My Profile", path: "myprofile", heading: "My Profile" },
  { who: admin, link: "Make Admin", path: "makeadmin", heading: "All Profiles" },
  { who: admin, link: "Manage All Orders", path: "manageorders", heading: "All Orders" },
  { who: admin, link: "Add A Product", path: "addproduct", heading: "Add A Product" },
  { who: admin, link: "Manage Products", path: "manageproducts", heading: "All Items" },
  { who: admin, link: "Reviews", path: "reviews", heading: "Reviews" },
  { who: admin, link: "Buyers", path: "buyers", heading: "All Buyers" },
  { who: admin, link: "Record", path: "record", heading: "Record" },
];

const headings = (page: Page) => page.getByRole("heading", { level: 1 });

/** Where the only heading begins at each width, once it says this. */
async function findHeading(page: Page, words: string | RegExp): Promise<Record<string, { x: number; y: number }>> {
  const found: Record<string, { x: number; y: number }> = {};
  for (const width of [1280, 768, 360]) {
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

for (const { who, link, path, heading } of pages) {
  test(`${path} has its heading when it failed, and at the same place with its data`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enterShop(page, who);
    await page.goto("/dashboard");
    await failNext(page, "GET", new RegExp(`/${path}\\.data`), { status: 500 });
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: link }).click();
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText("did not load");
    const failed = await findHeading(page, heading);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(failure).toHaveCount(0);
    await expect(page.getByRole("main").getByText("Loading...")).toHaveCount(0);
    expect(await findHeading(page, new RegExp(`^${heading}( :|$)`))).toEqual(failed);
  });
}

test("a page that is reloaded is as far down as before once it has its data", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  await expect(page.getByRole("row").nth(30)).toBeAttached();
  await page.evaluate(() => scrollTo(0, 900));
  await page.reload();
  await expect(page.getByRole("row").nth(30)).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});
