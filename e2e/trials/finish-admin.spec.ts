import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, plentifulTrims, tokenOf } from "../sheets.ts";

// What looks wrong on a page that works as it should.

const dialog = (page: Page) => page.locator("dialog:modal");

test("the tools above all orders show their words, and no button of them stands alone", async ({ page }) => {
  await enterShop(page, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard/manageorders");
  const search = page.getByRole("searchbox", { name: "Search buyer, item or number" });
  await expect(search).toBeVisible();
  const free = await search.evaluate((field) => {
    const { font, wordSpacing, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen || !(field instanceof HTMLInputElement)) throw new Error("Cannot be measured.");
    Object.assign(pen, { font, wordSpacing });
    const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(Number.parseFloat);
    return field.offsetWidth - edges.reduce((sum, edge) => sum + edge) - pen.measureText(field.placeholder).width;
  });
  expect(free).toBeGreaterThanOrEqual(0);
  const [wanted, download] = [page.getByLabel("Wanted"), page.getByRole("button", { name: "Download CSV" })];
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [choice, button] = await Promise.all([wanted.boundingBox(), download.boundingBox()]);
    if (!choice || !button) throw new Error("A tool is missing.");
    expect(button.y, `at ${width} px`).toBeLessThan(choice.y + choice.height);
  }
});

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
  await look(
    "Decline 2…",
    "Each buyer reads the reason on the order’s page, and in a mail if the address is confirmed.",
  );
  await bar.getByRole("button", { name: "Accept 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 accepted." })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select these 2" }).check();
  await bar.getByRole("button", { name: "Pack 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 packed." })).toBeVisible();
  await look("Ship 2…", "Each buyer with a confirmed address gets one mail for each parcel.");
  await look("Invoice 2…", "Each buyer gets a mail with the day if the address is confirmed.");
});

test("the first field that a new item lacks has the focus, wherever the others stand", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/addproduct");
  await page.getByRole("button", { name: "Add Item" }).click();
  await expect(page.getByLabel("Item name", { exact: true })).toBeFocused();
  await page.getByLabel("Item name", { exact: true }).fill("Ring rivet");
  await page.getByRole("button", { name: "Add Item" }).click();
  await expect(page.getByLabel("Unit price", { exact: true })).toBeFocused();
});

test("on a phone a profile says below its address whether it is confirmed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enterShop(page, admin);
  await page.goto(`/dashboard/makeadmin?q=${admin.email}`);
  const cell = page.getByRole("cell", { name: admin.email });
  const [address, state] = await Promise.all([
    cell.getByText(admin.email).boundingBox(),
    cell.getByText("Confirmed").boundingBox(),
  ]);
  if (!address || !state) throw new Error("A line is missing.");
  expect(state.y).toBeGreaterThanOrEqual(address.y + address.height - 1);
});

test("at the end of its line a button of words ends where the line does", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  const button = page.getByRole("button", { name: "Show as table" });
  const over = await button.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const part = element.closest("section")?.getBoundingClientRect().right ?? 0;
    return part - words.getBoundingClientRect().right;
  });
  expect(Math.abs(over)).toBeLessThan(1);

  // On a phone it is below the title.
  await page.setViewportSize({ width: 360, height: 800 });
  const indent = await button.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const part = element.closest("section")?.getBoundingClientRect().left ?? 0;
    return words.getBoundingClientRect().left - part;
  });
  expect(Math.abs(indent)).toBeLessThan(1);
});

test("the list of items says of each its number, its line and what it costs", async ({ page }) => {
  await enterShop(page, admin);
  const [trim] = await (await page.request.get("/api/trims?limit=1")).json();
  await page.goto("/dashboard/manageproducts");
  const cell = page.getByRole("cell", { name: trim.name }).first();
  const row = page.getByRole("row").filter({ has: cell });
  await expect(row.getByRole("cell").first()).toHaveText(String(trim.number));
  await expect(cell).toContainText(`from ${trim.moq.toLocaleString("en")} at $`);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("in the record a size stays with its unit", async ({ page }) => {
  await enterShop(page, admin);
  const [trim] = await plentifulTrims(page);
  if (!trim) throw new Error("There is no trim.");
  const headers = await tokenOf(page);
  const name = `Loom zipper ${crypto.randomUUID().slice(0, 8)}, 15 cm`;
  const about = {
    name,
    description: "For a test.",
    price: "0.1",
    moq: 100,
    quantity: 0,
    img: "https://pictures.example/loom.webp",
  };
  const added = await page.request.post("/api/trims", { headers, data: about });
  expect(added.ok(), await added.text()).toBe(true);
  await page.goto("/dashboard/record");
  await expect(page.getByRole("cell", { name }).last()).toHaveText(/15\u00a0cm$/);
  const { insertedId } = await added.json();
  const changed = await page.request.patch(`/api/trims/${insertedId}`, { headers, data: { moq: 200 } });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.reload();
  await expect(page.getByRole("row", { name }).filter({ hasText: "Changed an item" })).toContainText(
    "moq: 200, was 100",
  );
  const days = page.getByRole("combobox", { name: "Done" });
  await days.selectOption("Yesterday");
  await expect(page.getByRole("row", { name })).toHaveCount(0);
  await days.selectOption("Today");
  await expect(page).toHaveURL("/dashboard/record?days=today");
  await expect(page.getByRole("row", { name })).toHaveCount(2);
  await page.request.delete(`/api/trims/${insertedId}`, { headers });
});
