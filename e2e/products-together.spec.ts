import { expect, test } from "./fixtures.ts";
import { admin, enterShop } from "./people.ts";

test.use({ expectedErrors: [/412 \(Precondition Failed\)/] });

test("an admin who saves an item takes back nothing that another has changed meanwhile", async ({ page }) => {
  await enterShop(page, admin);
  const { accessToken } = await (await page.request.post("/api/login", { data: { email: admin.email } })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const item = {
    ...{ name: `Ring rivet ${crypto.randomUUID().slice(0, 8)}`, description: "Brass cap.", price: "0.05", moq: 100 },
    ...{ quantity: 5000, img: "/images/products/domed-rivet-antique-brass-9-5.webp", lowStockAt: 300 },
  };
  const added = await page.request.post("/api/trims", { headers, data: item });
  const path = `/api/trims/${(await added.json()).insertedId}`;

  await page.goto(`/dashboard/manageproducts?q=${encodeURIComponent(item.name)}`);
  await page.getByRole("button", { name: item.name, exact: true }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByLabel("Low stock below")).toHaveValue("300");
  const colleague = { price: "0.0610", priceBreaks: [{ from: 1000, price: "0.05" }], lowStockAt: null };
  expect((await page.request.patch(path, { headers, data: colleague })).status()).toBe(200);
  // What the shop answers to the restock has the colleague's price.
  await sheet.getByLabel("Pieces in or out").fill("20");
  await sheet.getByRole("button", { name: "Restock" }).click();
  await expect(sheet.getByText("5,020 pieces available")).toBeVisible();
  await expect(sheet.getByRole("table", { name: /^Movements/ })).toContainText("+20");
  await sheet.getByLabel("Item description").fill("Brass cap, struck twice.");
  await sheet.getByRole("button", { name: "Save Item" }).click();
  await expect(page.getByText("Item Saved")).toBeVisible();

  expect(await (await page.request.get(path)).json()).toMatchObject({
    ...{ price: "0.0610", priceBreaks: [{ from: 1000, price: "0.0500" }] },
    ...{ quantity: 5020, description: "Brass cap, struck twice." },
  });
  // The same field: the later one is told, and replaces it only by saving again.
  await page.getByRole("button", { name: item.name, exact: true }).click();
  const price = sheet.getByLabel("Unit price", { exact: true });
  await expect(price).toHaveValue("0.0610");
  expect((await page.request.patch(path, { headers, data: { price: "0.064" } })).status()).toBe(200);
  await price.fill("0.07");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await question.getByRole("button", { name: "Keep typing" }).click();
  await expect(price).toHaveValue("0.07");
  await sheet.getByRole("button", { name: "Save Item" }).click();
  await expect(price).toHaveAccessibleDescription(/Somebody changed it from 0\.0610 to 0\.0640/);
  await sheet.getByRole("button", { name: "Save Item" }).click();
  await expect(sheet).toHaveCount(0);
  expect(await (await page.request.get(path)).json()).toMatchObject({ price: "0.0700" });
  const stock = await (await page.request.get(`${path}/stock`, { headers })).json();
  expect(stock).toMatchObject({ lowStockAt: null });
  await page.request.delete(path, { headers });
});
