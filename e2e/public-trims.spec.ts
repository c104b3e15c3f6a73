import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { columnsOf } from "./looks.ts";

const cards = (page: Page) => page.getByRole("link", { name: "Order Now" });
const trims = (page: Page) => page.getByRole("region", { name: "Trims by the piece" });
const said = (page: Page) => trims(page).locator("p[aria-live]");

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page reads fully: sections in their order, figures, reviews, footer", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText([
      "Labels and hangtags",
      "Sewing threads",
      "Trims by the piece",
      "New Items Nomination 2022",
      "Business Summery",
      "What buyers say",
      "Why choose us",
    ]);
    for (const words of ["130+ Awards", "700+ Nomination", "24 Hrs Support", "Free Delivery", "Rapid Production"])
      await expect(page.getByText(words)).toBeVisible();
    for (const figure of ["107", "800+"]) await expect(page.getByText(figure, { exact: true })).toBeVisible();
    await expect(page.getByText(`© ${new Date().getFullYear()} Rivet & Reed`)).toBeVisible();
  });
});

test("Show more leads the keyboard to the first new trim, and says how many there are", { tag: "@trial" }, async ({
  page,
}) => {
  await page.goto("/");
  await expect(said(page)).toHaveAttribute("aria-live", "polite");
  const more = page.getByRole("link", { name: "Show more" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(24);
  await expect(said(page)).toHaveText(/^24 of \d+ trims$/);
  const at = await page.evaluate(() =>
    [...document.querySelectorAll("#trims li")].findIndex((row) => row.contains(document.activeElement)),
  );
  expect(at).toBe(12);
});

test("a card names price, minimum and stock, and leads to its purchase page", { tag: "@trial" }, async ({
  page,
  request,
}) => {
  const [trim] = await (await request.get("/api/trims?limit=1")).json();
  await page.goto("/?show=200");
  const card = trims(page).getByRole("listitem").filter({ hasText: "No. 001" });
  await expect(card.getByRole("heading")).toHaveText(/\w/);
  await expect(card.getByText(`$${trim.price}`)).toBeVisible();
  await expect(card.getByText(`${trim.moq.toLocaleString("en")} pcs`, { exact: true })).toBeVisible();
  await expect(card.getByRole("link", { name: "Order Now" })).toHaveAttribute("href", `/purchase/${trim._id}`);
  await expect(card.locator("source")).toHaveAttribute("srcset", /-320\.avif 320w, .*\.avif 640w/);
});

test("R-111 trims stand in three columns from 992 px, beside the filter from 1200 px, in fewer below", async ({
  page,
}) => {
  const expectColumns = async (list: Locator, widths: [width: number, columns: number][]) => {
    for (const [width, columns] of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await columnsOf(list.getByRole("listitem")), `columns at ${width}`).toBe(columns);
    }
  };
  await page.goto("/");
  await expectColumns(trims(page), [
    [1600, 3],
    [1200, 3],
    [992, 3],
    [991, 2],
    [576, 2],
    [575, 1],
  ]);
  await page.goto("/trims");
  await expectColumns(page.getByRole("list").filter({ hasText: "Order Now" }), [
    [1600, 3],
    [1200, 3],
    [1199, 2],
    [576, 2],
    [575, 1],
  ]);
});
