import type { Page } from "@playwright/test";
import { carousel as spec } from "#test/specification/public.ts";
import { expect, test } from "./fixtures.ts";
import { press, tabTo } from "./keyboard.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const TURN_MS = spec.turnsEveryMs.ms;
const HOUR_MS = 60 * 60 * 1000;
const carousel = (page: Page) => page.getByRole("region", { name: "Product lines" });
const count = (page: Page, at: number) => expect(carousel(page).getByText(`${at} of 6`, { exact: true })).toBeVisible();

/** Opens the home page and stops the clock while the first slide has its whole time before it. */
async function open(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.goto("/");
  // The header knows the session once the page is hydrated.
  await expect(page.getByRole("banner").locator("nav > div a")).toBeAttached();
  await page.getByRole("button", { name: "Labels and hangtags" }).click();
  await page.clock.pauseAt(HOUR_MS);
  await page.getByRole("combobox").focus();
  await page.mouse.move(1, 1);
  await count(page, 1);
}

test("R-081 R-083 R-413 each slide turns up after 5 s until the first comes again", async ({ page }) => {
  await open(page);
  for (const [index, { name }] of spec.slides.entries()) {
    await count(page, index + 1);
    const slide = carousel(page).getByRole("group", { name: `${index + 1} of 6` });
    await expect(slide.getByRole("heading", { name })).toBeVisible();
    await page.clock.runFor(TURN_MS - 100);
    await count(page, index + 1);
    await page.clock.runFor(100);
  }
  await count(page, 1);
});

test("R-083 arrows and dots turn it, around both ends", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Previous slide" }).click();
  await count(page, 6);
  await page.getByRole("button", { name: "Next slide" }).click();
  await count(page, 1);
  await page.getByRole("button", { name: "Metal rivets" }).click();
  await count(page, 3);
  await expect(page.getByRole("button", { name: "Metal rivets" })).toHaveAttribute("aria-current", "true");
});

test("R-082 the pointer and the focus hold it, and let it go", async ({ page }) => {
  await open(page);
  await carousel(page).hover();
  await page.clock.runFor(TURN_MS);
  await count(page, 1);
  await page.getByRole("heading", { name: "Trims by the piece" }).hover();
  await page.clock.runFor(TURN_MS);
  await count(page, 2);
  await page.getByRole("button", { name: "Next slide" }).focus();
  await page.clock.runFor(TURN_MS);
  await count(page, 2);
  await page.getByRole("combobox").focus();
  await page.clock.runFor(TURN_MS);
  await count(page, 3);
});

test("Pause stops it for good, Play starts it again, by the keyboard alone", { tag: "@trial" }, async ({ page }) => {
  await open(page);
  await press(page.getByRole("button", { name: "Pause" }), "Shift+Tab");
  await tabTo(page.getByRole("combobox"));
  await page.clock.runFor(TURN_MS);
  await count(page, 1);
  await press(page.getByRole("button", { name: "Play" }), "Shift+Tab");
  await tabTo(page.getByRole("combobox"));
  await page.clock.runFor(TURN_MS);
  await count(page, 2);
});

test.describe("where less motion is wanted", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("it moves only when it is turned, and needs no Pause", { tag: "@trial" }, async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("banner").locator("nav > div a")).toBeAttached();
    await page.clock.runFor(TURN_MS);
    await count(page, 1);
    await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
    await page.getByRole("button", { name: "Next slide" }).click();
    await count(page, 2);
  });
});

test.describe("under a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test("R-084 R-414 a stroke turns it by one slide from 40 px on, either way", async ({ page }) => {
    await open(page);
    await page.evaluate(() => scrollTo(0, 0));
    for (const { by, at } of [
      { by: 1 - spec.swipe.px, at: 1 },
      { by: -spec.swipe.px, at: 2 },
      { by: spec.swipe.px - 1, at: 2 },
      { by: spec.swipe.px, at: 1 },
      { by: spec.swipe.px, at: 6 },
    ]) {
      await stroke(page, by);
      await count(page, at);
    }
  });
});

/** A real touch, as the browser's own input gives it. */
async function stroke(page: Page, across: number): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const from = { x: 195, y: 180 };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    input.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + across * part, y: from.y }],
    });
  await touch("touchStart", 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", part);
  await touch("touchEnd", 1);
}
