import { formatPieces } from "#app/contract/money.ts";
import { expect } from "../fixtures.ts";
import { test } from "../own-shop/own-shop.ts";
import { joinShop, PASSWORD } from "../people.ts";
import { minimumOf, piecesOf, plentifulTrims, readDraft, writeDraft } from "../sheets.ts";

const sheetLink = /^Order sheet/;

test("what a visitor gathered joins the draft at login: new lines are added, of others the larger number stays", async ({
  page,
  newPerson,
}) => {
  const [first, second, third] = await plentifulTrims(page);
  if (!first || !second || !third) throw new Error("The catalogue has too few trims");
  const before = await newPerson();
  const email = await joinShop(before);
  await writeDraft(before, [{ ...minimumOf(first), orderQuantity: 3 * first.moq }, minimumOf(second)]);

  await page.goto(`/trims/${first.number}`);
  const add = page.getByRole("button", { name: "Add to order sheet" });
  await add.click();
  await expect(page.getByRole("link", { name: /^On your order sheet/ })).toBeFocused();
  await page.goto(`/trims/${third.number}`);
  await add.click();
  const link = page.getByRole("banner").getByRole("link", { name: sheetLink });
  await expect(link).toHaveAccessibleName("Order sheet, 2 lines");
  await page.reload();
  await expect(link).toHaveAccessibleName("Order sheet, 2 lines");

  await link.click();
  await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fordersheet");
  await expect(page.getByText("Your order sheet with 2 lines is waiting.")).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 3 lines");
  await expect(piecesOf(page, first)).toHaveValue(formatPieces(3 * first.moq));
  await expect(piecesOf(page, second)).toHaveValue(formatPieces(second.moq));
  await expect(piecesOf(page, third)).toHaveValue(formatPieces(third.moq));
  await expect
    .poll(() => readDraft(page))
    .toEqual({
      [first._id]: 3 * first.moq,
      [second._id]: second.moq,
      [third._id]: third.moq,
    });

  // Nothing stays in the browser for whoever comes next.
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Logged out.")).toBeVisible();
  await expect(link).toHaveAccessibleName("Order sheet");
  expect(await page.evaluate(() => localStorage.getItem("orderDraft"))).toBeNull();
});

test.describe("when the session has ended", () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)|net::ERR_FAILED/] });

  test("a change that is refused is saved after the login", async ({ page }) => {
    const [first] = await plentifulTrims(page);
    if (!first) throw new Error("The catalogue has no such trim");
    const email = await joinShop(page);
    await writeDraft(page, [minimumOf(first)]);
    await page.route("**/api/events", (route) => route.abort());
    await page.goto("/dashboard/ordersheet");
    await page.waitForLoadState("networkidle");
    await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: new URL(page.url()).origin } });
    await piecesOf(page, first).fill(String(2 * first.moq));
    await piecesOf(page, first).press("Enter");
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(piecesOf(page, first)).toHaveValue(formatPieces(2 * first.moq));
    await expect.poll(() => readDraft(page)).toEqual({ [first._id]: 2 * first.moq });
  });
});

test("who logs out and in again without a new page finds the draft, with what was gathered in between", async ({
  page,
}) => {
  const trim = (await plentifulTrims(page)).at(-1);
  if (!trim) throw new Error("The catalogue has no such trim");
  const email = await joinShop(page);
  await writeDraft(page, [minimumOf(trim)]);
  await page.goto("/trims");
  const banner = page.getByRole("banner");
  const link = banner.getByRole("link", { name: sheetLink });
  await expect(link).toHaveAccessibleName("Order sheet, 1 line");
  await banner.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Logged out.")).toBeVisible();
  await page.getByRole("button", { name: "Add to order sheet" }).first().click();
  await expect(link).toHaveAccessibleName("Order sheet, 1 line");
  await banner.getByRole("link", { name: "Login" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(link).toHaveAccessibleName("Order sheet, 2 lines");
  await expect.poll(async () => Object.keys(await readDraft(page))).toHaveLength(2);
  expect(await readDraft(page)).toMatchObject({ [trim._id]: trim.moq });
});
