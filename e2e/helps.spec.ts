import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { axe, expect, test } from "./fixtures.ts";
import { press } from "./keyboard.ts";
import { admin, buyer, enterShop, joinShop } from "./people.ts";

// What a page says or offers before somebody has to ask.

test("the login after Order Now names the trim that waits, and so does Register", async ({ page }) => {
  const [trim] = await (await page.request.get("/api/trims?q=hammered&limit=1")).json();
  await page.goto("/login");
  await expect(page.getByText("is waiting for your order")).toHaveCount(0);
  await page.goto(`/purchase/${trim._id}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByText(`${trim.name} is waiting for your order.`)).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Register" }).click();
  await expect(page.getByText(`${trim.name} is waiting for your order.`)).toBeVisible();
  await page.goto("/login?from=/dashboard/myorders");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await expect(page.getByText("is waiting for your order")).toHaveCount(0);
});

test.describe("a reset link that no longer works", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("says so when its page opens, before a password is thought of", async ({ page }) => {
    await page.goto("/reset-password?token=an-old-one");
    await expect(page.getByRole("alert")).toHaveText(/This link has already been used or is older than an hour/);
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Send a new link" })).toBeVisible();
    await axe(page);
  });
});

/** What two elements have in common, in square pixels. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) return 0;
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** A toast must be in its corner over the header, and cover no heading and no field, wherever the page is scrolled to. */
async function expectClear(page: Page, toast: Locator): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  // It stays as long as the pointer rests on it.
  await toast.hover();
  const [box, size] = [await toast.boundingBox(), page.viewportSize()];
  if (!box || !size) throw new Error("The toast has no place.");
  expect(size.width - (box.x + box.width)).toBe(size.width < 768 ? 8 : 16);
  expect(box.y).toBe(4);
  const covered = await page.locator("main :is(h1, h2, h3)").all();
  for (const subject of covered) expect(await overlap(toast, subject)).toBe(0);
  for (const field of await page.locator("input, select, textarea").all()) {
    expect(await overlap(toast, field)).toBe(0);
    if (!(await field.isVisible())) continue;
    // As a link to what is to correct, or Tab, scrolls to it.
    await field.evaluate((found) => found.scrollIntoView({ block: "start" }));
    expect(await overlap(toast, field)).toBe(0);
  }
}

for (const width of [320, 360, 768, 1280, 1920]) {
  test(`R-423: at ${width} px a toast appears top right, and covers no heading and no field`, {
    tag: width === 360 || width === 1280 ? [] : "@trial",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.goto("/login");
    await page.getByRole("button", { name: "Reset password." }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
    const warning = page.getByText("Please input your email");
    await expect(warning).toBeVisible();
    await page.getByRole("button", { name: "Login as Admin ?" }).click();
    await expectClear(page, page.locator("[role][data-tone=success]"));
    // What is done now no longer fails.
    await expect(warning).toBeHidden();
  });
}

test("R-423: on a wide screen the toast of an order leaves what it says of the order free", { tag: "@trial" }, async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?q=nipple&limit=1")).json();
  await page.setViewportSize({ width: 1280, height: 900 });
  await joinShop(page, "Camille Besson");
  await page.goto(`/purchase/${trim._id}`);
  await page.getByLabel("Phone").fill("0046855512080");
  await page.getByLabel("Address").fill("Umeå");
  await page.getByLabel("Order quantity").fill(String(trim.moq));
  await page.getByRole("button", { name: "Place order" }).click();
  const toast = page.locator("[role][data-tone]").filter({ hasText: /^Success/ });
  await toast.hover();
  const receipt = page.getByRole("region", { name: /is placed$/ });
  await expectClear(page, toast);
  expect(await overlap(toast, receipt.getByText(trim.name))).toBe(0);
});

test("a toast goes though the window has lost the focus, unless the pointer rests on it", { tag: "@trial" }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/login");
  await page.waitForFunction(() => window.isHydrated);
  const toast = page.locator("[role][data-tone]");
  await page.getByRole("button", { name: "Login as Admin ?" }).click();
  await page.clock.runFor(1000);
  await expect(toast).toBeVisible();
  // As when the browser's own controls take the focus: the page is still in sight.
  await page.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new Event("blur"));
  });
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expect(toast).toHaveCount(0);
});

test("a toast that is closed gives the focus back to where it came from", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/login");
  const opener = page.getByRole("button", { name: "Login as Admin ?" });
  const toast = page.locator("[role][data-tone]");
  const close = toast.getByRole("button", { name: "Close" });
  await press(opener);
  await close.focus();
  await page.keyboard.press("Enter");
  await expect(toast).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await close.click();
  await expect(toast).toHaveCount(0);
  await expect(opener).toBeFocused();
});

for (const who of [buyer, admin]) {
  test(`on a narrow screen every entry of ${who.name}'s dashboard menu is in the menu sheet, and reached by the keyboard`, {
    tag: "@trial",
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enterShop(page, who);
    await page.goto("/dashboard");
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    const entries = menu.getByRole("link");
    // The trims stand above, among the site's pages.
    const words = (await entries.allInnerTexts()).filter((one) => !one.startsWith("Trims"));
    const toggle = page.getByRole("button", { name: "Menu" });
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(menu).toHaveCount(0);
      await toggle.press("Enter");
      await expect(entries).toHaveText(words);
      await axe(page);
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await expect(toggle).toBeFocused();
      await page.keyboard.press("Enter");
      const profile = menu.getByRole("link", { name: "My Profile" });
      for (let step = 0; step < 30; step += 1) {
        if (await profile.evaluate((one) => one === document.activeElement)) break;
        await page.keyboard.press("Tab");
      }
      await expect(profile).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/dashboard/myprofile");
      await expect(menu).toHaveCount(0);
    }
  });
}

