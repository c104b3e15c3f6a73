import type { Locator, Page } from "@playwright/test";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "./fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, orderAndOffice } from "./orders.ts";
import { admin, enterShop, joinShop } from "./people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "./sheets.ts";

// What comes out of the printer: A4 upright between margins of 15 mm, whatever scheme the screen has.
const paper = { width: 680, height: 1009 };

/** How light a colour is, from 0 to 1. */
async function lightness(element: Locator, property: "color" | "backgroundColor"): Promise<number> {
  return lightnessOf(await element.evaluate((found, name) => getComputedStyle(found)[name], property));
}

function lightnessOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}

/** Those of `ui/button.tsx`. The heads of columns and the buttons of rows are words too, and are printed as such. */
const buttons = (page: Page) => page.locator(':is(a, button)[class*="button_"]:not([data-row-button], th *):visible');

async function putOnPaper(page: Page): Promise<void> {
  await expect(buttons(page)).not.toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
}

async function expectNothingToPress(page: Page): Promise<void> {
  for (const role of ["searchbox", "combobox", "navigation"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await expect(buttons(page)).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
}

async function expectInkOnWhite(page: Page, ink: Locator): Promise<void> {
  expect(await lightness(page.locator("body"), "backgroundColor")).toBe(1);
  const colors = await ink.evaluateAll((found) => found.map((words) => getComputedStyle(words).color));
  for (const color of colors) expect(lightnessOf(color)).toBeLessThan(0.45);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`from a ${colorScheme} screen`, () => {
    test.use({ colorScheme });

    test("a buyer's orders are printed as a whole table, and an open order alone", {
      tag: colorScheme === "dark" ? "@trial" : [],
    }, async ({ page }) => {
      const { placed } = await buyerWithOrders(page, 3);
      await page.goto("/dashboard/myorders");
      await expect(page.getByRole("row")).toHaveCount(4);
      await putOnPaper(page);
      await expectNothingToPress(page);
      await expect(page.getByRole("banner").getByText("Rivet")).toBeVisible();
      await expect(page.getByRole("heading", { name: "My Orders : 3 items" })).toBeVisible();
      await expect(page.getByRole("columnheader")).toHaveText(["Number", "Email", "Item", "Quantity"]);
      for (const { productName, orderQuantity } of placed) {
        const row = page.getByRole("row").filter({ hasText: orderQuantity.toLocaleString("en") });
        await expect(row.filter({ hasText: productName.replaceAll(" ", "\u00a0").slice(-4) }).first()).toBeVisible();
      }
      await expectInkOnWhite(page, page.getByRole("cell"));
      for (const cell of await page.getByRole("cell").all()) {
        expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      }
      // Side by side in rows, not one below the other in cards.
      const tops = await page
        .getByRole("row")
        .nth(1)
        .getByRole("cell")
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().y));
      expect(new Set(tops).size).toBe(1);

      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1600, height: 800 });
      await page
        .getByRole("row")
        .nth(1)
        .getByRole("link", { name: /, order No\. \d+$/ })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await putOnPaper(page);
      await expectNothingToPress(page);
      await expect(page.getByRole("table")).toHaveCount(0);
      const order = page.getByRole("dialog");
      for (const fact of ["Address", "Quantity", "Total", "Payment"]) {
        await expect(order.getByText(fact, { exact: true })).toBeVisible();
      }
      await expectInkOnWhite(page, order.getByRole("definition"));
      expect((await order.boundingBox())?.width).toBe(paper.width);
      expect(await order.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    });
  });
}

const lists = [
  { path: "manageorders", heads: ["Number", "Email", "Item", "Quantity", "Payment", "Shipping"] },
  { path: "makeadmin", heads: ["Number", "Email", "Name", "Make Admin"] },
  { path: "manageproducts", heads: ["Number", "Item Name", "Quantity", "Image"] },
  { path: "record", heads: ["Time", "Admin", "Action", "Object"] },
];

