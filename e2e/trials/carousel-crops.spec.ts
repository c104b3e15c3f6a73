import type { Page } from "@playwright/test";
import sharp from "sharp";
import { slides } from "#app/content/carousel.ts";
import { expect, test } from "../fixtures.ts";

const carousel = (page: Page) => page.getByRole("region", { name: "Product lines" });

/** How many of the small squares right of the seam show something other than blue cloth. */
async function foreignSquares(page: Page): Promise<number> {
  const seam = await carousel(page).locator("span[aria-hidden]").boundingBox();
  const hero = await carousel(page).boundingBox();
  if (!seam || !hero) throw new Error("the carousel is not laid out");
  const side = 6;
  const clip = { x: Math.ceil(seam.x + seam.width), y: hero.y + side, width: side, height: hero.height - 2 * side };
  const shot = await page.screenshot({ clip });
  const rows = Math.floor(clip.height / side);
  const { data, info } = await sharp(shot)
    .resize(1, rows, { fit: "fill", kernel: "nearest" })
    .blur(1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: rows }, (_, row) => data.subarray(row * info.channels, row * info.channels + 3)).filter(
    ([red = 0, , blue = 0]) => red >= blue,
  ).length;
}

test("no slide's subject is cut at the seam", async ({ page }) => {
  for (const width of [992, 1100, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    for (const { name } of slides) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.mouse.move(1, 1);
      const picture = carousel(page).locator("img[data-current]");
      await expect(picture).toHaveJSProperty("complete", true);
      await expect(picture).toHaveCSS("opacity", "1");
      expect(await foreignSquares(page), `${name} at ${width} px`).toBe(0);
    }
  }
});

test("the counter fits on one line, inside its panel", async ({ page }) => {
  await page.goto("/");
  const count = carousel(page).getByText("1 of 6", { exact: true });
  for (const width of [360, 768, 992, 1050, 1100, 1200, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await count.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines, `at ${width} px`).toBe(1);
    const words = carousel(page)
      .locator("> div")
      .filter({ has: page.getByRole("heading", { level: 1 }) });
    const [panel, box] = await Promise.all([words.boundingBox(), count.boundingBox()]);
    if (!panel || !box) throw new Error("the counter is not laid out");
    expect(box.x + box.width, `at ${width} px`).toBeLessThanOrEqual(panel.x + panel.width);
  }
});
