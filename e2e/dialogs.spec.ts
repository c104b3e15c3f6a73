import type { Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

const dialog = (page: Page) => page.locator("dialog:modal");
const act = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });

/** Opens it, looks at it and leaves it without an answer. */
async function lookAt(page: Page, title: string | RegExp): Promise<void> {
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByRole("heading").first()).toHaveText(title);
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
}

for (const width of [360, 1600]) {
  test.describe(`in the dark scheme at ${width} px`, () => {
    test.use({ colorScheme: "dark", viewport: { width, height: 900 } });

    test("no dialog about an order has an accessibility fault", { tag: width === 360 ? "@trial" : [] }, async ({
      page,
      newPerson,
    }) => {
      const buyer = await newPerson();
      await buyer.emulateMedia({ colorScheme: "dark" });
      await buyer.setViewportSize({ width, height: 900 });
      const { mark, placed } = await buyerWithOrders(buyer, 2);
      const [second, first] = await numbersOf(buyer);

      await buyer.goto("/dashboard/myorders");
      await buyer.getByRole("button", { name: /^Pay/ }).first().click();
      await lookAt(buyer, /pay/i);
      await buyer
        .getByRole("button", { name: /^Cancel order/ })
        .first()
        .click();
      await lookAt(buyer, "Order Cancel");

      await enterShop(page, admin);
      await page.goto(`/dashboard/orders/${first}`);
      await act(page, "Decline…").click();
      await lookAt(page, /Decline order/);
      await act(page, "Accept and invoice…").click();
      await lookAt(page, /Accept and invoice order/);

      const [{ _id } = { _id: "" }] = placed;
      await moveOrder(page, _id, acceptance);
      await moveOrder(page, _id, { track: "shipping", from: "pending", to: "in-production" });
      await moveOrder(page, _id, { track: "shipping", from: "in-production", to: "packed" });
      await page.goto(`/dashboard/orders/${first}`);
      await act(page, "Ship…").click();
      await lookAt(page, /Ship order/);
      await act(page, "Invoice…").click();
      await lookAt(page, /Invoice order/);

      await page.goto(`/dashboard/manageorders?q=${mark}`);
      await page.getByRole("checkbox", { name: `Select order No. ${second},` }).check();
      await expect(page.getByRole("toolbar")).toBeVisible();
      await axe(page);
      await page.getByRole("toolbar").getByRole("button", { name: "Decline 1…" }).click();
      await lookAt(page, /Decline order/);
      await page
        .getByRole("button", { name: /^Cancel order/ })
        .first()
        .click();
      await lookAt(page, /./);
      // Where there is room, a row opens beside the list.
      await page
        .getByRole("link", { name: /, order No\./ })
        .first()
        .click();
      if (width >= 1536) await expect(page.getByRole("dialog")).toBeVisible();
      else await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);
      await axe(page);
    });

    test("no dialog of the shop has an accessibility fault", { tag: width === 360 ? "@trial" : [] }, async ({
      page,
    }) => {
      await enterShop(page, admin);
      await page.goto("/dashboard/manageproducts?q=rivet");
      const row = page
        .getByRole("row")
        .filter({ has: page.getByRole("cell") })
        .first();
      await row.getByRole("button", { name: /^(Cancel|Delete|Remove)/ }).click();
      await lookAt(page, /./);
      await row.getByRole("button").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await axe(page);
    });
  });
}
