import { readFile, writeFile } from "node:fs/promises";
import Papa from "papaparse";
import { failNext, sizes } from "../failures.ts";
import { axe, expect } from "../fixtures.ts";
import { press, skipToContent } from "../keyboard.ts";
import { brokenWords } from "../looks.ts";
import { admin, enterShop } from "../people.ts";
import { test } from "./own-shop.ts";

type Row = Record<string, string>;

// An import changes the catalogue.
for (const { name, viewport } of sizes) {
  test(`an admin changes 50 prices in a file and applies them, on a ${name}`, {
    tag: name === "phone" ? "@trial" : [],
  }, async ({ page, request }) => {
    await page.setViewportSize(viewport);
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const exported = await (await downloading).path();
    const text = await readFile(exported, "utf8");
    const { data } = Papa.parse<Row>(text.replace("\uFEFF", "").trimEnd(), { header: true });
    expect(data).toHaveLength(107);

    const rows = data.map((row, at) =>
      at < 50 ? { ...row, price: (Number(row.price) * 1.05 + 0.0001).toFixed(4) } : row,
    );
    const file = (changed: Row[]) => ({
      name: "winter.csv",
      mimeType: "application/vnd.ms-excel",
      buffer: Buffer.from(`\uFEFF${Papa.unparse(changed, { delimiter: ";" })}`),
    });
    await page.getByRole("link", { name: "Import CSV" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Import items" })).toBeVisible();
    await expect(page.getByRole("table", { name: "The columns of the file" })).toContainText("restock");
    await axe(page);

    // A mistake in one row: nothing can be applied.
    const slipped = rows.map((row, at) => (at === 7 ? { ...row, price: "0,0310" } : row));
    await page.getByLabel("CSV file").setInputFiles(file(slipped));
    await expect(page.getByRole("heading", { name: "1 error in 1 row" })).toBeVisible();
    const errors = page.getByRole("table", { name: "Errors by row and column" });
    await expect(errors.getByRole("row").nth(1)).toContainText("A comma. Write the price with a point: 0.0310.");
    await expect(page.getByRole("button", { name: /^Apply / })).toBeDisabled();
    await axe(page);

    await page.getByLabel("CSV file").setInputFiles(file(rows));
    await expect(page.getByRole("heading", { name: "50 changed" })).toBeVisible();
    await expect(page.getByText("winter.csv, 107 rows, read at")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Import items" })).toBeFocused();
    await page.getByRole("button", { name: "57 Unchanged" }).click();
    await expect(page.getByText("The same in every column as in the shop.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "50 changed" })).toHaveCount(0);
    await page.getByRole("button", { name: "50 Changed" }).click();
    await page.getByRole("button", { name: "Show all" }).click();
    const changes = page.getByRole("table", { name: "Changed items, before and after" });
    await expect(changes.locator("tbody")).toHaveCount(50);
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    await page.getByRole("button", { name: "Apply 50 items" }).click();
    await expect(page.getByRole("heading", { name: "50 items applied" })).toBeVisible();
    await axe(page);
    const trims = await (await request.get("/api/trims?limit=1000")).json();
    const priceOf = new Map(trims.map(({ number, price }: { number: number; price: string }) => [number, price]));
    for (const row of rows) expect(Number(priceOf.get(Number(row.number)))).toBeCloseTo(Number(row.price), 4);

    await page.getByRole("link", { name: "See it in the record" }).click();
    await expect(page.getByRole("cell", { name: "Imported items" }).first()).toBeVisible();
    await page.goto("/dashboard/manageproducts/import");
    await expect(page.getByText("0 added, 50 changed").first()).toBeVisible();
    const stored = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download winter.csv" }).first().click();
    expect(await readFile(await (await stored).path())).toEqual(file(rows).buffer);
  });
}

test.describe("while a colleague changes an item of the file", () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test("an import by keyboard says so, shows what is left and applies that", { tag: "@trial" }, async ({
    page,
    request,
  }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts/import");
    await expect(page.getByRole("heading", { level: 1, name: "Import items" })).toBeVisible();
    await skipToContent(page);
    const choosing = page.waitForEvent("filechooser");
    await press(page.getByRole("button", { name: "Choose a file" }));
    const buffer = Buffer.from("number,price\n1,7.5\n2,8.5\n");
    await (await choosing).setFiles({ name: "two.csv", mimeType: "text/csv", buffer });
    await expect(page.getByRole("heading", { name: "2 changed" })).toBeVisible();

    const token = await page.evaluate(() => localStorage.getItem("accessToken"));
    const [first] = await (await request.get("/api/trims?limit=1")).json();
    const headers = { authorization: `Bearer ${token}` };
    const changed = await request.patch(`/api/trims/${first._id}`, { headers, data: { price: "7.5" } });
    expect(changed.status()).toBe(200);

    await press(page.getByRole("button", { name: "Apply 2 items" }));
    await expect(page.getByText(/^The catalogue, or the file, has changed since you looked/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 changed" })).toBeVisible();
    await press(page.getByRole("button", { name: "Apply 1 item" }));
    await expect(page.getByRole("heading", { name: "1 item applied" })).toBeVisible();
  });
});

test.describe("that fails", () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\)|ERR_INTERNET_DISCONNECTED/] });

  test("an import says what failed and what to do, at each step", { tag: "@trial" }, async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts");
    await failNext(page, "GET", /\/import\.data/, "network");
    await page.getByRole("link", { name: "Import CSV" }).click();
    const failed = page.getByRole("alert").filter({ hasText: "The earlier imports did not load" });
    await expect(failed).toContainText("No connection to the shop.");
    await failed.getByRole("button", { name: "Retry" }).click();

    const said = page.getByRole("main").getByRole("alert");
    const again = /api\/trims\.csv\?/;
    const buffer = Buffer.from("number,price\n3,7.5\n4,8.5\n");
    const choose = () => page.getByLabel("CSV file").setInputFiles({ name: "two.csv", mimeType: "text/csv", buffer });
    await failNext(page, "POST", again, { status: 500 });
    await choose();
    await expect(said).toHaveText(
      "two.csv was not checked: The shop refused with 500. Nothing is changed. Please choose the file again.",
    );
    await failNext(page, "POST", again, "network");
    await choose();
    await expect(said).toHaveText(
      "two.csv was not checked: No connection to the shop. Nothing is changed. Please choose the file again.",
    );

    await choose();
    await expect(page.getByRole("heading", { name: "2 changed" })).toBeVisible();
    await failNext(page, "POST", again, "network");
    await page.getByRole("button", { name: "Apply 2 items" }).click();
    await expect(said).toHaveText(
      "Applying two.csv was interrupted: No connection to the shop. It was applied completely or not at all. Here is what it would change now.",
    );
    await expect(page.getByRole("heading", { name: "2 changed" })).toBeVisible();

    await page.route(again, (route) => route.abort("internetdisconnected"));
    await page.getByRole("button", { name: "Apply 2 items" }).click();
    await expect(said).toHaveText(
      "Applying two.csv was interrupted: No connection to the shop. It was applied completely or not at all. Please choose the file again to see which.",
    );
    await page.unroute(again);
    await choose();
    await page.getByRole("button", { name: "Apply 2 items" }).click();
    await expect(page.getByRole("heading", { name: "2 items applied" })).toBeVisible();
  });
});

