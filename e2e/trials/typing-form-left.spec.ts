import { expect, test } from "../fixtures.ts";
import { expectOrder, fillOrder, openOrderForm, withDelivery } from "../order-form.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { admin, enterShop, joinShop } from "../people.ts";

const LEFT = "What you typed before you left is still here.";

test("a product that was left without saving is as it was typed, until it is saved or started over", async ({
  page,
}) => {
  await enterShop(page, admin);
  const [trim] = await (await page.request.get("/api/trims?q=linen&limit=1")).json();
  const sheet = page.getByRole("dialog");
  const name = sheet.getByLabel("Item name", { exact: true });
  const said = sheet.getByText(LEFT);
  const open = async () => {
    await page.goto(`/dashboard/manageproducts?q=linen&open=${trim._id}`);
    await expect(sheet.getByText("Put in")).toBeVisible();
  };
  await open();
  await name.fill("Linen tape, half typed");
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page).toHaveURL("/blogs");
  await open();
  await expect(name).toHaveValue("Linen tape, half typed");
  await expect(said).toBeVisible();
  await sheet.getByRole("button", { name: "Start over" }).click();
  await expect(name).toHaveValue(trim.name);
  await expect(said).toHaveCount(0);
  await expect(name).toBeFocused();

  await page.keyboard.press("Escape");
  const row = page.getByRole("button", { name: trim.name, exact: true });
  await row.click();
  await expect(name).toHaveValue(trim.name);
  const description = `${trim.description} Sold by the roll.`;
  await sheet.getByLabel("Description").fill(description);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(said).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(sheet.getByLabel("Description")).toHaveValue(trim.description);
  await expect(said).toHaveCount(0);
  await sheet.getByLabel("Description").fill(description);
  await sheet.getByRole("button", { name: "Save Item" }).click();
  await expect(page.getByText("Item Saved")).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(sheet.getByLabel("Description")).toHaveValue(description);
  await expect(said).toHaveCount(0);
});

test("a note on an order that was left without saving waits, also while another form is left", async ({
  page,
  newPerson,
}) => {
  const buyer = await newPerson();
  await buyerWithOrders(buyer, 1);
  const [number] = await numbersOf(buyer);
  await enterShop(page, admin);
  await page.goto(`/dashboard/orders/${number}`);
  const note = page.getByRole("form", { name: "A note on the order" }).getByLabel("Note", { exact: true });
  await note.fill("Ring them on Monday.");
  await page.getByRole("link", { name: "Add A Product" }).click();
  await page.getByRole("textbox", { name: "Item name", exact: true }).fill("Ring rivet");
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page).toHaveURL("/blogs");
  await page.goto(`/dashboard/orders/${number}`);
  await expect(note).toHaveValue("Ring them on Monday.");
});

for (const [path, label, words, who] of [
  ["/dashboard/addproduct", "Item name", "Ring rivet", admin],
  ["/dashboard/addreview", "Review", "Rivets that hold", undefined],
  ["/dashboard/myprofile", "Education", "Weaving school", undefined],
] as const) {
  test(`what was typed at ${path} survives another page and a reload, until it is started over`, async ({ page }) => {
    await (who ? enterShop(page, who) : joinShop(page));
    await page.goto(path);
    const field = page.getByRole("textbox", { name: label, exact: true });
    await field.fill(words);
    await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
    await expect(page).toHaveURL("/blogs");
    await page.goBack();
    await expect(field).toHaveValue(words);
    await page.reload();
    await expect(field).toHaveValue(words);
    await expect(page.getByText(LEFT)).toBeVisible();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(field).toHaveValue("");
    await page.reload();
    await expect(field).toHaveValue("");
    await expect(page.getByText(LEFT)).toHaveCount(0);
  });
}

test("an order that was being typed is there after another page, and forgotten once it is placed", async ({ page }) => {
  await joinShop(page);
  const { pieces } = await openOrderForm(page);
  await fillOrder(page, pieces);
  const leaveAndReturn = async () => {
    await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
    await expect(page).toHaveURL("/blogs");
    await withDelivery(page, () => page.goBack());
  };
  await leaveAndReturn();
  await expectOrder(page, ["0046855512080", "Umeå", pieces]);
  await expect(page.getByText(LEFT)).toBeVisible();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { name: /is placed$/ })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page).toHaveURL("/blogs");
  await page.goBack();
  await expect(page.getByLabel("Phone")).toHaveValue("0046 855 512 080");
  await expect(page.getByLabel("Order quantity")).toHaveValue("");
  await expect(page.getByText(LEFT)).toHaveCount(0);
  // Another order in the same form.
  await page.getByLabel("Order quantity").fill(pieces);
  await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
  await expect(page).toHaveURL("/blogs");
  await page.goBack();
  await expect(page.getByLabel("Order quantity")).toHaveValue(pieces);
});
