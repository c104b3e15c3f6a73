import type { Page } from "@playwright/test";
import { formatPieces } from "#app/contract/money.ts";
import { expect, test } from "../fixtures.ts";
import { delivery, minimumOf, openSheet, piecesOf, plentifulTrims, readDraft, tokenOf, writeDraft } from "../sheets.ts";

/** How many sheets the person has sent. */
async function countSheets(page: Page): Promise<number> {
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const address = `/api/orderSheets?email=${encodeURIComponent(user.email)}`;
  const sheets: unknown[] = await (await page.request.get(address, { headers: await tokenOf(page) })).json();
  return sheets.length;
}

const sendOf = (page: Page) => page.getByRole("button", { name: "Send order sheet" });

test.describe("on two machines", () => {
  // The browser itself reports the refusal.
  test.use({ expectedErrors: [/\b412 \(/] });

  test("a line that was added on another one is not lost by sending the sheet here", async ({ page }) => {
    const { first, second } = await openSheet(page);
    await expect(piecesOf(page, second)).toBeEditable();
    const third = (await plentifulTrims(page))[2];
    if (!third) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [first, second, third].map(minimumOf), delivery);
    await sendOf(page).click();
    const said = "Your order sheet has changed meanwhile, and nothing was sent just now. Please check it first.";
    await expect(page.getByRole("alert").filter({ hasText: said }).first()).toBeVisible();
    await expect(piecesOf(page, third)).toHaveValue(formatPieces(third.moq));
    expect(await countSheets(page)).toBe(0);
    await sendOf(page).click();
    await expect(page).toHaveURL(/\/dashboard\/ordersheets\/\d+$/);
    expect(await countSheets(page)).toBe(1);
    expect(await readDraft(page)).toEqual({});
  });
});

test.describe("where the line breaks while a sheet is sent", () => {
  // The browser itself reports the lost answers, and the draft that meanwhile is another.
  test.use({ expectedErrors: [/net::ERR_|Failed to fetch|\b412 \(/] });

  for (const when of ["at once", "after the change is saved"]) {
    test(`a sheet whose answer was lost is not sent twice if it is changed and sent again ${when}`, async ({
      page,
    }) => {
      const { second } = await openSheet(page);
      let isLost = true;
      await page.route("**/api/orderSheets", async (route) => {
        if (!isLost) return route.fallback();
        await route.fetch();
        await route.abort("connectionreset");
      });
      await sendOf(page).click();
      await expect(page.getByRole("alert").filter({ hasText: "No connection to the shop." }).first()).toBeVisible();
      isLost = false;
      await piecesOf(page, second).fill(String(2 * second.moq));
      if (when === "at once") await sendOf(page).click();
      await expect(page.getByRole("status").filter({ hasText: "Your sheet was sent or emptied" })).toBeVisible();
      await expect(sendOf(page)).toHaveCount(0);
      expect(await countSheets(page)).toBe(1);
      expect(await readDraft(page)).toEqual({});
    });
  }

  test("what is typed while a sheet is sent does not begin the next one", async ({ page }) => {
    const { second } = await openSheet(page);
    const [isSent, isTyped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/orderSheets", async (route) => {
      const response = await route.fetch();
      isSent.resolve();
      await isTyped.promise;
      await route.fulfill({ response });
    });
    await sendOf(page).click();
    await isSent.promise;
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await piecesOf(page, second).fill(String(2 * second.moq));
    await saved;
    isTyped.resolve();
    await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-\d+$/ })).toBeVisible();
    expect(await readDraft(page)).toEqual({});
  });

  test("a sheet says that it is sent even if its page cannot be opened", async ({ page, context }) => {
    await openSheet(page);
    await page.route("**/api/orderSheets", async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await sendOf(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "There is no connection to the shop" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: /^Order sheet S-\d+ is sent$/ })).toBeFocused();
    await context.setOffline(false);
    await page.getByRole("link", { name: /^Open sheet S-/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-\d+$/ })).toBeVisible();
    expect(await countSheets(page)).toBe(1);
  });
});
