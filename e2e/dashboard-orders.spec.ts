import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { dismissToasts, failNext, saidFor, sizes } from "./failures.ts";
import { axe, expect, test } from "./fixtures.ts";
import { buyerWithOrders } from "./orders.ts";
import { admin, enterShop } from "./people.ts";

/** Where an order opens beside the list; anywhere else its row leads to its page. */
const roomBeside = { width: 1600, height: 900 };
const question = "Once delete then it can not be restored. Are you sure to delete this Item ?";

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, expectedErrors: [/\b(409|500) \(|ERR_INTERNET_DISCONNECTED/] });

    test("an admin finds, sorts, reads and deletes orders", { tag: name === "phone" ? "@trial" : [] }, async ({
      page,
      newPerson,
    }) => {
      const { email, mark } = await buyerWithOrders(await newPerson(), 3);
      await enterShop(page, admin);
      await page.goto("/dashboard/manageorders");
      await expect(page.getByRole("heading", { name: /^All Orders : \d+ items$/ })).toBeVisible();
      const heads = ["Number", "Email", "Item", "Quantity", "Payment", "Shipping", "Cancel"];
      await expect(page.locator("thead th")).toHaveText(heads);
      await page.getByRole("searchbox").fill(mark);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Orders : 3 items");
      await expect(page).toHaveURL(new RegExp(`q=${mark}`));
      await expect(page.getByText("1 to 3 of 3")).toBeVisible();
      await axe(page);

      if (name === "desktop") {
        const sorted = page.getByRole("columnheader", { name: "Quantity" });
        await sorted.getByRole("button").click();
        await expect(page).toHaveURL(/sort=-quantity/);
        // The address changes before the list does.
        await expect(sorted).toHaveAttribute("aria-sort", "descending");
        await sorted.getByRole("button").click();
      } else await page.getByRole("combobox", { name: "Sort" }).selectOption("Quantity, smallest first");
      await expect(page).toHaveURL(/sort=quantity/);
      await expect(page).toHaveURL(new RegExp(`q=${mark}`));
      // The address changes before the list does.
      await expect(async () => {
        const cells = await page.locator('td[data-l="Quantity"]').allTextContents();
        // The total is its second line.
        const quantities = cells.map((cell) => Number(cell.split("$")[0]));
        expect(quantities).toEqual(quantities.toSorted((a, b) => a - b));
      }).toPass();
      await page.reload();
      await expect(page.getByRole("searchbox")).toHaveValue(mark);

      const row = page.getByRole("row").filter({ hasText: email }).first();
      const opener = row.getByRole("link", { name: email });
      await opener.click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order No\.\s\d+$/);
      for (const said of ["Astrid Lindqvist", email, "0046 855 512 080", "V\u00e4varegatan 14", "Total", "Ordered"]) {
        await expect(page.getByRole("main")).toContainText(said);
      }
      await axe(page);
      await page.goBack();

      const remove = row.getByRole("button", { name: /^Cancel order/ });
      const failures = ["network", { status: 409 }, { status: 500 }] as const;
      // What is said does not depend on the width.
      for (const failure of name === "desktop" ? failures : failures.slice(0, 1)) {
        await failNext(page, "DELETE", /\/api\/orders\//, failure);
        await remove.click();
        await expect(page.getByRole("dialog")).toContainText(question);
        await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
        await expect(page.getByText(saidFor(failure))).toBeVisible();
        await dismissToasts(page);
      }
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Orders : 3 items");
      await opener.click();
      await page.getByRole("button", { name: "Cancel order", exact: true }).click();
      await page.getByRole("dialog", { name: "Confirm" }).getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText("Order Cancelled")).toBeVisible();
      await expect(page.getByRole("list", { name: "Review" })).toContainText("Cancelled");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Orders : 2 items");
      // Nothing can be done with it any more, so it has no box.
      await expect(page.getByRole("checkbox", { name: "Select these 2" })).toBeVisible();
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: /^Cancelled \d/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cancelled : 1 item");
      await expect(page.getByRole("link", { name: email })).toBeVisible();
      await expect(page.getByRole("checkbox")).toHaveCount(0);
      await page.goBack();

      // A toast that fades away has no contrast.
      await dismissToasts(page);
      await page.getByRole("searchbox").fill("no-such-buyer");
      await expect(page.getByRole("heading", { name: "No order matches" })).toBeVisible();
      await axe(page);
      await page.getByRole("link", { name: "Show all" }).click();
      await expect(page.getByRole("searchbox")).toHaveValue("");
    });

    test("a buyer reads an order of theirs and cancels it from there", { tag: "@trial" }, async ({ page }) => {
      await buyerWithOrders(page, 2);
      await page.goto("/dashboard/myorders");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 2 items");
      await axe(page);
      await page
        .getByRole("link", { name: /, order No\./ })
        .first()
        .click();
      await expect(page.getByRole("main")).toContainText("Price per piece");
      await axe(page);
      await page.getByRole("button", { name: "Cancel order", exact: true }).click();
      await page.getByRole("dialog", { name: "Order Cancel" }).getByRole("button", { name: "Yes" }).click();
      await expect(page.getByText("Order Cancelled")).toBeVisible();
      await expect(page.getByText(/^You cancelled this order on/)).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "My Orders" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Orders : 1 items");
    });
  });
}