test(
  "a file that is saved again before it is applied has to be chosen again",
  { tag: "@trial" },
  async ({ page }, info) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts/import");
    const path = info.outputPath("two.csv");
    await writeFile(path, "number,price\n5,7.5\n6,8.5\n");
    await page.getByLabel("CSV file").setInputFiles(path);
    await expect(page.getByRole("heading", { name: "2 changed" })).toBeVisible();
    await writeFile(path, "number,price\n5,7.6\n6,8.5\n7,9.5\n");
    await page.getByRole("button", { name: "Apply 2 items" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "The file has been changed or moved since you chose it. Nothing was sent. Please choose it again.",
    );
    await page.getByLabel("CSV file").setInputFiles(path);
    await expect(page.getByRole("heading", { name: "3 changed" })).toBeVisible();
  },
);

test("no heading and no figure in the tables of an import is broken", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts/import");
  const csv = ["number;name;line;price;moq", "5;;;0.0311;", ";;hats;cheap;0", "1;;hats;;", "3;;;0,0310;"].join("\n");
  const file = { name: "hats.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  const whole = page.getByRole("table").locator('thead th, tbody [data-align="right"]');
  await expect(page.getByRole("table", { name: "Errors by row and column" })).toBeVisible();
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await brokenWords(whole), `at ${width} px`).toEqual([]);
  }
});
