import { formatPieces } from "#app/contract/money.ts";
import { expect } from "../fixtures.ts";
import { expectSettled, press, skipToContent, tabTo, write } from "../keyboard.ts";
import { test } from "../own-shop/own-shop.ts";
import { joinShop } from "../people.ts";
import { delivery, minimumOf, piecesOf, plentifulTrims, readDraft, writeDraft } from "../sheets.ts";

test("a sheet is filled in, mended, pasted into and sent by the keyboard alone", async ({ page }) => {
  await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(30, 34);
  const [first, second, third, pasted] = trims;
  if (!first || !second || !third || !pasted) throw new Error("The catalogue has too few trims");
  await writeDraft(page, [first, second, third].map(minimumOf));
  await page.goto("/dashboard/ordersheet");
  await skipToContent(page);
  await expectSettled(page);
  await tabTo(piecesOf(page, first));
  await page.keyboard.type(String(2 * first.moq));
  await page.keyboard.press("Enter");
  await expect(piecesOf(page, second)).toBeFocused();
  await page.keyboard.type("1");
  await page.keyboard.press("ArrowDown");
  await expect(piecesOf(page, third)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(piecesOf(page, second)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await press(page.getByRole("button", { name: `Make it ${formatPieces(second.moq)}` }), "Shift+Tab");
  await expect(piecesOf(page, second)).toBeFocused();

  await press(page.getByRole("button", { name: `Remove ${third.name}` }));
  await expect(page.getByRole("button", { name: `Remove ${second.name}` })).toBeFocused();
  await press(page.getByRole("button", { name: "Paste from a spreadsheet" }), "Shift+Tab");
  await expect(page.getByLabel("Article number or name, then pieces")).toBeFocused();
  await page.keyboard.insertText(`${pasted.number}\t${pasted.moq}`);
  const take = page.getByRole("button", { name: "Add 1 row" });
  await expect(take).toBeEnabled();
  await press(take);
  await expect(piecesOf(page, pasted)).toBeFocused();

  await write(page.getByLabel("PO number"), "4500-2271");
  // Nothing that is missing is a fault before somebody has tried to send.
  await expect(page.getByText("to correct")).toHaveCount(0);
  await press(page.getByRole("button", { name: "Send order sheet" }));
  await expect(page.locator(":focus")).toHaveText(
    "2 fields to correctThe address is missingThe phone number is missing",
  );
  await expect(page.getByLabel("Address")).toHaveAccessibleDescription("The address is missing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Address")).toBeFocused();
  await write(page.getByLabel("Address"), delivery.address);
  await write(page.getByLabel("Phone"), delivery.phone);
  await expect
    .poll(() => readDraft(page))
    .toEqual({
      [first._id]: 2 * first.moq,
      [second._id]: second.moq,
      [pasted._id]: pasted.moq,
    });
  await press(page.getByRole("button", { name: "Send order sheet" }));
  await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-/ })).toBeFocused();
});
