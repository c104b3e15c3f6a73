import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sizes } from "../failures.ts";
import { axeInBothSchemes, expect } from "../fixtures.ts";
import { acceptance, buyerWithOrders, moveOrder, type Placed } from "../orders.ts";
import { admin, enterShop } from "../people.ts";
import { test } from "./own-shop.ts";

const figures = ["To review", "To produce", "To pack", "To ship", "To invoice", "Past due", "Low stock"];
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const figure = (page: Page, what: string) => page.getByRole("link", { name: new RegExp(`^\\d+\\s*${what}`) });

async function readFigure(page: Page, what: string): Promise<number> {
  return Number(/^\d+/.exec((await figure(page, what).textContent()) ?? "")?.[0]);
}

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("the desk counts what waits, each figure leads to exactly that list, and the figures follow", {
      tag: name === "phone" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      const { placed } = await buyerWithOrders(await newPerson(), 5);
      const [first, second, third] = placed as [Placed, Placed, Placed];
      await enterShop(page, admin);
      const following = page.waitForResponse(/\/api\/events$/);
      await page.goto("/dashboard");
      await expect(heading(page)).toHaveText(`Welcome, ${admin.name}`);
      await expect(page.getByText("Admins have all powers.")).toBeVisible();
      await following;
      const waiting = await readFigure(page, "To review");
      expect(waiting).toBeGreaterThanOrEqual(5);

      // Nobody reloads: the news comes by the stream.
      const before = { produce: await readFigure(page, "To produce"), ship: await readFigure(page, "To ship") };
      for (const { _id } of [first, second, third]) await moveOrder(page, _id, acceptance);
      await moveOrder(page, third._id, { track: "shipping", from: "pending", to: "packed" });
      await expect(figure(page, "To review")).toContainText(String(waiting - 3));
      await expect(figure(page, "To ship")).toContainText(String(before.ship + 1));
      await expect(figure(page, "To produce")).toContainText(String(before.produce + 2));

      for (const what of figures) {
        const count = await readFigure(page, what);
        await figure(page, what).click();
        await expect(heading(page)).toHaveText(new RegExp(` : ${count} items?$`));
        const rows = page.locator("tbody tr");
        await expect(rows).toHaveCount(Math.min(50, count));
        await page.goBack();
        await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
      }
    });

    test("sales, best trims and quiet buyers have tables beside their charts", {
      tag: name === "phone" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      await buyerWithOrders(await newPerson(), 2);
      await enterShop(page, admin);
      await page.goto("/dashboard");
      await expect(page.getByRole("img", { name: /^Sales of every week/ })).toBeVisible();
      await expect(page.getByRole("img", { name: /week by week/ })).toHaveCount(6);
      // Each figure on the axis has its line.
      const heights = page.getByRole("img", { name: /^Sales of every week/ }).locator('[style^="bottom"]');
      const [lines = [], words = []] = await heights.evaluateAll((all: HTMLElement[]) => {
        const bottoms = (hasText: boolean) =>
          all.filter((one) => (one.textContent !== "") === hasText).map((one) => one.style.bottom);
        return [bottoms(false), bottoms(true)];
      });
      expect(words).toHaveLength(4);
      expect(lines).toEqual(words);
      await page.getByRole("button", { name: "Show as table" }).click();
      const table = page.getByRole("table", { name: /^Sales by week and product line/ });
      await expect(table.getByRole("row")).toHaveCount(54);
      await expect(page.getByRole("img", { name: /^Sales of every week/ })).toHaveCount(0);
      await page.getByRole("button", { name: "Show as chart" }).click();
      await expect(page.getByRole("img", { name: /^Sales of every week/ })).toBeVisible();
      await page.getByRole("button", { name: "Show by pieces" }).click();
      await expect(page.getByRole("table", { name: /by pieces$/ })).toBeVisible();
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWider).toBe(false);
    });

    test("an admin finds a buyer, sorts, reads the page and writes a note", {
      tag: name === "phone" ? "@trial" : [],
    }, async ({ page, newPerson }) => {
      const { email, mark } = await buyerWithOrders(await newPerson(), 2);
      await enterShop(page, admin);
      await page.goto("/dashboard/buyers");
      await expect(heading(page)).toHaveText(/^All Buyers : \d+/);
      const parts = page.getByRole("navigation", { name: "Buyers by habit" });
      await parts.getByRole("link", { name: /^New this quarter \d+/ }).click();
      await expect(page).toHaveURL(/part=new/);
      await page.getByRole("searchbox").fill(mark);
      await expect(heading(page)).toHaveText("All Buyers : 1");
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).click();
      expect((await saving).suggestedFilename()).toMatch(/^buyers-.*\.csv$/);
      const lines = readFileSync(await (await saving).path(), "utf8")
        .trimEnd()
        .split("\r\n");
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(email);
      await parts.getByRole("link", { name: /^Owing/ }).click();
      await expect(page.getByRole("heading", { name: "No buyer matches" })).toBeVisible();
      await parts.getByRole("link", { name: /^All/ }).click();
      await expect(heading(page)).toHaveText("All Buyers : 1");
      if (name === "desktop") {
        for (const name of ["Unpaid", "Pieces"]) {
          const sorted = page.getByRole("columnheader", { name });
          await sorted.getByRole("button").click();
          await expect(sorted).toHaveAttribute("aria-sort", "descending");
        }
      } else {
        await page.getByRole("combobox", { name: "Sort" }).selectOption("Pieces, most first");
        await expect(page).toHaveURL(/sort=-pieces/);
      }
      await expect(page.locator("tbody tr")).toHaveCount(1);
      await page.getByRole("link", { name: "Astrid Lindqvist" }).click();
      await expect(heading(page)).toHaveText("Astrid Lindqvist");
      await expect(page.getByRole("link", { name: `Write to ${email}` })).toHaveAttribute("href", `mailto:${email}`);
      await expect(page.getByRole("table", { name: /^Newest orders of/ }).locator("tbody tr")).toHaveCount(2);
      await page.getByRole("textbox", { name: "New note" }).fill("One lot per style, please.");
      await page.getByRole("button", { name: "Save note" }).click();
      await expect(page.getByRole("listitem").filter({ hasText: "One lot per style, please." })).toContainText(
        admin.name,
      );
      await expect(page.getByRole("textbox", { name: "New note" })).toBeFocused();
      await page.getByRole("button", { name: "Show as table" }).click();
      await expect(page.getByRole("table", { name: "Orders by month" }).getByRole("row")).toHaveCount(13);
      await page.getByRole("link", { name: "Orders in the list" }).click();
      await expect(heading(page)).toHaveText("All Orders : 2 items");
    });
  });
}

