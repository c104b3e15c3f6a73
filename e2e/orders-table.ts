import { expect, type Page } from "@playwright/test";

// The table of all orders, and what admins do with selected rows.

export const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
export const boxes = (page: Page) => page.getByRole("checkbox", { name: /^Select order/ });
export const bar = (page: Page) => page.getByRole("toolbar", { name: "Actions for the selected orders" });
export const dialog = (page: Page) => page.locator("dialog:modal");

/** Goes from a row into the toolbar, or from the box of all, and with the arrows to this action. */
export async function act(page: Page, name: string | RegExp, from: "a" | "Tab" = "a"): Promise<void> {
  await page.keyboard.press(from);
  await expect(bar(page).getByRole("button").first()).toBeFocused();
  const wanted = bar(page).getByRole("button", { name });
  for (let step = 0; step < 8 && !(await wanted.evaluate((one) => one === document.activeElement)); step += 1) {
    await page.keyboard.press("ArrowRight");
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press("Enter");
}