test("on a phone a menu opened while the page loads again stays open, with the focus", {
  tag: "@trial",
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enterShop(page, buyer);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.waitForFunction(() => window.isHydrated);
  const toggle = page.getByRole("button", { name: "Menu" });
  await toggle.press("Enter");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeAttached();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(toggle).toBeFocused();
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("the clear button of a search field has our icon, and clears the field", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search trims" });
  await field.fill("rivet");
  const box = await field.boundingBox();
  if (!box) throw new Error("the field is not laid out");
  // Left of the button that searches.
  const sign = { x: box.x + box.width - 88 - 22, y: box.y + box.height / 2 - 11, width: 22, height: 22 };
  const { data } = await sharp(await page.screenshot({ clip: sign }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const soft = [74, 78, 98];
  const isInk = (at: number) => soft.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 12);
  expect(
    Array.from({ length: data.length / 3 }, (_, pixel) => isInk(pixel * 3)).filter(Boolean).length,
  ).toBeGreaterThan(9);
  await page.mouse.click(sign.x + 11, sign.y + 11);
  await expect(field).toHaveValue("");
});

const total = (page: Page) => page.getByRole("region", { name: "Order Form" }).getByRole("status");

test("an empty order form says what the least order costs, and offers 1, 2 and 5 times it", { tag: "@trial" }, async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?q=wreath&line=rivets&limit=1")).json();
  const least = `$${(trim.moq * Number(trim.price)).toFixed(2)}`;
  await enterShop(page, buyer);
  await page.goto(`/purchase/${trim._id}`);
  await expect(total(page)).toHaveText(`from ${least} for ${trim.moq.toLocaleString("en")}`);
  await expect(page.getByText(/^0 pieces/)).toHaveCount(0);
  for (const times of [2, 5, 1]) {
    await page.getByRole("button", { name: `${times} × minimum` }).click();
    await expect(page.getByLabel("Order quantity")).toHaveValue(String(times * trim.moq));
    const pieces = times * trim.moq;
    const reached = trim.priceBreaks.findLast((step: { from: number }) => step.from <= pieces);
    const cost = (pieces * Number(reached?.price ?? trim.price)).toLocaleString("en", { minimumFractionDigits: 2 });
    await expect(total(page)).toHaveText(`$${cost}`);
    await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
  }
  await axe(page);
});

test("the quantity comes first, and its total stays in sight without lying over the prices", { tag: "@trial" }, async ({
  page,
}) => {
  const [trim] = await (await page.request.get("/api/trims?q=wreath&line=rivets&limit=1")).json();
  await enterShop(page, buyer);
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/purchase/${trim._id}`);
    await page.getByLabel("Order quantity").fill(String(2 * trim.moq));
    const parts = { table: page.getByRole("table", { name: "Price by quantity" }), field: page.getByLabel("Address") };
    const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { y: 0, height: 0 };
    // On the page, not in the window: what is there may still move.
    const topOf = (one: Locator) => one.evaluate((field) => field.getBoundingClientRect().top + scrollY);
    expect(await topOf(page.getByLabel("Order quantity"))).toBeLessThan(await topOf(parts.field));
    for (let scrolled = 0; scrolled < 1600; scrolled += 80) {
      await page.evaluate((y) => scrollTo(0, y), scrolled);
      const [table, sum, button] = await Promise.all(
        [parts.table, page.getByRole("main").locator("output"), page.getByRole("button", { name: "Place order" })].map(
          boxOf,
        ),
      );
      expect(sum?.y, `at ${width} px, ${scrolled} px down`).toBeGreaterThanOrEqual(
        (table?.y ?? 0) + (table?.height ?? 0),
      );
      const address = await boxOf(parts.field);
      if (address.y < 0 || address.y + address.height > height) continue;
      expect((button?.y ?? 0) + (button?.height ?? 0), `at ${width} px, ${scrolled} px down`).toBeLessThanOrEqual(
        height,
      );
    }
  }
});

test("stock below the minimum is said above the form", { tag: "@trial" }, async ({ page }) => {
  const [trim] = await (await page.request.get("/api/trims?q=wreath&line=rivets&limit=1")).json();
  await enterShop(page, buyer);
  await page.route(`**/api/trims/${trim._id}`, async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), quantity: trim.moq - 1 } });
  });
  await page.goto(`/purchase/${trim._id}`);
  const said = page.getByText(/left, below the minimum order of/);
  await expect(said).toHaveCount(1);
  const [note, first] = await Promise.all([said.boundingBox(), page.getByLabel("Order quantity").boundingBox()]);
  if (!note || !first) throw new Error("the form is not laid out");
  expect(note.y + note.height).toBeLessThan(first.y);
  await expect(page.getByRole("button", { name: "1 × minimum" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Place order" })).toBeDisabled();
});
