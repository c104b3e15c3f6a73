import type { Locator, Page } from "@playwright/test";
import { apparelBrands } from "#app/content/brands.ts";
import { footerOptions } from "#app/content/footer.ts";
import { browserLaunch } from "./browser.ts";
import { axe, expect, test } from "./fixtures.ts";

const words = {
  "Our Top Buyers": { title: "Buyer's Nominations", text: apparelBrands.map(({ name }) => name) },
  "Our Monthly Sell": {
    title: "Average Monthly Sell",
    text: ["The average monthly sale of this item is over 5 Million units internationally, and it is increasing."],
  },
} as const;

const ways: [name: string, close: (page: Page, dialog: Locator) => Promise<void>][] = [
  ["Close", (_, dialog) => dialog.getByRole("button", { name: "Close" }).last().click()],
  ["the control in its head", (_, dialog) => dialog.getByRole("button", { name: "Close" }).first().click()],
  ["Escape", (page) => page.keyboard.press("Escape")],
];

for (const [opener, { title, text }] of Object.entries(words)) {
  test(`"${opener}" opens "${title}", which keeps the focus and gives it back`, async ({ page }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: opener });
    const dialog = page.getByRole("dialog", { name: title });
    for (const [, close] of ways) {
      await button.click();
      for (const words of text) await expect(dialog.getByText(words)).toBeVisible();
      await expectTrap(page, dialog);
      await close(page, dialog);
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
  });
}

for (const [length, height] of [
  ["long", 800],
  ["short", 4000],
] as const) {
  test(`nothing moves sideways on a ${length} page when a dialog opens`, async ({ playwright, shop }) => {
    // Playwright hides the scrollbars of its browsers, and with them what this is about.
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

test("the buyers are seven", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Our Top Buyers" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(7);
});

test("the buttons are gone on the smallest screens, and back at 576 px", async ({ page }) => {
  await page.setViewportSize({ width: 575, height: 800 });
  await page.goto("/");
  for (const opener of Object.keys(words)) await expect(page.getByRole("button", { name: opener })).toBeHidden();
  await page.setViewportSize({ width: 576, height: 800 });
  for (const opener of Object.keys(words)) await expect(page.getByRole("button", { name: opener })).toBeVisible();
});

test("each of the footer's 16 options opens its own words, and each way closes them", async ({ page }) => {
  await page.goto("/blogs");
  const footer = page.getByRole("contentinfo");
  expect(footerOptions).toHaveLength(16);
  for (const [index, option] of footerOptions.entries()) {
    const button = footer.getByRole("button", { name: option, exact: true });
    await button.click();
    const dialog = page.getByRole("dialog", { name: `Welcome to ${option}`, exact: true });
    await expect(dialog.getByText(`${option} is under construction and will be available soon.`)).toBeVisible();
    const [, close] = ways[index % ways.length] ?? [];
    await close?.(page, dialog);
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    test("no modal has an accessibility fault", async ({ page }) => {
      await page.goto("/");
      const openers = [...Object.keys(words), "Licenses"];
      for (const opener of openers) {
        await page.getByRole("button", { name: opener, exact: true }).click();
        await expect(page.getByRole("dialog").filter({ visible: true })).toBeVisible();
        await axe(page);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
      }
    });

    test("the open menu has no accessibility fault", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto("/portfolio");
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(page.getByRole("link", { name: "Blogs" })).toBeVisible();
      await axe(page);
    });
  });
}

/** Once around with Tab: nothing of the page behind takes the focus. */
async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    const isInside = await dialog.evaluate((element) => {
      const { activeElement } = document;
      // Between its last and its first element the browser's own controls have a turn.
      return activeElement === document.body || element.contains(activeElement);
    });
    expect(isInside).toBe(true);
  }
}