test.describe("in both schemes", () => {
  test("desk, buyers and a buyer's page have no accessibility fault", { tag: "@trial" }, async ({
    page,
    newPerson,
  }) => {
    const { mark } = await buyerWithOrders(await newPerson(), 2);
    await enterShop(page, admin);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
    await axeInBothSchemes(page);
    await page.getByRole("button", { name: "Show as table" }).click();
    await axeInBothSchemes(page);
    await page.goto(`/dashboard/buyers?q=${mark}`);
    await expect(heading(page)).toHaveText("All Buyers : 1");
    await axeInBothSchemes(page);
    await page.getByRole("link", { name: "Astrid Lindqvist" }).click();
    await expect(heading(page)).toHaveText("Astrid Lindqvist");
    await axeInBothSchemes(page);
    await page.goto("/dashboard/manageproducts?only=low");
    await expect(heading(page)).toHaveText(/^Low Stock : \d+ items$/);
    await axeInBothSchemes(page);
  });
});

test("on each page of an admin the menu says how many orders wait for a review, and follows", {
  tag: "@trial",
}, async ({ page, newPerson }) => {
  const buyer = await newPerson();
  const { placed } = await buyerWithOrders(buyer, 3);
  await enterShop(page, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/dashboard");
  const waiting = await readFigure(page, "To review");
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  const orders = menu.getByRole("link", { name: "Manage All Orders" });
  await expect(orders).toHaveAccessibleDescription(`${waiting} to review`);
  await page.goto("/dashboard/record");
  await expect(orders).toHaveAccessibleDescription(`${waiting} to review`);
  const [link, count] = await Promise.all([orders.boundingBox(), menu.getByText(`${waiting} to review`).boundingBox()]);
  expect(count && link && count.x > link.x && count.x < link.x + link.width).toBe(true);
  await moveOrder(page, (placed[0] as Placed)._id, acceptance);
  await expect(orders).toHaveAccessibleDescription(`${waiting - 1} to review`);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(orders).toHaveAccessibleDescription(`${waiting - 1} to review`);
  await axeInBothSchemes(page);
});

test("on a desktop the desk's text and buttons share a row", { tag: "@trial" }, async ({ page }) => {
  await enterShop(page, admin);
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/dashboard");
    const text = await page.getByText("Admins have all powers.").boundingBox();
    const button = await page.getByRole("main").getByRole("link", { name: "Trims", exact: true }).boundingBox();
    if (!text || !button) throw new Error("One of them is missing.");
    expect(button.y, `at ${width} px`).toBeLessThan(text.y + text.height);
    expect(button.x, `at ${width} px`).toBeGreaterThan(text.x + text.width);
  }
});
