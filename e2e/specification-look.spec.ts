import type { Page } from "@playwright/test";
import { presentation } from "#test/specification/dashboard.ts";
import { carousel } from "#test/specification/public.ts";
import { expect, test } from "./fixtures.ts";
import { columnsOf, expectPainted } from "./looks.ts";

const soft = expect.soft;
/** How closely the time of a toast is taken. */
const STEP_MS = 50;

test.describe("in motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("R-415 R-416 a modal takes 300 ms, its backdrop 150 ms", async ({ page }) => {
    await page.goto("/");
    for (const opener of [carousel.buyers.label, carousel.sell.label, "Licenses"]) {
      await page.getByRole("button", { name: opener, exact: true }).click();
      const dialog = page.getByRole("dialog").filter({ visible: true });
      await expect(dialog).toBeVisible();
      for (const [part, { line, ms }] of [
        [null, presentation.modalMs],
        ["::backdrop", presentation.backdropMs],
      ] as const) {
        const { properties, durations } = await dialog.evaluate((element, part) => {
          const { transitionProperty, transitionDuration } = getComputedStyle(element, part);
          return { properties: transitionProperty.split(", "), durations: transitionDuration.split(", ") };
        }, part);
        soft(properties, line).toContain("opacity");
        soft(new Set(durations.map((duration) => Number.parseFloat(duration) * 1000)), line).toEqual(new Set([ms]));
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  });
});

test("R-422 R-423 a toast appears at the top right, and disappears after 5 s", async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto("/login");
  await page.clock.pauseAt(60 * 60 * 1000);
  await page.getByRole("button", { name: "Login as Admin ?" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Demo admin" });
  // In steps, so that little of its time has passed when it is noticed.
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    expect(await toast.isVisible()).toBe(true);
  }).toPass({ intervals: [1] });
  await expectPainted(toast.locator("svg").first(), "green");
  const [box, width] = [await toast.boundingBox(), page.viewportSize()?.width ?? 0];
  if (!box) throw new Error("The toast has no place.");
  soft(width - (box.x + box.width)).toBeLessThan(48);
  soft(box.x).toBeGreaterThan(width / 2);
  // Below the header, and below a heading that it would cover.
  soft(box.y).toBeLessThan(300);
  await page.clock.runFor(presentation.toastMs.ms - 5 * STEP_MS);
  await expect(toast).toBeVisible();
  await page.clock.runFor(10 * STEP_MS);
  await expect(toast).toBeHidden();
});

test.describe("a refusal of the provider", () => {
  test.use({ expectedErrors: [/\b422 \(/] });

  test("R-197 R-391 is said in its own words, in red, under the form", async ({ page }) => {
    const detail = "These words are the provider's own.";
    for (const path of ["/login", "/register"]) {
      await page.goto(path);
      await page.route("**/api/auth/sign-*/**", (route) =>
        route.fulfill({ status: 422, contentType: "application/problem+json", json: { code: "test", detail } }),
      );
      if (path === "/register") await page.getByLabel("Name").fill("Eve");
      await page.getByLabel("E-mail").fill("eve@denim.example");
      const password = page.getByRole("textbox", { name: "Password" });
      await password.fill("selvedge-and-brass");
      if (path === "/register") await page.getByLabel("I agree with the terms").check();
      await password.press("Enter");
      const alert = page.getByRole("alert").getByText(detail, { exact: true });
      await expectPainted(alert, "red");
      const [below, above] = [await alert.boundingBox(), await password.boundingBox()];
      soft(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0);
    }
  });
});

test("R-111 R-115 R-417 R-418 R-419 R-420 R-421 the page changes at each width, and one pixel below it has not yet", async ({
  page,
}) => {
  await page.goto("/");
  const { sm, md, lg, xl, xxl } = presentation.breakpointsPx;
  const expectChange = async (px: number, look: () => Promise<unknown>, before: unknown, after: unknown) => {
    for (const [width, seen] of [
      [px - 1, before],
      [px, after],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.soft.poll(look, `at ${width} px`).toEqual(seen);
    }
  };
  const tags = page
    .getByRole("region", { name: "Trims by the piece" })
    .getByRole("listitem")
    .filter({ hasText: "Order Now" });
  await expectChange(sm, () => columnsOf(tags), 1, 2);
  await expectChange(lg, () => columnsOf(tags), 2, 3);
  await expectChange(1921, () => columnsOf(tags), 3, 3);
  const opener = page.getByRole("button", { name: carousel.buyers.label });
  await expectChange(sm, () => opener.isVisible(), false, true);
  const reviews = page.getByRole("region", { name: "What buyers say" }).getByRole("listitem");
  await expectChange(md, () => columnsOf(reviews), 1, 2);
  await expectChange(1921, () => columnsOf(reviews), 2, 2);
  const toggle = page.getByRole("button", { name: "Menu" });
  await expectChange(lg, () => toggle.isVisible(), true, false);
  const news = page.getByRole("region", { name: /^New Items Nomination/ }).getByRole("listitem");
  await expectChange(xl, () => columnsOf(news), 3, 6);
  await expectChange(xxl, () => isBeside(page), false, true);
});

/** Whether the search and the product lines share a row. */
async function isBeside(page: Page): Promise<boolean> {
  const search = await page.getByRole("combobox").boundingBox();
  const line = await page.getByRole("navigation", { name: "Product line" }).boundingBox();
  if (!search || !line) throw new Error("The filter has no place.");
  return line.x > search.x + search.width;
}
