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

for (const path of ["/", "/login", "/blogs", "/dashboard/myorders"]) {
  test(`the layers rank as they should on ${path}`, async ({ page }) => {
    await page.goto(path);
    // A layer ranks by where it is named first, in whichever file comes first.
    const layers = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      return rules.flatMap((rule) =>
        rule instanceof CSSLayerStatementRule
          ? [...rule.nameList]
          : rule instanceof CSSLayerBlockRule
            ? [rule.name]
            : [],
      );
    });
    expect([...new Set(layers)]).toEqual(["base", "ui", "app", "print"]);
  });
}
