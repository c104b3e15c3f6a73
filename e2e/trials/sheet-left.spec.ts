import { formatPieces } from "#app/contract/money.ts";
import { hold } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { openSheet, piecesOf, readDraft } from "../sheets.ts";

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

test("what was typed a moment before is saved before the next page is there", async ({ page }) => {
  await page.clock.install();
  const { first, second } = await openSheet(page);
  await expect(piecesOf(page, second)).toBeEditable();
  const release = await hold(page, "GET", "**/dashboard/ordersheet");
  // The save that follows half a second later does not come.
  await page.clock.pauseAt(Date.now() + 60_000);
  await piecesOf(page, second).fill(String(2 * second.moq));
  const reload = page.reload();
  await expect.poll(() => readDraft(page)).toEqual({ [first._id]: first.moq, [second._id]: 2 * second.moq });
  release();
  await page.clock.resume();
  await reload;
});

test("leaving asks first while a change waits behind a slow one, and not when all are on their way", async ({
  page,
  context,
}) => {
  const { first, second } = await openSheet(page);
  const release = await hold(page, "PUT", "**/api/orderDraft");
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  const isSaving = page.waitForRequest((request) => request.method() === "PUT");
  await piecesOf(page, first).fill(String(2 * first.moq));
  await isSaving;
  await piecesOf(page, second).fill(String(2 * second.moq));
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe(1);
  release();
  await expect.poll(() => readDraft(page)).toEqual({ [first._id]: 2 * first.moq, [second._id]: 2 * second.moq });

  await page.unrouteAll();
  const after = await context.newPage();
  await piecesOf(page, first).fill(String(first.moq));
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  expect(asked).toBe(1);
  await expect.poll(() => readDraft(after)).toEqual({ [first._id]: first.moq, [second._id]: 2 * second.moq });
});
