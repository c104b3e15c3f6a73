import type { Page } from "@playwright/test";

/** Goes to a page of the dashboard by its menu, which a narrow screen has in the header's sheet. */
export async function goByMenu(page: Page, name: string): Promise<void> {
  const toggle = page.getByRole("banner").getByRole("button", { name: "Menu" });
  if (await toggle.isVisible()) await toggle.click();
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name }).click();
}