test("each list of an admin is printed in the width of the paper, without buttons", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  await buyerWithOrders(await newPerson(), 1);
  await enterShop(page, admin);
  for (const { path, heads } of lists) {
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(":");
    if ((await page.getByRole("table").count()) === 0) continue;
    await putOnPaper(page);
    await expectNothingToPress(page);
    await expect(page.getByRole("columnheader")).toHaveText(heads);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(paper.width);
    await expectInkOnWhite(page, page.getByRole("cell").filter({ hasText: /\w/ }));
    const file = await page.pdf({ format: "A4" });
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("what lies on the dark cloth is ink on paper", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  for (const [path, words] of [
    ["/dashboard", page.getByRole("link", { name: /To review/ }).locator("b, span")],
    ["/", page.getByText(/^(Nominated by|Production capacity)$/)],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await expect(words.first()).toBeVisible();
    await putOnPaper(page);
    await expectInkOnWhite(page, words);
  }
});

test("an unsent order sheet is printed with what is filled in, and a line for what is not", { tag: "@trial" }, async ({
  page,
}) => {
  await joinShop(page);
  await writeDraft(page, (await plentifulTrims(page)).slice(0, 1).map(minimumOf));
  await page.goto("/dashboard/ordersheet");
  await page.getByLabel("PO number").fill("PO-77");
  await page.emulateMedia({ media: "print" });
  for (const [label, isEmpty] of [
    ["PO number", false],
    ["Requested delivery", true],
    ["Note", true],
    ["Country", true],
  ] as const) {
    const field = page.getByLabel(label).first();
    await expect(field, label).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
    if (isEmpty) {
      await expect(field, label).not.toHaveCSS("border-bottom-color", "rgba(0, 0, 0, 0)");
      await expect(field, label).toHaveCSS("color", "rgba(0, 0, 0, 0)");
    } else await expect(field, label).toHaveCSS("border-bottom-color", "rgba(0, 0, 0, 0)");
  }
  const shadows = page.locator("main *").evaluateAll((all) => all.map((each) => getComputedStyle(each).boxShadow));
  expect((await shadows).filter((shadow) => shadow !== "none" && !shadow.includes("inset"))).toEqual([]);
});

test("an order's page is one page of paper for its buyer, and at most two for an admin", async ({
  page,
  newPerson,
}) => {
  const { number, _id, office } = await orderAndOffice(page, newPerson);
  await moveOrder(office, _id, acceptance);
  for (const [from, to] of [
    ["pending", "in-production"],
    ["in-production", "packed"],
    ["packed", "shipped"],
    ["shipped", "delivered"],
  ] as const) {
    await moveOrder(office, _id, {
      track: "shipping",
      from,
      to,
      ...(to === "shipped" && { note: "Six cartons.", noteFor: "buyer" }),
    });
  }
  for (const [reader, most] of [
    [page, 1],
    [office, 2],
  ] as const) {
    await reader.goto(`/dashboard/orders/${number}`);
    await expect(reader.getByText("Six cartons.")).toBeVisible();
    const pages = await printed(reader);
    expect(pages.length).toBeLessThanOrEqual(most);
    expect(pages.flat().map(({ text }) => text)).toContain("History");
  }
});

test("the step where an order is keeps its mark on paper, where backgrounds are left out", { tag: "@trial" }, async ({
  page,
  newPerson,
}) => {
  const { number } = await orderAndOffice(page, newPerson);
  await page.goto(`/dashboard/orders/${number}`);
  const mark = page.getByRole("listitem").filter({ hasText: ", now" }).first().locator("span").first();
  await expect(mark).toBeVisible();
  await putOnPaper(page);
  await expect(mark).not.toHaveCSS("background-image", "none");
  await expect(mark).toHaveCSS("print-color-adjust", "exact");
});

test("a sheet of twelve orders is printed on two pages, with its sum below its last order", async ({ page }) => {
  await joinShop(page);
  const lines = (await plentifulTrims(page)).slice(0, 12).map(minimumOf);
  const { email, name } = (await (await page.request.get("/api/auth/get-session")).json()).user;
  const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
  const sent = await page.request.post("/api/orderSheets", { headers, data: { name, email, ...delivery, lines } });
  const { insertedId } = await sent.json();
  await page.goto(`/dashboard/ordersheets/${insertedId}`);
  await expect(page.getByRole("row")).toHaveCount(14);
  await putOnPaper(page);
  await expectNothingToPress(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(paper.width);
  // Each sum ends where the figures above it do.
  const [last = [], foot = []] = await page.getByRole("row").evaluateAll((rows) =>
    rows.slice(-2).map((row) =>
      [1, 3].map((at) => {
        const figure = document.createRange();
        figure.selectNodeContents(row.children[at] as Element);
        return Math.round(figure.getBoundingClientRect().right);
      }),
    ),
  );
  expect(foot).toEqual(last);
  const pages = await printed(page);
  expect(pages.length).toBeLessThanOrEqual(2);
  const words = pages.flatMap((items, at) => items.map((item) => ({ ...item, at })));
  const lowest = words.findLast(({ text }) => text.startsWith("Order No."));
  const sum = words.find(({ text }) => text === "12 orders");
  // Of a page, upwards; two lines of small type are this far apart.
  expect((sum?.at ?? 0) * 1000 - (sum?.y ?? 0)).toBeGreaterThan((lowest?.at ?? 0) * 1000 - (lowest?.y ?? 0) + 20);
});

/** What is on each page of paper, and how high above its foot, in points. */
async function printed(page: Page): Promise<{ text: string; y: number }[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "A4" })));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()),
  );
  await pdf.loadingTask.destroy();
  return pages.map(({ items }) =>
    items.flatMap((item) =>
      "str" in item && item.str.trim() ? [{ text: item.str.trim(), y: item.transform[5] }] : [],
    ),
  );
}

test("a statement is printed with the numbers of its invoices", async ({ page, newPerson }) => {
  const { _id, office } = await orderAndOffice(page, newPerson);
  await moveOrder(office, _id, acceptance);
  await moveOrder(office, _id, { track: "payment", from: "pending", to: "invoiced" });
  await page.goto("/dashboard/statement");
  const invoice = page.getByRole("row").filter({ hasText: "Invoice" }).getByRole("button");
  await expect(invoice).toHaveText(/^\d{4}-\d{5}$/);
  const said = (await invoice.textContent()) ?? "";
  const pages = await printed(page);
  // As what is open, as an entry, and as what a transfer names.
  expect(pages.flat().filter(({ text }) => text.includes(said))).toHaveLength(3);
});

test("the terms are printed without their contents and the footer", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/terms");
  await putOnPaper(page);
  await expectNothingToPress(page);
  await expect(page.getByRole("heading", { name: "Delivery" })).toBeVisible();
  await expectInkOnWhite(page, page.getByRole("main").getByRole("heading"));
});
