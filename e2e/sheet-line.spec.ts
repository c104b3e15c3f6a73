import type { Page } from "@playwright/test";
import { formatPieces } from "#app/contract/money.ts";
import { expect, test } from "./fixtures.ts";
import { joinShop } from "./people.ts";
import { delivery, minimumOf, piecesOf, plentifulTrims, readDraft, writeDraft } from "./sheets.ts";

/** Somebody new has two lines on their sheet, complete but for the sending, and looks at it. */
async function openSheet(page: Page) {
  await joinShop(page);
  const [first, second] = await plentifulTrims(page);
  if (!first || !second) throw new Error("The catalogue has too few trims");
  await writeDraft(page, [minimumOf(first), minimumOf(second)], delivery);
  await page.goto("/dashboard/ordersheet");
  return { first, second };
}

test("what was typed a moment before a sheet is loaded anew or closed is kept", async ({ page, context }) => {
  const { first, second } = await openSheet(page);
  await piecesOf(page, second).fill(String(2 * second.moq));
  await page.reload();
  await expect(piecesOf(page, second)).toHaveValue(formatPieces(2 * second.moq));
  await page.getByLabel("PO number").fill("PO-77");
  const after = await context.newPage();
  await page.close();
  await expect.poll(() => readDraft(after)).toEqual({ [first._id]: first.moq, [second._id]: 2 * second.moq });
  await after.goto("/dashboard/ordersheet");
  await expect(after.getByLabel("PO number")).toHaveValue("PO-77");
});
