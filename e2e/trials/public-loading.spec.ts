import type { Page } from "@playwright/test";
import { hold } from "../failures.ts";
import { axe, expect, test } from "../fixtures.ts";
import { buyer, enterShop } from "../people.ts";
import { readShifts } from "../shifts.ts";

// a page on a slow line says that it is on its way.

const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading the page" });
const said = (page: Page) => page.getByRole("status").filter({ hasText: "Loading..." });

/** Opens the blogs and holds back what leads to the next page, until `arrive` is called. */
async function holdHome(page: Page): Promise<() => void> {
  await page.goto("/blogs");
  return hold(page, "GET", "**/*.data**");
}

for (const [reducedMotion, moves] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test("a bar in the frame shows and says that a page is loading, and goes when it is there", async ({ page }) => {
      const arrive = await holdHome(page);
      await expect(bar(page)).toHaveCount(0);
      await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
      await expect(bar(page)).toBeInViewport();
      await expect(said(page)).toHaveCount(1);
      await expect(page.getByRole("heading", { name: "Blogs", level: 1 })).toBeVisible();
      expect((await bar(page).evaluate((element) => element.getAnimations().length)) > 0).toBe(moves);
      await axe(page);
      arrive();
      await expect(page).toHaveURL("/home");
      await expect(bar(page)).toHaveCount(0);
      await expect(said(page)).toHaveCount(0);
    });
  });
}

test("a search among the trims has its own spinner, and no bar beside it", async ({ page }) => {
  await page.goto("/trims");
  const release = await hold(page, "GET", "**/*.data**");
  await page
    .getByRole("navigation", { name: "Product line" })
    .getByRole("link", { name: /^Rivets/ })
    .click();
  await expect(said(page)).toHaveCount(1);
  await expect(bar(page)).toHaveCount(0);
  release();
  await expect(said(page)).toHaveCount(0);
});

test.describe("a page that is only a picture", () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const [path, name] of [
    ["/dashboard/payment", /^Under construction/],
    ["/dashboard/nowhere", /^404, page not found/],
  ] as const) {
    test(`${path} takes the whole width before its scripts have come, and nothing moves when they do`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await enterShop(page, buyer);
      const release = await hold(page, "GET", "**/*.js");
      const asked = page.waitForRequest("**/*.js");
      await page.goto(path, { waitUntil: "commit" });
      // Before its styles have come the page has another shape, which nobody sees.
      await expect(page.getByRole("img", { name })).toBeInViewport();
      await asked;
      const main = page.getByRole("main");
      const before = await main.boundingBox();
      expect(before?.width).toBe(1280);
      release();
      await page.waitForLoadState("networkidle");
      expect(await main.boundingBox()).toEqual(before);
      expect(await readShifts(page)).toBe(0);
    });
  }
});
