import { expect, test } from "../fixtures.ts";
import { buyerWithOrders } from "../orders.ts";
import { act, bar, boxes, dialog } from "../orders-table.ts";
import { admin, enterShop } from "../people.ts";

test("the acts are one key away from the box of all and from each row, and Clear gives the focus back", async ({
  page,
  newPerson,
}) => {
  const { keyboard } = page;
  const { mark } = await buyerWithOrders(await newPerson(), 6);
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const all = page.getByRole("checkbox", { name: "Select these 6" });
  await all.focus();
  await keyboard.press("Space");
  await keyboard.press("a");
  await expect(bar(page).getByRole("button", { name: "Accept 6" })).toBeFocused();
  await keyboard.press("End");
  await expect(bar(page).getByRole("button", { name: "Clear" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(all).toBeFocused();
  await expect(bar(page)).toHaveCount(0);

  const openers = page.getByRole("link", { name: /, order No\./ });
  await openers.nth(2).focus();
  // Where nothing is picked there is nowhere to go.
  await keyboard.press("a");
  await expect(openers.nth(2)).toBeFocused();
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("a");
  await expect(bar(page).getByRole("button", { name: "Accept 2" })).toBeFocused();
  await boxes(page).nth(5).focus();
  await keyboard.press("a");
  await expect(bar(page).getByRole("button", { name: "Accept 2" })).toBeFocused();
  // It is seen last: it is at the foot of the window, below the rows.
  const [foot, last] = await Promise.all([bar(page).boundingBox(), openers.nth(5).boundingBox()]);
  expect(foot?.y).toBeGreaterThan(last?.y ?? Infinity);
});

test("the rows stay in sight while the keyboard is among the acts, and Escape goes back to the row", async ({
  page,
  newPerson,
}) => {
  const { keyboard } = page;
  await page.setViewportSize({ width: 1280, height: 720 });
  const { mark } = await buyerWithOrders(await newPerson(), 20);
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const openers = page.getByRole("link", { name: /, order No\./ });
  await openers.first().focus();
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowDown");
  const scrolled = await page.evaluate(() => scrollY);
  await act(page, "Decline 2…");
  await keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  for (const key of ["End", "Home", "ArrowRight"]) await keyboard.press(key);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(openers.nth(1)).toBeInViewport();
  await keyboard.press("Escape");
  await expect(openers.nth(1)).toBeFocused();
  await expect(bar(page)).toContainText("2 selected");
});

test("Shift picks a stretch of rows", async ({ page, newPerson }) => {
  const { mark } = await buyerWithOrders(await newPerson(), 5);
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await boxes(page).nth(1).click();
  await boxes(page)
    .nth(3)
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await expect(page.getByRole("checkbox", { name: "Select these 5" })).toHaveJSProperty("indeterminate", true);
});
