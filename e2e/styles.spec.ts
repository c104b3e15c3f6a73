import { expect, test } from "./fixtures.ts";
import { expectPainted } from "./looks.ts";
import { admin, enterShop } from "./people.ts";

test("a note in a drawer is dressed also when its page is the first that is opened", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  await page.getByRole("table").locator("tbody").getByRole("button").first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Minimum order quantity").fill("99999999");
  const note = sheet.getByText("The minimum order is above the stock");
  await expectPainted(note, "red");
  await expect(note).toHaveCSS("display", "flex");
});
