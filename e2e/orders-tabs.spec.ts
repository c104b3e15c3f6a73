import { axe, expect, test } from "./fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, numbersOf, type Placed } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";

test("an admin's tabs and filters narrow the list, and stay with a search and in the address", async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  const { mark, placed } = await buyerWithOrders(buyer, 3);
  await enterShop(page, admin);
  await moveOrder(page, (placed[0] as Placed)._id, acceptance);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const heading = page.getByRole("heading", { level: 1 });
  const tabs = page.getByRole("navigation", { name: "Orders by state" });
  await expect(heading).toHaveText("All Orders : 3 items");
  await expect(tabs.getByRole("link", { name: /^Past due [\d,]+\+?$/ })).toBeVisible();
  await tabs.getByRole("link", { name: /^To review \d+$/ }).click();
  await expect(heading).toHaveText("To review : 2 items");
  await expect(tabs.getByRole("link", { name: /^To review/ })).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(`/dashboard/manageorders?q=${mark}&tab=review`);
  await axe(page);
  await tabs.getByRole("link", { name: /^To produce/ }).click();
  await expect(heading).toHaveText("To produce : 1 item");
  await page.getByRole("combobox", { name: "Line" }).selectOption("Threads");
  await expect(page).toHaveURL(/tab=produce&line=threads/);
  await expect(heading).toHaveText("To produce : 1 item");
  await page.getByRole("combobox", { name: "Line" }).selectOption("Rivets");
  await expect(page.getByRole("heading", { name: "No order matches" })).toBeVisible();
  await page.getByRole("combobox", { name: "Line" }).selectOption("Threads");
  await page.getByText("Views", { exact: true }).click();
  await page.getByLabel("Save this list as").fill("Threads to make");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View: Threads to make", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Line" }).selectOption("Rivets");
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL("/dashboard/manageorders");
  await page.getByText("Views", { exact: true }).click();
  await page.getByRole("link", { name: "Threads to make" }).click();
  await expect(heading).toHaveText("To produce : 1 item");
  await page.getByText("View: Threads to make", { exact: true }).click();
  await axe(page);
  await page.getByRole("button", { name: "Remove the view Threads to make" }).click();
  await expect(page.getByText("Views", { exact: true })).toBeVisible();
});

test("a buyer's orders that are over stand under History", { tag: "@trial" }, async ({ page, newPerson }) => {
  const { placed } = await buyerWithOrders(page, 2);
  const office = await newPerson();
  await enterShop(office, admin);
  await moveOrder(office, (placed[0] as Placed)._id, {
    ...{ track: "review", from: "in-review", to: "declined", note: "The die is worn." },
  });
  await page.goto("/dashboard/myorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 1 items");
  await page.getByRole("link", { name: "History 1" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Declined");
  await expect(page.getByRole("cell").getByRole("button")).toHaveCount(0);
  await axe(page);
  // Searched for in one tab, an order of the other is named.
  const [open] = await numbersOf(page);
  await page.goto(`/dashboard/myorders?tab=history&q=${open}`);
  await page.getByRole("main").getByRole("link", { name: "1 under Open" }).click();
  await expect(page).toHaveURL(`/dashboard/myorders?q=${open}`);
  await expect(page.getByRole("row").nth(1)).toContainText(String(open));
});

test("a buyer without past orders reads that there are none, not that none matches", { tag: "@trial" }, async ({
  page,
}) => {
  await joinShop(page);
  await page.goto("/dashboard/myorders");
  await expect(page.getByRole("heading", { name: "No open orders" })).toBeVisible();
  await page.getByRole("link", { name: "History 0" }).click();
  await expect(page.getByRole("heading", { name: "No past orders" })).toBeVisible();
  await page.goto("/dashboard/myorders?tab=history&q=loom");
  await expect(page.getByRole("heading", { name: "No order matches" })).toBeVisible();
});

test("no tab moves when the counts come", { tag: "@trial" }, async ({ page }) => {
  await joinShop(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/orderCounts**", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/dashboard/myorders");
  const tab = page.getByRole("link", { name: "History" });
  await expect(page.getByRole("heading", { name: "No open orders" })).toBeVisible();
  const before = await tab.boundingBox();
  answer();
  await expect(tab).toHaveText("History0");
  expect(await tab.boundingBox()).toEqual(before);
});
