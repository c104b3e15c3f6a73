import { formatPieces } from "#app/contract/money.ts";
import { sizes } from "../failures.ts";
import { axeInBothSchemes, expect } from "../fixtures.ts";
import { joinShop } from "../people.ts";
import {
  countingHand,
  delivery,
  lineOf,
  minimumOf,
  piecesOf,
  plentifulTrims,
  readDraft,
  writeDraft,
} from "../sheets.ts";
import { readShifts } from "../shifts.ts";
import { test } from "./own-shop.ts";

const sheetLink = /^Order sheet/;

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test(
      "a buyer orders eight trims for a style on one sheet, in at most 22 clicks",
      { tag: name === "phone" ? "@trial" : [] },
      async ({ page }, { annotations }) => {
        await joinShop(page);
        await page.goto("/trims");
        const { counted, click, type, press } = countingHand(page);
        const add = page.getByRole("button", { name: "Add to order sheet" });
        const onSheet = page.getByRole("link", { name: /^On your order sheet/ });
        for (let line = 1; line <= 8; line++) {
          await click(add.first());
          await expect(onSheet).toHaveCount(line);
        }
        const link = page.getByRole("banner").getByRole("link", { name: sheetLink });
        await expect(link).toHaveAccessibleName("Order sheet, 8 lines");
        await click(link);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 8 lines");

        const draft = await readDraft(page);
        const pieces = page.locator("[data-pieces]");
        await click(pieces.first());
        for (const minimum of Object.values(draft)) {
          await type(String(2 * minimum));
          await press("Enter");
        }
        await expect
          .poll(async () => Object.values(await readDraft(page)))
          .toEqual(Object.values(draft).map((minimum) => 2 * minimum));
        await click(page.getByLabel("PO number"));
        await type("4500-2271");
        await click(page.getByLabel("Address"));
        await type(delivery.address);
        await click(page.getByLabel("Phone"));
        await type(delivery.phone);
        const total = await page.getByRole("region", { name: "Summary" }).getByRole("status").textContent();
        await click(page.getByRole("button", { name: "Send order sheet" }));

        await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-\d+$/ })).toBeFocused();
        await expect(page.getByRole("status").filter({ hasText: "is sent." })).toBeVisible();
        await expect(page.getByText(`${total}.`)).toBeVisible();
        // Eight lines between the head and the sums.
        await expect(page.getByRole("table", { name: "Orders of this sheet" }).getByRole("row")).toHaveCount(10);
        expect(await readDraft(page)).toEqual({});
        await expect(link).toHaveAccessibleName("Order sheet");
        annotations.push({ type: "counted", description: `${counted.clicks} clicks, ${counted.keys} keys` });
        console.info(`eight trims on a ${name}: ${counted.clicks} clicks, ${counted.keys} keys`);
        expect(counted.clicks).toBeLessThanOrEqual(22);
      },
    );
  });
}

test("a line that is removed comes back by Undo, and so does a whole sheet", async ({ page }) => {
  await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(0, 3);
  const [first, second] = trims;
  if (!first || !second) throw new Error("The catalogue has too few trims");
  await writeDraft(page, trims.map(minimumOf));
  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: `Remove ${first.name}` }).click();
  await expect(page.getByRole("button", { name: `Remove ${second.name}` })).toBeFocused();
  await expect(lineOf(page, first)).toHaveCount(0);
  await expect.poll(async () => Object.keys(await readDraft(page))).toEqual(trims.slice(1).map(({ _id }) => _id));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(piecesOf(page, first)).toHaveValue(formatPieces(first.moq));
  await expect.poll(async () => Object.keys(await readDraft(page))).toEqual(trims.map(({ _id }) => _id));

  await page.getByRole("button", { name: "Empty the sheet" }).click();
  await expect(page.getByRole("heading", { name: "Nothing on the sheet yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 3 lines");
  await expect.poll(async () => Object.keys(await readDraft(page))).toEqual(trims.map(({ _id }) => _id));
});

test("Undo is offered no longer than its page is open", { tag: "@trial" }, async ({ page }) => {
  await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(0, 2);
  await writeDraft(page, trims.map(minimumOf));
  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: `Remove ${trims[0]?.name}` }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  // The pointer over it stops its clock.
  await undo.hover();
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^My Orders/);
  await expect(undo).toHaveCount(0);
});

