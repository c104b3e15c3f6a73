import { sizes } from "../failures.ts";
import { axe, expect } from "../fixtures.ts";
import { expectFocusStays, press, skipToContent, write } from "../keyboard.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop } from "../people.ts";

// Restocks change the catalogue.
for (const { name, viewport } of sizes) {
  test(`an admin finds what is low and restocks it in its row, on a ${name}`, async ({ page, request }) => {
    await page.setViewportSize(viewport);
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts");
    const tabs = page.getByRole("navigation", { name: "Items by stock" });
    await expect(tabs.getByRole("link", { name: /^All 107$/ })).toBeVisible();
    const low = tabs.getByRole("link", { name: /^Low stock \d+$/ });
    const count = Number((await low.textContent())?.match(/\d+/)?.[0]);
    expect(count).toBeGreaterThan(1);
    await low.click();
    await expect(page).toHaveURL(/only=low/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Low Stock : ${count} items`);
    const row = page.getByRole("row").filter({ hasText: /of [\d,]+/ });
    await expect(row).toHaveCount(count);
    await axe(page);

    const first = row.first();
    const field = first.getByLabel(/^Pieces in or out/);
    const label = (await field.getAttribute("aria-label")) ?? "";
    const item = label.replace("Pieces in or out, ", "");
    await first.getByRole("button", { name: /^Restock / }).click();
    await expect(first.getByText("Please write a whole number of pieces")).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill("900000");
    await first.getByRole("button", { name: /^Restock / }).click();
    await expect(page.getByText(/: 9\d\d,\d{3} in stock now$/)).toBeVisible();
    // The row stays where it is until the list is asked for again.
    await expect(row).toHaveCount(count - 1);
    await expect(page.getByLabel(label)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Low Stock : ${count - 1} items`);
    await expect(page.getByText(new RegExp(`^1 to ${count - 1} of ${count - 1}$`))).toBeVisible();
    await expect(tabs.getByRole("link", { name: `Low stock ${count - 1}` })).toBeVisible();
    const found = await (await request.get(`/api/trims?q=${encodeURIComponent(item)}&limit=1`)).json();
    expect(found[0].quantity).toBeGreaterThanOrEqual(900_000);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Low Stock : ${count - 1} items`);
    await expect(row).toHaveCount(count - 1);
  });
}

test("an admin restocks in a row by keyboard", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts?only=low");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /of [\d,]+/ })
      .first(),
  ).toBeVisible();
  await skipToContent(page);
  const row = page.getByRole("row").nth(1);
  await write(row.getByLabel(/^Pieces in or out/), "1");
  const restock = row.getByRole("button", { name: /^Restock / });
  await press(restock);
  await expect(page.getByText(/in stock now$/)).toBeVisible();
  await expect(restock).toBeFocused();
  await expectFocusStays(page);
});
