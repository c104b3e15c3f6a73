import { expect, test } from "../fixtures.ts";
import { expectFocusStays } from "../keyboard.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf, orderAndOffice, type Placed } from "../orders.ts";
import { admin, enterShop } from "../people.ts";

// A page that follows what admins do leaves the keyboard where it is.

const toPacked = { track: "shipping", from: "pending", to: "packed" };
const decline = { track: "review", from: "in-review", to: "declined", note: "The die is worn." };

test("a row that leaves the list gives the focus to the one in its place", async ({ page, newPerson }) => {
  const { placed } = await buyerWithOrders(page, 3);
  const [newest, middle, oldest] = await numbersOf(page);
  const office = await newPerson();
  await enterShop(office, admin);
  const asked = page.waitForResponse(/\/api\/events$/);
  await page.goto("/dashboard/myorders");
  await asked;
  const again = page
    .getByRole("row")
    .filter({ hasText: `No. ${middle} ` })
    .getByRole("button", { name: /again/i });
  await again.focus();
  await moveOrder(office, (placed[1] as Placed)._id, decline);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 2 items");
  await expectFocusStays(page);
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: `No. ${oldest} ` })
      .locator(":focus"),
  ).toHaveCount(1);

  // So does the first one.
  await page
    .getByRole("row")
    .filter({ hasText: `No. ${newest} ` })
    .getByRole("button", { name: /again/i })
    .focus();
  await moveOrder(office, (placed[2] as Placed)._id, decline);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 1 items");
  await expectFocusStays(page);
});

test("a button that goes leaves the focus to the title of its part", async ({ page, newPerson }) => {
  const { number, _id, productName, office } = await orderAndOffice(page, newPerson);
  const asked = page.waitForResponse(/\/api\/events$/);
  await page.goto(`/dashboard/orders/${number}`);
  await asked;
  await page.getByRole("button", { name: "Cancel order" }).focus();
  await moveOrder(office, _id, acceptance);
  await moveOrder(office, _id, toPacked);
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: productName })).toBeFocused();
  await expectFocusStays(page);
});

test("an act that goes leaves the focus to the first of its toolbar", async ({ page, newPerson }) => {
  const { mark, placed } = await buyerWithOrders(await newPerson(), 2);
  const office = await newPerson();
  await enterShop(office, admin);
  await enterShop(page, admin);
  const actions = page.getByRole("toolbar", { name: "Actions for the selected orders" });
  const all = page.getByRole("checkbox", { name: "Select these 2" });
  const [first, second] = placed as [Placed, Placed];

  const asked = page.waitForResponse(/\/api\/events$/);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  await asked;
  await all.check();
  await actions.getByRole("button", { name: "Accept 2" }).focus();
  await moveOrder(office, first._id, acceptance);
  await expect(actions.getByRole("button", { name: "Accept 1" })).toBeFocused();
  await moveOrder(office, second._id, acceptance);
  await expect(actions.getByRole("button", { name: "Start production 2" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(actions.getByRole("button", { name: "Pack 2" })).toBeFocused();
});