test("each verdict stands at its line, with the press that mends it; a faulty line is not in the sum", async ({
  page,
}) => {
  await joinShop(page);
  const [low, high, good] = await plentifulTrims(page);
  if (!low || !high || !good) throw new Error("The catalogue has too few trims");
  await writeDraft(
    page,
    [
      { trimId: low._id, orderQuantity: low.moq - 1 },
      { trimId: high._id, orderQuantity: high.quantity + 5 },
      minimumOf(good),
    ],
    delivery,
  );
  await page.goto("/dashboard/ordersheet");
  const send = page.getByRole("button", { name: "Send order sheet" });
  await expect(page.getByText("1 of 3 lines counted")).toBeVisible();
  await expect(piecesOf(page, low)).toHaveAccessibleDescription(
    new RegExp(`^Minimum order is ${formatPieces(low.moq)}, 1 more\\.`),
  );
  await expect(piecesOf(page, low)).toHaveAttribute("aria-invalid", "true");
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await expect(send).toHaveAccessibleDescription(/^2 lines to correct/);
  // It can still be reached, and leads to the list above it, not to another place of the page.
  await send.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toHaveText(/^2 lines to correct/);
  await page.getByRole("link", { name: `No. ${String(high.number).padStart(3, "0")}: 5 more than in stock` }).click();
  await expect(piecesOf(page, high)).toBeFocused();

  await page.getByRole("button", { name: `Make it ${formatPieces(low.moq)}` }).click();
  await expect(page.getByText("1 line to correct").first()).toBeVisible();
  await page.getByRole("button", { name: `Take ${formatPieces(high.quantity)}` }).click();
  await expect(send).not.toHaveAttribute("aria-disabled");
  await piecesOf(page, good).fill("20.000");
  await expect(lineOf(page, good)).toContainText(/Is that 20 or 20,000\?|Only 20(,000)? can be ordered\./);
  await piecesOf(page, good).fill(`${good.moq} pcs`);
  await piecesOf(page, good).blur();
  await expect(piecesOf(page, good)).toHaveValue(formatPieces(good.moq));
  await expect
    .poll(() => readDraft(page))
    .toEqual({
      [low._id]: low.moq,
      [high._id]: high.quantity,
      [good._id]: good.moq,
    });
});

test("no state of the sheet has an accessibility fault", async ({ page }) => {
  await joinShop(page);
  await page.goto("/dashboard/ordersheet");
  await expect(page.getByRole("heading", { name: "Nothing on the sheet yet" })).toBeVisible();
  await axeInBothSchemes(page);
  const [low, look, good] = await plentifulTrims(page);
  if (!low || !look || !good) throw new Error("The catalogue has too few trims");
  const lines = [{ trimId: low._id, orderQuantity: 1 }, { ...minimumOf(look), seenPrice: "0.0001" }, minimumOf(good)];
  await writeDraft(page, lines);
  await page.goto("/dashboard/ordersheet");
  await expect(lineOf(page, look)).toContainText("The price went from $0.0001");
  await axeInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await axeInBothSchemes(page);
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  await page.getByLabel("Article number or name, then pieces").fill(`${good.number}\t${good.moq}\nnothing\t20.000`);
  await expect(page.getByText("1 of 2 rows is good.")).toBeVisible();
  await axeInBothSchemes(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await axeInBothSchemes(page);
});

test.describe("where something is missing", () => {
  // The browser itself reports what the pages tell in their own words.
  test.use({ expectedErrors: [/\b404 \(|ERR_INTERNET_DISCONNECTED/] });

  test("an unknown sheet is not found", { tag: "@trial" }, async ({ page }) => {
    await joinShop(page);
    await page.goto("/dashboard/ordersheets/4711");
    await expect(page).toHaveTitle(/^Not found/);
  });

  test("a draft that is not saved says so until it is, and asks before it is left", { tag: "@trial" }, async ({
    page,
  }) => {
    await joinShop(page);
    const [trim] = await plentifulTrims(page);
    if (!trim) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [minimumOf(trim)]);
    await page.goto("/dashboard/ordersheet");
    let isDown = true;
    await page.route("**/api/orderDraft", (route) =>
      isDown && route.request().method() === "PUT" ? route.abort("internetdisconnected") : route.fallback(),
    );
    const said = page.getByText("Your changes are not saved yet.");
    await expect(said).toHaveCount(0);
    await piecesOf(page, trim).fill(String(2 * trim.moq));
    await expect(said).toBeVisible();
    // Wherever one reads: the line above may be out of sight.
    await expect(page.getByText("The order sheet is not saved yet.")).toBeVisible();
    await axeInBothSchemes(page);
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toBe(1);
    isDown = false;
    await expect(said).toHaveCount(0);
    expect(await readDraft(page)).toEqual({ [trim._id]: 2 * trim.moq });
  });

  test("a draft that does not load says so, and is asked for again", { tag: "@trial" }, async ({ page }) => {
    await joinShop(page);
    let isDown = true;
    await page.goto("/dashboard");
    await page.route("**/ordersheet.data*", (route) =>
      isDown ? route.abort("internetdisconnected") : route.fallback(),
    );
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Order sheet" }).click();
    await expect(page.getByRole("heading", { name: "Your order sheet did not load" })).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Nothing on the sheet yet" })).toBeVisible();
  });
});

test("the header's link leads visitors without scripts to the login", async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/trims");
  await expect(page.getByRole("button", { name: "Add to order sheet" }).first()).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: sheetLink }).click();
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fordersheet$/);
  await context.close();
});

test("the header's count comes in without moving anything", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("orderDraft", JSON.stringify([{ trimId: "x", orderQuantity: 1 }])));
  await page.reload();
  const link = page.getByRole("banner").getByRole("link", { name: sheetLink });
  await expect(link).toHaveAccessibleName("Order sheet, 1 line");
  expect(await readShifts(page)).toBe(0);
});
