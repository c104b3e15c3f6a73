import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { admin, buyer, enterShop, joinShop } from "./people.ts";
import { delivery, plentifulTrims, tokenOf } from "./sheets.ts";

// What the eye finds wrong on a page that does all it should.

const dialog = (page: Page) => page.locator("dialog:modal");

test("what asks about the orders of several buyers speaks of each of them, and of no parcel they cannot share", async ({
  page,
  newPerson,
}) => {
  const name = `Loom ${crypto.randomUUID().slice(0, 8)}`;
  for (const _ of [1, 2]) {
    const somebody = await newPerson();
    const email = await joinShop(somebody, name);
    const [trim] = await plentifulTrims(somebody);
    if (!trim) throw new Error("There is no trim.");
    const about = { name, email, ...delivery, productName: trim.name, trimId: trim._id, orderQuantity: trim.moq };
    const placed = await somebody.request.post("/api/orders", { headers: await tokenOf(somebody), data: about });
    expect(placed.ok(), await placed.text()).toBe(true);
  }
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${encodeURIComponent(name)}`);
  const bar = page.getByRole("toolbar");
  const look = async (act: string, says: string) => {
    await page.getByRole("checkbox", { name: "Select these 2" }).check();
    await bar.getByRole("button", { name: act }).click();
    await expect(dialog(page)).toContainText(says);
    await expect(dialog(page)).not.toContainText(/the buyer\b|tracking link/i);
    await page.keyboard.press("Escape");
  };
  await look("Decline 2…", "Each buyer reads the reason in a mail and on the order’s page.");
  await bar.getByRole("button", { name: "Accept 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 accepted." })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select these 2" }).check();
  await bar.getByRole("button", { name: "Pack 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 packed." })).toBeVisible();
  await look("Ship 2…", "Each buyer gets one mail.");
  await look("Invoice 2…", "Each buyer gets a mail with the day.");
});

test("who comes to order what is out of stock can ask to be told, and it looks so", async ({ page, newPerson }) => {
  const house = await newPerson();
  await enterShop(house, admin);
  const item = { name: `Rivet ${crypto.randomUUID().slice(0, 8)}`, description: "Brass.", price: "0.05", moq: 100 };
  const added = await house.request.post("/api/trims", {
    headers: await tokenOf(house),
    data: { ...item, quantity: 0, img: "/images/products/domed-rivet-antique-brass-9-5.webp" },
  });
  expect(added.ok(), await added.text()).toBe(true);
  const id = (await added.json()).insertedId;
  await enterShop(page, buyer);
  await page.goto(`/purchase/${id}`);
  await expect(page.getByText("Out of stock. It cannot be ordered now.")).toBeVisible();
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(page.getByText(`We will write to ${buyer.email}.`)).toBeFocused();
  await page.getByRole("button", { name: "Do not write to me" }).click();
  await expect(page.getByRole("button", { name: "Tell me when it is back" })).toBeVisible();
  await house.request.delete(`/api/trims/${id}`, { headers: await tokenOf(house) });
});
