import type { Page } from "@playwright/test";
import { describePieces, formatTotal } from "#app/contract/money.ts";
import { hold } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { expectSettled } from "../keyboard.ts";
import { moveOrder } from "../orders.ts";
import { admin, buyer, enterShop, joinShop } from "../people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "../sheets.ts";

// What looks wrong on a page that works as it should.

/** A sheet of the person's own, with a number of theirs that has a hyphen. */
async function sendSheet(page: Page, email: string): Promise<number> {
  const trims = (await plentifulTrims(page)).slice(0, 2);
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() },
    data: { name: "Astrid Lindqvist", email, ...delivery, poNumber: "ND-26016", lines: trims.map(minimumOf) },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  return (await sent.json()).number;
}

test("no day, sheet or order number is broken across two lines of an order's page", async ({ page }) => {
  const email = await joinShop(page);
  await sendSheet(page, email);
  await page.goto("/dashboard/myorders");
  const main = page.getByRole("main");
  await main
    .getByRole("link", { name: /, order No\./ })
    .first()
    .click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Order No./);
  const whole = [...(await main.getByRole("time").all()), main.getByRole("link", { name: /^Sheet S-/ })];
  expect(whole.length).toBeGreaterThan(4);
  // Every width moves the ends of the lines.
  for (let width = 320; width <= 500; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    for (const one of whole) {
      const lines = await one.evaluate((element) => element.getClientRects().length);
      expect(lines, `${await one.textContent()} at ${width} px`).toBe(1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("the parts of a sheet's page stand apart", async ({ page }) => {
  const email = await joinShop(page);
  await page.goto(`/dashboard/ordersheets/${await sendSheet(page, email)}`);
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [above, below] = await Promise.all([part("The sheet").boundingBox(), part("Documents").boundingBox()]);
    if (!above || !below) throw new Error("A part is missing.");
    const gap = Math.max(below.y - above.y - above.height, below.x - above.x - above.width);
    expect(gap, `at ${width} px`).toBeGreaterThanOrEqual(16);
  }
});

test("somebody who comes to order what is out of stock sees that they can ask to be told", async ({
  page,
  newPerson,
}) => {
  const staff = await newPerson();
  await enterShop(staff, admin);
  const item = { name: `Rivet ${crypto.randomUUID().slice(0, 8)}`, description: "Brass.", price: "0.05", moq: 100 };
  const added = await staff.request.post("/api/trims", {
    headers: await tokenOf(staff),
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
  await staff.request.delete(`/api/trims/${id}`, { headers: await tokenOf(staff) });
});

for (const viewport of [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
]) {
  test(`at ${viewport.width} px what the pieces cost is in sight while they are typed`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await enterShop(page, buyer);
    const [trim] = await plentifulTrims(page);
    if (!trim) throw new Error("There is no trim.");
    await page.goto(`/purchase/${trim._id}`);
    await expectSettled(page);
    const quantity = page.getByLabel("Order quantity");
    await quantity.click();
    await quantity.fill(String(2 * trim.moq));
    const total = page.getByRole("region", { name: "Order Form" }).getByRole("status");
    await expect(total).toHaveText(/^\$[\d,.]+$/);
    await expect(quantity).toBeInViewport({ ratio: 1 });
    const cost = page.getByText(`= ${await total.textContent()}`);
    await expect(cost).toBeInViewport({ ratio: 1 });
    // On a phone the keyboard takes the lower half of the window.
    const [field, line] = await Promise.all([quantity.boundingBox(), cost.boundingBox()]);
    if (!field || !line) throw new Error("A part is missing.");
    expect(line.y + line.height - field.y - field.height).toBeLessThan(60);
    await page.getByLabel("Address").focus();
    await expect(total).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Place order" })).toBeInViewport({ ratio: 1 });
    // The form's own end is not covered.
    const last = page.getByRole("button", { name: "Add to order sheet" });
    await last.focus();
    const [sum, end] = await Promise.all([total.boundingBox(), last.boundingBox()]);
    if (!sum || !end) throw new Error("A part is missing.");
    expect(sum.y + sum.height).toBeLessThanOrEqual(end.y);
  });
}

test("who scrolls while a page still loads stays there", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await sendSheet(page, await joinShop(page));
  const [trim] = await plentifulTrims(page);
  if (!trim) throw new Error("There is no trim.");
  const release = await hold(page, "GET", new RegExp(`/api/trims/${trim._id}$`));
  await page.goto(`/purchase/${trim._id}`);
  const quantity = page.getByLabel("Order quantity");
  await quantity.fill(String(trim.moq));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const arrived = page.waitForResponse(`**/api/trims/${trim._id}`);
  release();
  await (await arrived).finished();
  // After the trim comes the address of the last delivery.
  await expect(page.getByLabel("Address")).toHaveValue(delivery.address);
  await expect(quantity).toHaveValue(String(trim.moq));
  await expect(quantity).toBeInViewport({ ratio: 1 });
});

test("the bar of a sheet offers to show one line as one", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await joinShop(page);
  const [one, two] = await plentifulTrims(page);
  if (!one || !two) throw new Error("There are no trims.");
  await writeDraft(page, [minimumOf(one), { ...minimumOf(two), orderQuantity: 1 }], delivery);
  await page.goto("/dashboard/ordersheet");
  const bar = page.getByRole("region", { name: "Sum of the order sheet" });
  await expect(bar).toContainText("1 line to correct");
  await expect(bar.getByRole("link")).toHaveText("Show it");
});

test("the head of a sheet counts what its foot does: no order that was declined", async ({ page, newPerson }) => {
  const email = await joinShop(page);
  const number = await sendSheet(page, email);
  const headers = await tokenOf(page);
  const { orders } = await (await page.request.get(`/api/orderSheets/${number}`, { headers })).json();
  const [declined, other] = orders;
  const office = await newPerson();
  await enterShop(office, admin);
  await moveOrder(office, declined._id, {
    track: "review",
    from: "in-review",
    to: "declined",
    note: "The die is worn.",
  });
  await page.goto(`/dashboard/ordersheets/${number}`);
  const main = page.getByRole("main");
  await expect(main.getByText("2 orders, 1 to be charged", { exact: true })).toBeVisible();
  await expect(main.getByText(/^1 of 2 orders, /)).toContainText(
    `${describePieces(other.orderQuantity)}, ${formatTotal(other.total)}.`,
  );
});

test("wherever the page is scrolled, the total covers neither the quantity nor what is wrong with it", async ({
  page,
}) => {
  await enterShop(page, buyer);
  const trim = (await plentifulTrims(page)).find(({ priceBreaks }) => priceBreaks.length > 0);
  if (!trim) throw new Error("There is no trim.");
  await page.goto(`/purchase/${trim._id}`);
  const field = page.getByLabel("Order quantity");
  // Others order and cancel meanwhile.
  await field.fill(String(10 * trim.quantity));
  const fault = page.getByText(/^Maximum Order Quantity is \d+/);
  await expect(fault).toBeVisible();
  for (const [width, height] of [
    [360, 740],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const one of [field, fault]) {
      for (const above of [8, 40, 80, 120]) {
        const isFree = await one.evaluate((element, above) => {
          scrollBy(0, element.getBoundingClientRect().bottom - (innerHeight - above));
          const { left, bottom, width } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, bottom - 3));
        }, above);
        expect(isFree, `${one} ${above} px above the foot of ${width} px`).toBe(true);
      }
    }
  }
});
