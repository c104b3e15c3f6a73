import { dismissToasts, failNext, hold, saidFor } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { admin, enterShop } from "../people.ts";

// An item that was ordered shows links to its orders, and React Router asks for their routes: offline that fails, too.
test.use({
  viewport: { width: 360, height: 780 },
  expectedErrors: [/\b409 \(|ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/],
});

test("on a phone open details are modal, and a message is seen, heard and closed above them", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  const row = page.getByRole("row").getByRole("button").first();
  await row.click();
  const sheet = page.getByRole("dialog");
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  // From edge to edge, without the room that a dialog leaves to the scrollbar of the page.
  expect((await sheet.boundingBox())?.width).toBeCloseTo(360);
  // The page behind is inert.
  await page.getByRole("searchbox").evaluate((field) => field.focus());
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  const failure = { status: 409 } as const;
  await failNext(page, "PATCH", /\/api\/trims\//, failure);
  await sheet.getByLabel("Unit price").fill("0.04");
  await sheet.getByRole("button", { name: "Save Item" }).click();
  const message = page.getByRole("alert").filter({ hasText: saidFor(failure) });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Close" }).click();
  await expect(message).toHaveCount(0);

  await failNext(page, "PATCH", /\/api\/trims\//, failure);
  await sheet.getByRole("button", { name: "Save Item" }).click();
  await expect(message).toBeVisible();
  // While it is being saved, nothing is asked.
  await expect(sheet.getByRole("button", { name: "Save Item" })).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(page.locator("[data-tone]").filter({ hasText: saidFor(failure) })).toBeVisible();
  await dismissToasts(page);
});

test("on the dashboard the first message waits for no code: it comes whole when the network has gone", async ({
  page,
}) => {
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  const isThere = () =>
    performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname.includes("toast-viewport"));
  await expect.poll(() => page.evaluate(isThere)).toBe(true);
  await page.getByRole("row").getByRole("button").first().click();
  await page.route("**/*", (route) => route.abort("internetdisconnected"));
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Unit price").fill("0.04");
  await sheet.getByRole("button", { name: "Save Item" }).click();
  const message = page.getByRole("alert").filter({ hasText: saidFor("network") });
  await expect(message.getByRole("button", { name: "Close" })).toBeVisible();
});

test("a question that comes again takes an answer while the list still loads", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enterShop(page, admin);
  await page.goto("/dashboard/manageproducts");
  const remove = page.getByRole("button", { name: /^Delete item \d+:/ }).first();
  const question = page.locator("dialog:modal");
  await expect(remove).toBeVisible();
  await page.route(/\/api\/trims\/[^/]+$/, (route) => route.fulfill({ json: { acknowledged: true, deletedCount: 0 } }));
  const release = await hold(page, "GET", /\/manageproducts\.data/);
  await remove.click();
  await question.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText(/no longer exists/)).toBeVisible();
  await remove.click();
  const no = question.getByRole("button", { name: "No", exact: true });
  await expect(no).toBeEnabled();
  await no.click();
  await expect(question).toHaveCount(0);
  const loaded = page.waitForResponse(/\/manageproducts\.data/);
  release();
  await loaded;
});
