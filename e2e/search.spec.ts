import { failNext } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { admin, enterShop } from "./people.ts";

for (const width of [360, 1280])
  test(`at ${width} px staff find anything from any page, by keyboard alone`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await enterShop(page, admin);
    await page.goto("/dashboard/buyers");
    const opener = page.getByRole("button", { name: "Search orders, buyers, invoices" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const palette = page.getByRole("dialog", { name: "Search" });
    const field = palette.getByRole("combobox");
    await expect(field).toBeFocused();
    await page.keyboard.type("zqxv 9");
    await expect(palette.getByRole("heading")).toHaveText("Nothing fits “zqxv 9”");
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("ziper");
    const option = palette.getByRole("option", { name: /zipper/ }).first();
    await expect(option).toBeVisible();
    await expect(option.locator("mark").first()).toHaveText("zipper");
    await axe(page);
    await page.keyboard.press("End");
    const name = await palette.locator("[data-highlighted]").getAttribute("href");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(name ?? "");
    await expect(palette).toHaveCount(0);
  });

test.describe("where the search does not answer", () => {
  test.use({ expectedErrors: [/\b500 \(/] });

  test("it says so, keeps the words and tries again, above a page of the site", async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/terms");
    await expect(page.getByText(admin.name)).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search" });
    await failNext(page, "GET", /\/api\/search/, { status: 500 });
    await palette.getByRole("combobox").fill("zipper");
    await expect(palette.getByRole("alert")).toContainText("The search did not answer");
    await palette.getByRole("button", { name: "Retry" }).click();
    await expect(palette.getByRole("option").first()).toBeVisible();
    await expect(palette.getByRole("combobox")).toHaveValue("zipper");
  });
});
