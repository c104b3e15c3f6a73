import type { Page } from "@playwright/test";
import { axe, expect, test } from "../fixtures.ts";
import { expectFocusStays, tabTo } from "../keyboard.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { boxes, rows } from "../orders-table.ts";
import { admin, enterShop } from "../people.ts";

/** Where an order opens beside the list. */
const wide = { width: 1600, height: 900 };
const link = (page: Page, at: number) => rows(page).nth(at).getByRole("cell").nth(1).getByRole("link");
const pane = (page: Page, number: number | undefined) =>
  page.getByRole("dialog").filter({ hasText: `Order No. ${number}` });
const current = (page: Page) => page.locator("tr[aria-current]");
const said = (page: Page) => page.getByRole("status").filter({ hasText: /selected$/ });

/** An admin's page of these many orders of somebody new, newest first. */
async function openList(page: Page, buyer: Page, count: number) {
  const { mark } = await buyerWithOrders(buyer, count);
  const numbers = await numbersOf(buyer);
  await enterShop(page, admin);
  const address = `/dashboard/manageorders?q=${mark}`;
  await page.goto(address);
  await expect(rows(page)).toHaveCount(count);
  return { numbers, address };
}

/** Clicks where a row has a figure, over which its link lies. */
async function clickBeside(page: Page, at: number, modifiers: "Shift"[] = []): Promise<void> {
  const row = rows(page).nth(at);
  const [around, box] = [await row.boundingBox(), await row.getByRole("cell").nth(3).boundingBox()];
  if (!around || !box) throw new Error(`Row ${at + 1} is not shown`);
  await row.click({ modifiers, position: { x: box.x - around.x + box.width / 2, y: around.height / 2 } });
}

async function expectPicked(page: Page, picked: number[]): Promise<void> {
  const among = await boxes(page).all();
  for (const [at, box] of among.entries()) {
    await expect(box, `row ${at + 1}`).toBeChecked({ checked: picked.includes(at) });
  }
  await expect(said(page)).toHaveText(picked.length === 0 ? "None selected" : `${picked.length} selected`);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in a ${colorScheme} window of 1600 px`, () => {
    test.use({ viewport: wide, colorScheme });

    test("an order opens beside the list, the keys lead on, Back and Escape close it", async ({ page, newPerson }) => {
      const { keyboard } = page;
      const { numbers, address } = await openList(page, await newPerson(), 4);
      await tabTo(link(page, 0));
      await keyboard.press("Enter");
      await expect(pane(page, numbers[0])).toBeVisible();
      await expect(page).toHaveURL(/&open=/);
      await expect(pane(page, numbers[0]).getByRole("heading", { level: 2 })).toBeFocused();
      await axe(page);
      // The list stays whole beside it.
      const [list, beside] = [
        await page.getByRole("table").boundingBox(),
        await page.getByRole("dialog").boundingBox(),
      ];
      expect((list?.x ?? 0) + (list?.width ?? Infinity)).toBeLessThanOrEqual(beside?.x ?? 0);

      const item = await rows(page).first().getByRole("cell").nth(2).boundingBox();
      expect(item?.width, "room for the name of an item").toBeGreaterThan(180);

      for (const [key, at] of [
        ["ArrowDown", 1],
        ["j", 2],
        ["j", 3],
        ["ArrowDown", 3],
        ["k", 2],
        ["ArrowUp", 1],
      ] as const) {
        await keyboard.press(key);
        await expect(pane(page, numbers[at])).toBeVisible();
        await expect(current(page)).toContainText(`No.\u00a0${numbers[at]}`);
        await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toBeFocused();
      }
      const opened = page.url();
      await keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expect(link(page, 1)).toBeFocused();
      await expectFocusStays(page);

      // In the list the pane follows, and the focus stays.
      await keyboard.press("Enter");
      await expect(pane(page, numbers[1])).toBeVisible();
      await link(page, 1).focus();
      await keyboard.press("j");
      await expect(pane(page, numbers[2])).toBeVisible();
      await expect(link(page, 2)).toBeFocused();
      await keyboard.press("Space");
      await expectPicked(page, [2]);
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(address);

      // The address says which order is open.
      await page.goto(opened);
      await expect(pane(page, numbers[1])).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(address);
    });
  });
}

test("where there is no room for it, an address with an open order leads to the order's page", async ({
  page,
  newPerson,
}) => {
  const { numbers } = await openList(page, await newPerson(), 1);
  await page.setViewportSize(wide);
  await link(page, 0).click();
  await expect(pane(page, numbers[0])).toBeVisible();
  const opened = page.url();
  // A window that becomes smaller keeps its list.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(opened);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^Order No.\\s${numbers[0]}$`));
});

