import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { expect } from "../fixtures.ts";
import { test } from "../own-shop/own-shop.ts";
import { joinShop } from "../people.ts";
import {
  changeTrim,
  delivery,
  lineOf,
  minimumOf,
  piecesOf,
  plentifulTrims,
  readDraft,
  tokenOf,
  writeDraft,
} from "../sheets.ts";

test.describe("with somebody else at the same draft", () => {
  // The browser itself reports the refusals that the page resolves.
  test.use({ expectedErrors: [/\b(409|412) \(/] });

  test("two tabs work on one draft: each follows, and neither undoes the other", async ({ page, context }) => {
    await joinShop(page);
    const [first, second, third] = await plentifulTrims(page);
    if (!first || !second || !third) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [minimumOf(first), minimumOf(second)]);
    await page.goto("/dashboard/ordersheet");
    const other = await context.newPage();
    await other.goto("/dashboard/ordersheet");
    await expect(piecesOf(other, second)).toHaveValue(formatPieces(second.moq));

    await piecesOf(page, first).fill(String(2 * first.moq));
    await expect(piecesOf(other, first)).toHaveValue(formatPieces(2 * first.moq));
    // Who wrote pieces is told when somebody else writes others.
    await piecesOf(other, first).fill(String(4 * first.moq));
    await piecesOf(other, first).blur();
    await expect(
      page.getByText(`${first.name}: changed to ${formatPieces(4 * first.moq)} pieces in another window.`),
    ).toBeVisible();
    // What is being typed stays in its field until it is left.
    await piecesOf(page, first).blur();
    await expect(piecesOf(page, first)).toHaveValue(formatPieces(4 * first.moq));
    await piecesOf(page, first).fill(String(2 * first.moq));
    await expect(piecesOf(other, first)).toHaveValue(formatPieces(2 * first.moq));
    // Somebody at another machine: this browser is not told, so its next change meets a newer version.
    await writeDraft(page, [
      { ...minimumOf(first), orderQuantity: 2 * first.moq },
      minimumOf(second),
      minimumOf(third),
    ]);
    await piecesOf(other, second).fill(String(3 * second.moq));
    const all = { [first._id]: 2 * first.moq, [second._id]: 3 * second.moq, [third._id]: third.moq };
    await expect.poll(() => readDraft(page)).toEqual(all);
    for (const tab of [page, other]) {
      await expect(piecesOf(tab, third)).toHaveValue(formatPieces(third.moq));
      await expect(tab.getByRole("banner").getByRole("link", { name: /^Order sheet/ })).toHaveAccessibleName(
        "Order sheet, 3 lines",
      );
    }
  });

  test("a tab hears of a change while it is asking for the draft as it was before", async ({ page, context }) => {
    await joinShop(page);
    const [trim] = await plentifulTrims(page);
    if (!trim) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [minimumOf(trim)]);
    await page.goto("/dashboard/ordersheet");
    const other = await context.newPage();
    await other.goto("/dashboard/myprofile");
    await other.waitForLoadState("networkidle");
    const [held, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await other.route(
      "**/api/orderDraft",
      async (route) => {
        const response = await route.fetch();
        held.resolve();
        await changed.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await other
      .getByRole("navigation", { name: "Dashboard" })
      .getByRole("link", { name: /^Order sheet/ })
      .click();
    await held.promise;
    const { user } = await (await page.request.get("/api/auth/get-session")).json();
    const heard = other.evaluate(
      (uid) =>
        new Promise<void>((hear) => {
          new BroadcastChannel(`draft ${uid}`).onmessage = () => hear();
        }),
      user.id,
    );
    await piecesOf(page, trim).fill(String(2 * trim.moq));
    await expect.poll(() => readDraft(page)).toEqual({ [trim._id]: 2 * trim.moq });
    await heard;
    changed.resolve();
    await expect(piecesOf(other, trim)).toHaveValue(formatPieces(2 * trim.moq));
  });

  test("a price that changes while the sheet is open is shown, and nothing is taken", async ({ page, newPerson }) => {
    await joinShop(page);
    const [first, second] = (await plentifulTrims(page)).slice(20);
    if (!first || !second) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [minimumOf(first), minimumOf(second)], delivery);
    await page.goto("/dashboard/ordersheet");
    await expect(lineOf(page, first)).toContainText(formatUnitPrice(first.price));
    const price = "7.7700";
    await changeTrim(newPerson, first, { price, priceBreaks: [] });

    await page.getByRole("button", { name: "Send order sheet" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Prices have changed. Nothing was sent." })).toBeVisible();
    await expect(lineOf(page, first)).toContainText(
      `The price went from ${formatUnitPrice(first.price)} to $7.77 since`,
    );
    expect(Object.keys(await readDraft(page))).toHaveLength(2);
    const headers = await tokenOf(page);
    const { user } = await (await page.request.get("/api/auth/get-session")).json();
    const address = `/api/orders?email=${encodeURIComponent(user.email)}`;
    expect(await (await page.request.get(address, { headers })).json()).toEqual([]);

    await page.getByRole("button", { name: "Got it" }).click();
    await expect(lineOf(page, first)).toContainText("in stock, minimum");
    await page.getByRole("button", { name: "Send order sheet" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-/ })).toBeFocused();
    const placed: { unitPrice: string }[] = await (await page.request.get(address, { headers })).json();
    expect(placed.map(({ unitPrice }) => Number(unitPrice))).toContain(7.77);
  });
});

test("pieces that reach a price break are at another price, which is no change of it", async ({ page }) => {
  await joinShop(page);
  const trim = (await plentifulTrims(page)).find(
    ({ quantity, priceBreaks: [first] }) => first && first.from <= quantity,
  );
  const [reached] = trim?.priceBreaks ?? [];
  if (!trim || !reached) throw new Error("No trim has a price break");
  await writeDraft(page, [minimumOf(trim)], delivery);
  await page.goto(`/purchase/${trim._id}`);
  await page.getByLabel("Order quantity").fill(String(reached.from));
  await page.getByRole("button", { name: "Add to order sheet" }).click();
  await expect(page.getByText(`pieces are on your order sheet, instead of ${formatPieces(trim.moq)}`)).toBeVisible();
  await page.goto("/dashboard/ordersheet");
  await expect(piecesOf(page, trim)).toHaveValue(formatPieces(reached.from));
  await expect(lineOf(page, trim)).toContainText(formatUnitPrice(reached.price));
  await expect(lineOf(page, trim)).toContainText("in stock, minimum");
});

test.describe("with a connection that is lost", () => {
  // The browser itself reports the answer that never arrives.
  test.use({ expectedErrors: [/net::ERR_CONNECTION_RESET/] });

  test("a sheet whose answer was lost stays in sight, and is sent once however often it is sent", async ({ page }) => {
    await joinShop(page);
    const [first, second] = await plentifulTrims(page);
    if (!first || !second) throw new Error("The catalogue has too few trims");
    await writeDraft(page, [minimumOf(first), minimumOf(second)], delivery);
    await page.goto("/dashboard/ordersheet");
    let isLost = true;
    await page.route("**/api/orderSheets", async (route) => {
      if (!isLost) return route.fallback();
      await route.fetch();
      await route.abort("connectionreset");
    });
    const send = page.getByRole("button", { name: "Send order sheet" });
    await send.click();
    await expect(page.getByRole("alert").filter({ hasText: "No connection to the shop." }).first()).toBeVisible();
    await expect(piecesOf(page, second)).toHaveValue(formatPieces(second.moq));
    isLost = false;
    await send.click();
    await expect(page.getByRole("heading", { level: 1, name: /^Sheet S-/ })).toBeFocused();
    const { user } = await (await page.request.get("/api/auth/get-session")).json();
    const address = `/api/orderSheets?email=${encodeURIComponent(user.email)}`;
    expect(await (await page.request.get(address, { headers: await tokenOf(page) })).json()).toHaveLength(1);
  });
});