test.describe("a long list", () => {
  test.use({ expectedErrors: [/\b(400|500) \(/] });

  test("shows 12 orders on a desktop, 8 on a low one and on a phone, and its buyer 13", async ({ page, newPerson }) => {
    const buyer = await newPerson();
    const { mark } = await buyerWithOrders(buyer, 16);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}`);
    for (const [width, height, least] of [
      [1280, 900, 12],
      [1280, 720, 8],
      [360, 740, 8],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => countInSight(page), `at ${width} x ${height}`).toBeGreaterThanOrEqual(least);
    }
    await buyer.setViewportSize({ width: 1280, height: 900 });
    await buyer.goto("/dashboard/myorders");
    await expect.poll(() => countInSight(buyer)).toBeGreaterThanOrEqual(13);
  });

  test("is paged both ways, and its size, order and search stay", async ({ page, newPerson }) => {
    const { email, mark } = await buyerWithOrders(await newPerson(), 60);
    await enterShop(page, admin);
    await page.goto(`/dashboard/manageorders?q=${mark}&sort=oldest`);
    const rows = page.getByRole("link", { name: email });
    await expect(rows).toHaveCount(50);
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Next page" }).click();
    await expect(page.getByText("51 to 60 of 60")).toBeVisible();
    await expect(rows).toHaveCount(10);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/sort=oldest/);
    await page.reload();
    await expect(page.getByText("51 to 60 of 60")).toBeVisible();
    await pages.getByRole("link", { name: "Previous page" }).click();
    await expect(page.getByText("1 to 50 of 60")).toBeVisible();
    await pages.getByLabel("Rows per page").selectOption("100");
    await expect(rows).toHaveCount(60);
    await expect(page).toHaveURL(/limit=100/);

    await failNext(page, "GET", /\/api\/allOrders\.csv/, { status: 500 });
    await page.getByRole("button", { name: "Download CSV" }).click();
    await expect(page.getByText(saidFor({ status: 500 }))).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines.filter((line) => line.includes(email))).toHaveLength(60);
  });

  test("an odd cursor leads to the first page", { tag: "@trial" }, async ({ page }) => {
    await enterShop(page, admin);
    await page.goto("/dashboard/manageorders?after=nonsense&seen=50");
    await expect(page).toHaveURL("/dashboard/manageorders");
  });
});

test("on a slow line, sorting before the typed word is searched for gives both, and the other way round", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { email, mark } = await buyerWithOrders(await newPerson(), 2);
  await enterShop(page, admin);
  await page.goto("/dashboard/manageorders");
  await page.route(/\/manageorders\.data/, async (route) => {
    await pause(500);
    await route.continue();
  });
  await page.getByRole("searchbox").pressSequentially(mark);
  const sort = page.getByRole("columnheader", { name: "Quantity" }).getByRole("button");
  await sort.click();
  await expect(page).toHaveURL(`/dashboard/manageorders?q=${mark}&sort=-quantity`);
  await expect(page.getByRole("link", { name: email })).toHaveCount(2);
  await sort.click();
  await page.getByRole("searchbox").fill("");
  await expect(page).toHaveURL("/dashboard/manageorders?q=&sort=quantity");
});

test("opening an order before the typed word is searched for shows it, and the field says what the list shows", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { email, mark } = await buyerWithOrders(await newPerson(), 1);
  await page.setViewportSize(roomBeside);
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const order = page.getByRole("link", { name: email });
  await expect(order).toHaveCount(1);
  await page.route(/\/manageorders\.data/, async (route) => {
    await pause(500);
    await route.continue();
  });
  await page.getByRole("searchbox").pressSequentially("x");
  await order.click();
  await expect(page.getByRole("dialog")).toContainText(email);
  await expect(page.getByRole("searchbox")).toHaveValue(mark);
});

test("the arrows go from order to order, and where there is room Enter opens one beside the list", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const { email, mark } = await buyerWithOrders(await newPerson(), 3);
  await page.setViewportSize(roomBeside);
  await enterShop(page, admin);
  await page.goto(`/dashboard/manageorders?q=${mark}`);
  const rows = page.getByRole("link", { name: email });
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText(email);
  // The table stays usable: another row, and the sheet shows that one.
  await rows.first().click();
  await expect(page.getByRole("row").nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(rows.first()).toBeFocused();
});

/** How many orders of a list are in sight as a whole, before anything scrolls. */
async function countInSight(page: Page): Promise<number> {
  return page.locator("tr[data-row]").evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect());
    return boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length;
  });
}
