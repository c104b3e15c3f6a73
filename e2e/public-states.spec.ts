import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Review } from "#app/features/reviews/contract.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { hold } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { type Stock, startPagesOver } from "./pages-over.ts";

const [first] = JSON.parse(readFileSync("db/catalogue.json", "utf8"));
const trim: Trim = { ...first, _id: "1", img: "/images/products/none.webp", number: 1, priceBreaks: [] };
const below: Trim = { ...trim, _id: "2", quantity: trim.moq - 1, number: 2 };
const out: Trim = { ...trim, _id: "3", quantity: 0, number: 3 };
const review: Review = {
  ...{ _id: "1", name: "Eve", email: "eve@x.example", review: "<b>Fine</b>", ratings: 5 },
  ...{ img: null, answer: null },
};

const trims = (page: Page) => page.getByRole("region", { name: "Trims by the piece" });
const reviews = (page: Page) => page.getByRole("region", { name: "What buyers say" });

let stock: Stock;
let pages: Awaited<ReturnType<typeof startPagesOver>>;
test.beforeEach(async () => {
  stock = { trims: [trim, below, out], reviews: [review] };
  pages = await startPagesOver(stock);
});
test.afterEach(() => pages.stop());

test.use({ expectedErrors: [/\b404 \(|ERR_FAILED/] });

test("R-121 empty lists say so, without a spinner", async ({ page }) => {
  Object.assign(stock, { trims: [], reviews: [] });
  await page.goto(pages.url);
  await expect(trims(page).getByText("No trims yet")).toBeVisible();
  await expect(reviews(page).getByText("No reviews yet")).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
  await axe(page);
});

test("R-122 broken lists say so, and Retry brings each back while the page stays", async ({ page }) => {
  Object.assign(stock, { trims: "broken", reviews: "broken" });
  const response = await page.goto(pages.url);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expect(trims(page).getByRole("alert")).toContainText("The trims did not load");
  await expect(reviews(page).getByRole("alert")).toContainText("The reviews did not load");
  await expect(page.getByRole("heading", { name: "Why choose us" })).toBeVisible();
  await axe(page);

  stock.trims = [trim];
  await trims(page).getByRole("button", { name: "Retry" }).click();
  await expect(trims(page).getByRole("link", { name: "Order Now" })).toHaveCount(1);
  await expect(trims(page)).toBeFocused();
  await expect(reviews(page).getByRole("alert")).toBeVisible();
  stock.reviews = [review];
  await reviews(page).getByRole("button", { name: "Retry" }).click();
  await expect(reviews(page).getByRole("listitem")).toHaveCount(1);
  await expect(reviews(page)).toBeFocused();
});

test("R-120 R-121 the spinner turns while a list is loading, and no longer", async ({ page }) => {
  Object.assign(stock, { trims: "broken", reviews: "broken" });
  await page.goto(pages.url);
  const release = await hold(page, "GET", "**/*.data**");
  await reviews(page).getByRole("button", { name: "Retry" }).click();
  for (const list of [trims(page), reviews(page)]) await expect(list.getByRole("status")).toHaveText("Loading...");
  Object.assign(stock, { trims: [trim], reviews: [review] });
  release();
  await expect(trims(page).getByRole("link", { name: "Order Now" })).toHaveCount(1);
  await expect(page.getByText("Loading...")).toHaveCount(0);
});

test("R-122 a list says when the network is down, and Retry brings it back", { tag: "@trial" }, async ({ page }) => {
  await page.goto(pages.url);
  await page.route("**/*.data**", (route) => route.abort());
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(trims(page).getByRole("alert")).toContainText("The trims did not load");
  await page.unroute("**/*.data**");
  await trims(page).getByRole("button", { name: "Retry" }).click();
  await expect(trims(page).getByRole("link", { name: "Order Now" })).toHaveCount(3);
});

test("stock below the minimum and none at all are said in words, and Order Now stays", { tag: "@trial" }, async ({
  page,
}) => {
  await page.goto(pages.url);
  await expect(trims(page).getByText(/left, below the minimum order\./)).toHaveCount(1);
  await expect(trims(page).getByText("Out of stock. Next run on request.")).toHaveCount(1);
  await expect(trims(page).getByRole("link", { name: "Order Now" })).toHaveCount(3);
});

test("a picture that does not load leaves the trim's name in its place", { tag: "@trial" }, async ({ page }) => {
  await page.goto(pages.url);
  await trims(page).scrollIntoViewIfNeeded();
  await expect(trims(page).locator("span[style*=aspect-ratio]").first()).toHaveText(trim.name);
  await expect(trims(page).locator("img")).toHaveCount(0);
});

test("R-118 a review is text, never markup", async ({ page }) => {
  await page.goto(pages.url);
  for (const text of ["<b>Fine</b>", "Eve", "eve@x.example"])
    await expect(reviews(page).getByText(text, { exact: true })).toBeVisible();
  await expect(reviews(page).getByText("Ratings")).toBeAttached();
});
