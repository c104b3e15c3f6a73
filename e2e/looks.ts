import { expect, type Locator } from "@playwright/test";

/** Degrees on the colour wheel, whatever the shade. */
const hues = { red: [-30, 40], green: [80, 185] } as const;

/** Expects the text, or the icon, to be painted in this colour, as the browser computes it. */
export async function expectPainted(what: Locator, colour: keyof typeof hues): Promise<void> {
  await expect(what).toBeVisible();
  const { hue, saturation } = await what.evaluate((element) => {
    const painter = new OffscreenCanvas(1, 1).getContext("2d");
    if (!painter) throw new Error("this browser paints nothing");
    painter.fillStyle = getComputedStyle(element).color;
    painter.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = painter.getImageData(0, 0, 1, 1).data;
    const most = Math.max(red, green, blue);
    const spread = most - Math.min(red, green, blue);
    const sector =
      most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
    return { hue: sector * 60, saturation: spread / most };
  });
  const [from, to] = hues[colour];
  expect.soft(saturation, `how colourful ${what} is`).toBeGreaterThan(0.3);
  expect.soft(hue, `hue of ${what}`).toBeGreaterThanOrEqual(from);
  expect.soft(hue, `hue of ${what}`).toBeLessThanOrEqual(to);
}

/** How many columns these boxes form. */
export async function columnsOf(boxes: Locator): Promise<number> {
  const lefts = await boxes.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().x));
  return new Set(lefts).size;
}

/** The words in these boxes that are broken across two lines. */
export function brokenWords(boxes: Locator): Promise<string[]> {
  return boxes.evaluateAll((elements) => {
    const broken: string[] = [];
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s\p{Pd}]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}
