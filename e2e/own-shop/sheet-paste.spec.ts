import { formatPieces } from "#app/contract/money.ts";
import { failNext, saidFor } from "../failures.ts";
import { expect } from "../fixtures.ts";
import { press } from "../keyboard.ts";
import { brokenWords } from "../looks.ts";
import { joinShop } from "../people.ts";
import { delivery, minimumOf, piecesOf, plentifulTrims, readDraft, type Trim, tokenOf, writeDraft } from "../sheets.ts";
import { test } from "./own-shop.ts";

test("a buyer pastes 40 rows with five kinds of errors, and takes the good ones", async ({ page }) => {
  await joinShop(page);
  const trims = (await plentifulTrims(page)).slice(0, 37);
  const [onSheet, ...others] = trims;
  if (!onSheet) throw new Error("The catalogue has no trims");
  await writeDraft(page, [minimumOf(onSheet)]);
  const at = (index: number) => trims[index] as Trim;
  const rows = trims.map(({ number, name, moq }, index) => {
    const pieces = index % 3 === 0 ? formatPieces(2 * moq) : `${2 * moq}`;
    return `${index % 2 === 0 ? String(number).padStart(3, "0") : name}\t${pieces}`;
  });
  // Ambiguous, unknown, below the minimum, above the stock, and twice the same.
  rows[5] = `${at(5).number}\t20.000`;
  rows[6] = "Domed rivit antique brass\t5000";
  rows[7] = `${at(7).number}\t1`;
  rows[8] = `${at(8).number}\t${at(8).quantity + 1}`;
  rows.push(`${at(9).name}\t${at(9).moq}`, "", `${at(10).number}\t5 sets`, "\t100");
  const text = ["Article\tPieces", ...rows].join("\r\n");

  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  const field = page.getByLabel("Article number or name, then pieces");
  await expect(field).toBeFocused();
  await field.fill(text);
  const preview = page.getByRole("table", { name: "What was read" });
  await expect(preview.getByRole("row")).toHaveCount(41);
  const said = (row: number) =>
    preview.getByRole("row").filter({ has: page.getByRole("cell", { name: String(row), exact: true }) });
  await expect(page.getByText("31 of 40 rows are good.")).toBeVisible();
  await expect(said(2)).toContainText(
    `On the sheet already: ${formatPieces(onSheet.moq)} becomes ${formatPieces(2 * onSheet.moq)}`,
  );
  await expect(said(7)).toContainText(/Is that 20 or 20,000\?|Only 20(,000)? can be ordered\./);
  await expect(said(8)).toContainText("No trim has this name. The nearest is No.");
  await expect(said(9)).toContainText(`Minimum order is ${formatPieces(at(7).moq)}`);
  await expect(said(10)).toContainText(`${formatPieces(at(8).quantity)} in stock, 1 short.`);
  await expect(said(11)).toContainText("Row 39 names the same trim.");
  await expect(said(39)).toContainText("Row 11 names the same trim.");
  await expect(said(41)).toContainText("How many pieces are in one “sets”?");

  await page.getByRole("button", { name: "Add 31 rows" }).click();
  // The others stay, with the head, to be mended in their rows.
  await expect(page.locator(":focus")).toContainText("31 rows added. 9 rows are left.");
  await expect(field).toHaveValue(
    ["Article\tPieces", ...rows.filter((_, index) => index > 4 && !(index > 10 && index < 37))].join("\n"),
  );
  const enough = page.getByRole("button", { name: `Make it ${formatPieces(at(7).moq)}, for row 4` });
  await press(enough);
  await expect(page.getByRole("cell", { name: "Will be added" })).toBeFocused();
  await page
    .getByRole("button", { name: /^Add both, .*, for row / })
    .first()
    .click();
  await page.getByRole("button", { name: "Add 2 rows" }).click();
  await expect(page.getByText("2 rows added. 6 rows are left.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order sheet : 33 lines");
  const bad = new Set([5, 6, 7, 8, 9, 10]);
  const taken = [onSheet, ...others].filter((_, index) => !bad.has(index));
  await expect
    .poll(() => readDraft(page))
    .toEqual({
      ...Object.fromEntries(taken.map(({ _id, moq }) => [_id, 2 * moq])),
      [at(7)._id]: at(7).moq,
      [at(9)._id]: 3 * at(9).moq,
    });
});

test("a CSV file is read as well, and the nearest trim is one press away", { tag: "@trial" }, async ({ page }) => {
  const email = await joinShop(page);
  const [first] = await plentifulTrims(page);
  if (!first) throw new Error("The catalogue has no trims");
  const about = { name: "Astrid Lindqvist", email, ...delivery, company: "Nordfjord Denim", country: "SE" };
  const sent = await page.request.post("/api/orderSheets", {
    headers: { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() },
    data: { ...about, lines: [minimumOf(first)] },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  const misspelt = first.name.replace(/[aeiou]/, "");
  await page.getByLabel("CSV file").setInputFiles({
    name: "bom.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`\uFEFFItem;Qty\r\n"${misspelt}";"${formatPieces(first.moq)}"\r\n`),
  });
  const nearest = page.getByRole("button", {
    name: new RegExp(`^Use that one, ${first.name.replace(/[()#]/g, "\\$&")}`),
  });
  await press(nearest);
  // The button disappears; keyboard users continue from its row.
  await expect(page.getByRole("cell", { name: "Will be added" })).toBeFocused();
  await expect(page.getByText("1 of 1 rows is good.")).toBeVisible();
  await page.getByRole("button", { name: "Add 1 row" }).click();
  await expect(piecesOf(page, first)).toBeFocused();
  const sheet = page.getByRole("table", { name: "Lines of the order sheet" });
  await expect(sheet.getByRole("cell", { name: "1 line", exact: true })).toBeVisible();
  // What the last sheet knew is there, however the first line came.
  await expect(page.getByRole("radio", { name: /^V\u00e4varegatan 14/ })).toBeChecked();
  await expect(page.getByLabel("Phone")).toHaveValue("+46 855 512 080");
  await expect(page.getByLabel("Company")).toHaveValue("Nordfjord Denim");
  await expect(page.getByLabel("Country")).toHaveValue("SE");
  await expect.poll(() => readDraft(page)).toEqual({ [first._id]: first.moq });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("rows that could not be looked up are looked up on request", { tag: "@trial" }, async ({ page }) => {
    await joinShop(page);
    const [first] = await plentifulTrims(page);
    if (!first) throw new Error("The catalogue has no trims");
    await page.goto("/dashboard/ordersheet");
    await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
    await failNext(page, "POST", /\/api\/orderDraft\/matches$/, "network");
    const field = page.getByLabel("Article number or name, then pieces");
    await field.fill(`${first.number}\t${first.moq}`);
    await expect(page.getByRole("alert")).toHaveText(saidFor("network"));
    await press(page.getByRole("button", { name: "Retry" }));
    await expect(page.getByText("1 of 1 rows is good.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText("");
    // The button disappears; keyboard users continue from the field.
    await expect(field).toBeFocused();
  });
});

test("no number that is pasted is broken, whatever it lacks", { tag: "@trial" }, async ({ page }) => {
  await joinShop(page);
  const [wide] = (await plentifulTrims(page)).toSorted((a, b) => b.name.length - a.name.length);
  if (!wide) throw new Error("The catalogue has no trims");
  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  await page
    .getByLabel("Article number or name, then pieces")
    .fill([`${wide.number}\t900000`, `${wide.number}\t9.000.000`, "Domed rivit antique brass\t6000000"].join("\n"));
  const figures = page.getByRole("table", { name: "What was read" }).locator("td:nth-child(3)");
  await expect(figures).toHaveText(["900000", "9.000.000", "6000000"]);
  await expect(page.getByText("Looking it up…")).toHaveCount(0);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await brokenWords(figures), `at ${width} px`).toEqual([]);
  }
});