test("a row opens by Enter, by its item and by a click beside its words, and its buttons keep their own", async ({
  page,
  newPerson,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const { numbers, address } = await openList(page, await newPerson(), 2);
  await page.setViewportSize({ width: 1280, height: 900 });
  await tabTo(link(page, 1));
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(new RegExp(`^Order No.\\s${numbers[1]}$`));
  await page.goto(address);
  await clickBeside(page, 0);
  await expect(heading).toHaveText(new RegExp(`^Order No.\\s${numbers[0]}$`));
  await page.goto(address);
  await rows(page).nth(0).getByRole("cell").nth(2).getByRole("link").click();
  await expect(heading).toHaveText(new RegExp(`^Order No.\\s${numbers[0]}$`));
  await page.goto(address);
  await rows(page)
    .nth(0)
    .getByRole("button", { name: /^Cancel order/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Confirm" })).toBeVisible();
  await page.getByRole("dialog", { name: "Confirm" }).getByRole("button", { name: "No" }).click();
  await boxes(page).nth(1).check();
  await expectPicked(page, [1]);
  await expect(heading).toHaveText("All Orders : 2 items");
});

test("orders are selected by the keyboard alone, singly and in stretches, and it is said how many", async ({
  page,
  newPerson,
}) => {
  const { keyboard } = page;
  await openList(page, await newPerson(), 6);
  await page.setViewportSize({ width: 1280, height: 900 });
  await tabTo(link(page, 1));
  await keyboard.press("Space");
  await expectPicked(page, [1]);
  await expect(link(page, 1)).toBeFocused();
  await keyboard.press("Space");
  await expectPicked(page, []);
  // Shift and the arrows draw a stretch out, and back in.
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("Shift+ArrowDown");
  await expectPicked(page, [1, 2, 3]);
  await expect(link(page, 3)).toBeFocused();
  await keyboard.press("Shift+ArrowUp");
  await expectPicked(page, [1, 2]);
  // Another stretch, from a row alone.
  await keyboard.press("ArrowDown");
  await keyboard.press("j");
  await expect(link(page, 4)).toBeFocused();
  await keyboard.press("Shift+ArrowDown");
  await expectPicked(page, [1, 2, 4, 5]);
  await keyboard.press("Home");
  await keyboard.press("Shift+Space");
  await expectPicked(page, [0, 1, 2, 3, 4, 5]);
  // From box to box, too.
  await page.getByRole("checkbox", { name: "Select these 6" }).uncheck();
  await boxes(page).nth(0).focus();
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowDown");
  await expect(boxes(page).nth(1)).toBeFocused();
  await expectPicked(page, [0, 1]);
  await boxes(page).nth(4).focus();
  await keyboard.press("Shift+Space");
  await expectPicked(page, [0, 1, 2, 3, 4]);
  await expect(page.getByRole("toolbar", { name: "Actions for the selected orders" })).toContainText("5 selected");
  await axe(page);
});

test("a click with Shift selects from the row before to this one, wherever in the row", async ({ page, newPerson }) => {
  await openList(page, await newPerson(), 5);
  await page.setViewportSize({ width: 1280, height: 900 });
  await boxes(page).nth(1).check();
  await clickBeside(page, 3, ["Shift"]);
  await expectPicked(page, [1, 2, 3]);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
});

test("Escape closes pane and drawer where the browser knows no closedby, as Safari", async ({ page, newPerson }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function set(name, value) {
      if (name !== "closedby") setAttribute.call(this, name, value);
    };
  });
  await page.setViewportSize(wide);
  const { numbers } = await openList(page, await newPerson(), 1);
  await link(page, 0).click();
  await expect(pane(page, numbers[0])).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(pane(page, numbers[0])).toBeHidden();
  await expect(link(page, 0)).toBeFocused();
  await page.goto("/dashboard/manageproducts");
  const item = page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .first()
    .getByRole("button")
    .first();
  await item.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
