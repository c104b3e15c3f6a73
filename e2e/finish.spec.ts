import { expect, test } from "./fixtures.ts";
import { admin, buyer, enterShop } from "./people.ts";
import { tokenOf } from "./sheets.ts";

// What the eye finds wrong on a page that does all it should.

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
