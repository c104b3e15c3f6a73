import type { Page } from "@playwright/test";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { pathsOf } from "#test/pages.ts";
import { axeInBothSchemes, expect, test } from "./fixtures.ts";
import { admin, buyer, enterShop } from "./people.ts";

const site = "Rivet & Reed";
test.describe("in both schemes", () => {
  const expectFit = async (page: Page, path: string) => {
    await page.goto(path);
    await expect(page, path).toHaveTitle(/. : Rivet & Reed$/);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await axeInBothSchemes(page);
  };

  for (const [who, paths] of [
    [admin, pathsOf("admin")],
    [buyer, [...pathsOf("signed in", "buyer"), "/purchase"]],
    [null, [...pathsOf("everybody"), "/trims?line=rivets&finish=copper&inStock=8000"]],
  ] as const)
    test(`the pages of ${who?.name ?? "a visitor"} have a title, a heading and no accessibility fault`, async ({
      page,
      request,
    }) => {
      if (who) await enterShop(page, who);
      const [trim] = await (await request.get("/api/trims?limit=1")).json();
      for (const path of paths) await expectFit(page, path === "/purchase" ? `/purchase/${trim._id}` : path);
    });

  test("the pages of trims have their name, and no accessibility fault", async ({ page, request }) => {
    const trims = await (await request.get("/api/trims?limit=1000")).json();
    const soldOut = trims.find(({ quantity }: { quantity: number }) => quantity === 0);
    for (const { number, name } of [trims[3], soldOut]) {
      await page.goto(`/trims/${number}`);
      await expect(page).toHaveTitle(`${name} : ${site}`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await axeInBothSchemes(page);
      await page.getByRole("link", { name: /^Enlarge/ }).click();
      await expect(page.getByRole("dialog", { name })).toBeVisible();
      await axeInBothSchemes(page);
    }
  });

  test("the admin's reviews have no accessibility fault, asked to hide and to answer one", async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/reviews");
    await expect(page).toHaveTitle(`Reviews : ${site}`);
    await expect(page.getByRole("heading", { name: /^Reviews : \d+ items/ })).toBeVisible();
    await expect(page.getByRole("table", { name: "Reviews by stars" })).toBeVisible();
    await page
      .getByRole("button", { name: /^Answer / })
      .first()
      .click();
    await expect(page.getByLabel("Your answer")).toBeFocused();
    await axeInBothSchemes(page);
    await page
      .getByRole("button", { name: /^Hide the review/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: "Hide this review" })).toBeVisible();
    await axeInBothSchemes(page);
  });

  test("the admin's low stock has no accessibility fault, nor has an item's sheet", async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts?only=low");
    await expect(page.getByRole("heading", { name: /^Low Stock : \d+ items/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Restock / }).first()).toBeVisible();
    await axeInBothSchemes(page);
    await page.locator("[data-row-button]").first().click();
    await expect(page.getByRole("table", { name: /^Movements/ })).toBeVisible();
    await axeInBothSchemes(page);
  });

  test("the admin's import has no accessibility fault, nor has what it says of a file", async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts/import");
    await expect(page).toHaveTitle(`Import items : ${site}`);
    await expect(page.getByRole("heading", { name: "Drop a CSV here" })).toBeVisible();
    for (const [text, heading] of [
      ["number,price\n1,99\n2,4\n", "2 changed"],
      ['number,price\n1,"0,1"\n', "1 error in 1 row"],
    ] as const) {
      const file = { name: "items.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
      await page.getByLabel("CSV file").setInputFiles(file);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await axeInBothSchemes(page);
    }
  });
});

test.describe("an address that does not exist", () => {
  test.use({ expectedErrors: [/404 \(Not Found\)|400 \(Bad Request\)/] });

  test("R-161 a trim that does not exist is reported as missing, without a form", async ({ page }) => {
    await enterShop(page, buyer);
    for (const id of ["01980000-0000-7000-8000-000000000000", "42"]) {
      await page.goto(`/purchase/${id}`);
      await expect(page.getByText("This trim is not in the catalogue")).toBeVisible();
      await expect(page.getByRole("button", { name: "Place order" })).toHaveCount(0);
    }
  });
});

test("trims come 12 at a time, and the last step shows all", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/");
  const cards = page.getByRole("link", { name: "Order Now" });
  const more = page.getByRole("link", { name: "Show more" });
  await expect(cards).toHaveCount(12);
  // Other journeys add trims meanwhile, so there may be a step more than the catalogue has.
  for (let count = 12; (await more.count()) > 0; count += 12) {
    await expect(page.getByText(new RegExp(`^${count} of \\d+ trims$`))).toBeVisible();
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(count);
    if ((await more.count()) > 0) await expect(cards).toHaveCount(count + 12);
  }
  await expect(page.getByText(`${await cards.count()} trims`, { exact: true })).toBeVisible();
  // Those of the catalogue are counted.
  const names = await page.getByRole("article").getByRole("heading").allTextContents();
  const catalogued = new Set(catalogue.map(({ name }) => name));
  expect(names.filter((name) => catalogued.has(name.replaceAll("\u00a0", " ")))).toHaveLength(107);
});
