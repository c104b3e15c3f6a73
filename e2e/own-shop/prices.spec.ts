import type { Page } from "@playwright/test";
import type { Trim } from "#app/features/trims/contract.ts";
import { axe, expect } from "../fixtures.ts";
import { mailTo } from "../mails.ts";
import { admin, buyer, enterShop } from "../people.ts";
import { test } from "./own-shop.ts";

const form = (page: Page) => page.getByRole("region", { name: "Order Form" });
const reached = (page: Page) => form(page).getByRole("row").filter({ hasText: "Your price" });

async function findItem(page: Page, item: string): Promise<Trim> {
  const found: Trim[] = await (await page.request.get("/api/trims", { params: { q: item } })).json();
  const trim = found.find(({ name }) => name === item);
  if (!trim) throw new Error(`${item} is not in the catalogue`);
  return trim;
}

async function openSheet(page: Page, item: string) {
  await page.goto(`/dashboard/manageproducts?q=${encodeURIComponent(item)}`);
  await page.getByRole("button", { name: item, exact: true }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Reserved by open orders")).toBeVisible();
  return sheet;
}

// Another item for each, as the journeys change its price; none that others read in the same shop.
for (const { width, item } of [
  { width: 360, item: "#5 metal zipper, brass on ecru, closed end, 16 cm" },
  { width: 1280, item: "Shank button 27L, gunmetal, plain dish" },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, expectedErrors: [/\b(409|400) \(/] });

    test("the price shown is the price ordered and mailed, also when an admin changes the breaks in between", {
      tag: "@trial",
    }, async ({ page, newPerson }) => {
      await enterShop(page, buyer);
      const office = await newPerson();
      await office.setViewportSize({ width, height: 900 });
      await enterShop(office, admin);
      const trim = await findItem(page, item);
      expect(trim.priceBreaks.length).toBeGreaterThan(1);
      const [first, second] = trim.priceBreaks;
      if (!first || !second) return;

      await page.goto(`/purchase/${trim._id}`);
      await page.getByLabel("Phone").fill("46855512080");
      await page.getByLabel("Address").fill("Vävaregatan 14, Umeå");
      const quantity = page.getByLabel("Order quantity");
      await expect(reached(page)).toHaveCount(0);
      await quantity.fill(String(trim.moq));
      await expect(reached(page)).toContainText(`$${trim.price}`);
      await expect(form(page)).toContainText(
        `${(first.from - trim.moq).toLocaleString("en")} more pieces and each costs $${first.price}.`,
      );
      await axe(page);
      // By keyboard: the offer is the next stop that orders more.
      const take = form(page).getByRole("button", { name: `Order ${first.from.toLocaleString("en")}`, exact: true });
      await take.focus();
      await page.keyboard.press("Enter");
      await expect(quantity).toHaveValue(String(first.from));
      await expect(reached(page)).toContainText(`$${first.price}`);
      const total = (price: string) =>
        `$${(first.from * Number(price)).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
      await expect(form(page).getByRole("status").first()).toHaveText(total(first.price));

      const sheet = await openSheet(office, item);
      const dearer = (Number(first.price) + 0.0005).toFixed(4);
      await sheet.getByLabel("Break 1: price per piece").fill(dearer);
      await sheet.getByRole("button", { name: "Save Item" }).click();
      await expect(office.getByText("Item Saved")).toBeVisible();

      const submit = page.getByRole("button", { name: "Place order" });
      await submit.click();
      const said = `${first.from.toLocaleString("en")} pieces cost $${dearer} per piece now, not $${first.price}. Nothing was ordered.`;
      await expect(form(page).getByRole("alert").filter({ hasText: said })).toBeVisible();
      await expect(reached(page)).toContainText(`$${dearer}`);
      await expect(form(page).getByRole("status").first()).toHaveText(total(dearer));
      await expect(page.getByLabel("Address")).toHaveValue("Vävaregatan 14, Umeå");
      await axe(page);
      expect((await findItem(page, item)).quantity).toBe(trim.quantity);

      await submit.click();
      await expect(page.getByText(/^Success !!!/)).toBeVisible();
      await expect(form(page).getByRole("alert").filter({ hasText: "Nothing was ordered" })).toHaveCount(0);
      const { text = "" } = await mailTo(buyer.email, {
        endsWith: `: placed, ${first.from.toLocaleString("en")} × ${item}, ${total(dearer)}`,
      });
      expect(text).toContain(`$${dearer}`);
      expect(text).toContain(total(dearer));
      const number = /No\. (\d+)/.exec(text)?.[1];
      await page.goto(`/dashboard/orders/${number}`);
      await expect(page.getByRole("main")).toContainText(`$${dearer}`);
      await expect(page.getByRole("main")).toContainText(total(dearer));
    });

    test("an admin adds, corrects and takes away price breaks, and sets the low mark", {
      tag: width === 1280 ? "@trial" : [],
    }, async ({ page }) => {
      await enterShop(page, admin);
      const before = await findItem(page, item);
      const sheet = await openSheet(page, item);
      const save = sheet.getByRole("button", { name: "Save Item" });
      const rows = sheet.getByRole("group", { name: "Price breaks" }).getByRole("listitem");
      await expect(rows).toHaveCount(before.priceBreaks.length);
      await axe(page);
      if (before.priceBreaks.length < 5) {
        await sheet.getByRole("button", { name: "Add a break" }).click();
        await expect(rows.last().getByLabel("from pieces")).toBeFocused();
      }
      await expect(rows).toHaveCount(5);
      // No field is at fault before somebody has been in it.
      await rows.last().getByLabel("from pieces").fill("900000");
      await rows.last().getByLabel("price per piece").fill("0.0001");
      await expect(rows.last()).toContainText(/% less\. An order of [\d,]+ costs \$/);
      await expect(rows.last()).not.toContainText("required");
      await expect(sheet.getByRole("button", { name: "Add a break" })).toHaveCount(0);
      const last = before.priceBreaks[3];
      if (!last) return;
      const cheaper = (Number(last.price) - 0.001).toFixed(4);
      await rows.last().getByLabel("from pieces").fill(String(last.from));
      await rows.last().getByLabel("price per piece").fill("9");
      await save.click();
      await expect(rows.last()).toContainText("Please write more pieces than the break before it has");
      await expect(rows.last()).toContainText("Please write a lower price than the break before it has");
      await axe(page);
      await rows
        .last()
        .getByLabel("from pieces")
        .fill(String(last.from * 2));
      await rows.last().getByLabel("price per piece").fill(cheaper);
      await expect(rows.last()).toContainText(/% less\. An order of [\d,]+ costs \$/);
      await sheet.getByRole("button", { name: "Remove break 1" }).click();
      await expect(rows).toHaveCount(4);
      await expect(sheet.getByRole("group", { name: "Price breaks" })).toBeFocused();
      await sheet.getByLabel("Low stock below").fill("7500");
      await save.click();
      await expect(page.getByText("Item Saved")).toBeVisible();
      expect((await findItem(page, item)).priceBreaks).toEqual([
        ...before.priceBreaks.slice(1),
        { from: last.from * 2, price: cheaper },
      ]);
      const again = await openSheet(page, item);
      await expect(again.getByLabel("Low stock below")).toHaveValue("7500");
    });
  });
}
