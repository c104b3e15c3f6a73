import type { Page } from "@playwright/test";
import { failNext, saidFor } from "../failures.ts";
import { expect, test } from "../fixtures.ts";
import { buyerWithOrders } from "../orders.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, minimumOf, plentifulTrims, writeDraft } from "../sheets.ts";

// What a screen reader hears once, it hears once.

/** Notes what is added to the page within a region that is read out. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const isRead = (element: Element) => {
      const region = element.closest("[aria-live], [role=alert], [role=status]");
      return region !== null && (region.getAttribute("aria-live") ?? "polite") !== "off";
    };
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added instanceof Element)
          for (const part of [added, ...added.querySelectorAll("*")])
            if (isRead(part) && part.childElementCount === 0) heard.push(part.textContent ?? "");
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test.describe("a message", () => {
  test.use({ expectedErrors: [/\b409 \(/] });

  test("is not read again when a dialog opens, into which it moves", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enterShop(page, admin);
    await page.goto("/dashboard/manageproducts");
    const remove = page.getByRole("button", { name: /^Delete item \d+:/ }).first();
    const question = page.locator("dialog:modal");
    await failNext(page, "DELETE", /\/api\/trims\//, { status: 409 });
    await remove.click();
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    const message = page.locator("[data-tone]").filter({ hasText: saidFor({ status: 409 }) });
    await expect(message).toHaveAttribute("data-announced");
    await expect(question).toHaveCount(0);
    const heard = await listen(page);
    await remove.click();
    await expect(question.locator(message)).toBeVisible();
    await message.getByRole("button", { name: "Close" }).focus();
    expect(await heard()).not.toContain(saidFor({ status: 409 }));
  });
});

test("that a sheet was sent is said once, not again on the way back", async ({ page }) => {
  await joinShop(page);
  const [trim] = await plentifulTrims(page);
  if (!trim) throw new Error("No trim has ten times its minimum.");
  await writeDraft(page, [minimumOf(trim)], delivery);
  await page.goto("/dashboard/ordersheet");
  await page.getByRole("button", { name: /^Send order sheet/ }).click();
  const said = page.getByText(/^Sheet S-\d+ is sent\.$/);
  await expect(said).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: trim.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order No/ })).toBeVisible();
  await page.goBack();
  const heading = page.getByRole("heading", { level: 1, name: /^Sheet S-/ });
  await expect(heading).toBeVisible();
  expect(await said.count()).toBe(0);
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await said.count()).toBe(0);
});

test("so is what Order again did", async ({ page }) => {
  await buyerWithOrders(page, 1);
  await page.goto("/dashboard/myorders");
  await page.getByRole("link", { name: /, order No\./ }).click();
  await page.getByRole("button", { name: /^Order again/ }).click();
  const said = page.getByText(/^1 line of Order No\. \d+ is on the sheet\./);
  await expect(said).toBeVisible();
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^My Orders/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^Order sheet/ })).toBeVisible();
  expect(await said.count()).toBe(0);
});

test.describe("without its code", () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("a message that offers something goes with its page", async ({ page }) => {
    await page.route(/toast-viewport/, (route) => route.abort());
    await page.goto("/terms");
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
    const message = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Try again" }) });
    await expect(message).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("banner").getByRole("link", { name: "Blogs" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Blogs" })).toBeVisible();
    expect(await message.count()).toBe(0);
  });
});
