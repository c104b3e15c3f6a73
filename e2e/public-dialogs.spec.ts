import type { Locator, Page } from "@playwright/test";
import { carousel, modals } from "#test/specification/public.ts";
import { browserLaunch } from "./browser.ts";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";

const words = { [carousel.buyers.label]: modals.buyers, [carousel.sell.label]: modals.sell } as const;

const close = (dialog: Locator) => dialog.getByRole("button", { name: "Close", exact: true });
const ways: ((page: Page, dialog: Locator) => Promise<void>)[] = [
  (_, dialog) => close(dialog).filter({ hasText: "Close" }).click(),
  // The control in its head is an icon without text.
  (_, dialog) => close(dialog).filter({ hasNotText: "Close" }).click(),
  (page) => page.keyboard.press("Escape"),
];

for (const [opener, modal] of Object.entries(words)) {
  test(`R-085 R-086 R-087 R-088 R-089 R-090 R-091 R-092 R-093 R-094 "${opener}" opens "${modal.title}", which keeps the focus and gives it back`, async ({
    page,
  }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: opener });
    const dialog = page.getByRole("dialog", { name: modal.title, exact: true });
    for (const leave of ways) {
      await button.click();
      if ("words" in modal) await expect(dialog.getByRole("paragraph")).toHaveText(modal.words);
      else await expect(dialog.getByRole("listitem")).toHaveCount(modal.brands);
      await expectTrap(page, dialog);
      await leave(page, dialog);
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
  });
}

for (const [length, height] of [
  ["long", 800],
  ["short", 4000],
] as const) {
  test(`nothing moves sideways on a ${length} page when a dialog opens`, { tag: "@trial" }, async ({
    playwright,
    shop,
  }) => {
    // Playwright hides the scrollbars of its browsers, and this test needs them.
    const browser = await playwright.chromium.launch({ ...browserLaunch(), ignoreDefaultArgs: ["--hide-scrollbars"] });
    const page = await browser.newPage({ viewport: { width: 1280, height } });
    await page.goto(`${shop}/blogs`);
    const heading = page.getByRole("heading", { level: 1 });
    const leftOf = async () => (await heading.boundingBox())?.x;
    const before = await leftOf();
    expect(before).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Licenses", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await leftOf()).toBe(before);
    await browser.close();
  });
}

test("R-080 R-417 the buttons are gone on the smallest screens, and back at 576 px", async ({ page }) => {
  await page.setViewportSize({ width: 575, height: 800 });
  await page.goto("/");
  for (const opener of Object.keys(words)) await expect(page.getByRole("button", { name: opener })).toBeHidden();
  await page.setViewportSize({ width: 576, height: 800 });
  for (const opener of Object.keys(words)) await expect(page.getByRole("button", { name: opener })).toBeVisible();
});

test.describe("in both schemes", () => {
  test("no modal has an accessibility fault", async ({ page }) => {
    await page.goto("/");
    const openers = [...Object.keys(words), "Licenses"];
    for (const opener of openers) {
      await page.getByRole("button", { name: opener, exact: true }).click();
      await expect(page.getByRole("dialog").filter({ visible: true })).toBeVisible();
      await axeInBothSchemes(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
    }
  });

  test("the open menu has no accessibility fault", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/portfolio");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Blogs" })).toBeVisible();
    await axeInBothSchemes(page);
  });
});

/** Once around with Tab: nothing of the page behind takes the focus. */
async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    const isInside = await dialog.evaluate((element) => {
      const { activeElement } = document;
      // Between its last and its first element come the browser's own controls.
      return activeElement === document.body || element.contains(activeElement);
    });
    expect(isInside).toBe(true);
  }
}
