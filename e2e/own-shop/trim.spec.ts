import { expect as base, type CDPSession, type Locator, type Page } from "@playwright/test";
import { axe, expect } from "../fixtures.ts";
import { openAndLeave, press, tabTo } from "../keyboard.ts";
import { mailTo } from "../mails.ts";
import { admin, enterShop, joinConfirmed, PASSWORD } from "../people.ts";
import { test } from "./own-shop.ts";

type Trim = { _id: string; number: number; name: string; moq: number; quantity: number; family: string | null };

const zip = "/trims/4-5-metal-zipper-antique-brass-on-indigo-closed-end-18-cm";

async function listTrims({ request }: Pick<Page, "request">): Promise<Trim[]> {
  return (await request.get("/api/trims?limit=1000")).json();
}

const relatives = (page: Page) => page.getByRole("region", { name: "Other sizes and finishes" });
const zoomed = (page: Page) => page.getByRole("dialog").getByRole("status");

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("a tag's name leads to the trim's page, which names its relatives and leads to the order form", {
      tag: width === 360 ? "@trial" : [],
    }, async ({ page }) => {
      await page.goto("/");
      await page
        .getByRole("article")
        .getByRole("link", { name: /^#5 metal zipper, antique brass/ })
        .click();
      await expect(page).toHaveURL(zip);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^#5 metal zipper, antique brass/);
      await expect(page.getByRole("table", { name: "Price by quantity" }).getByRole("row")).toHaveCount(6);
      const gunmetal = relatives(page).getByRole("link", { name: /^Gunmetal on charcoal/ });
      await expect(gunmetal).toContainText("$0.3100 · 27,500 in stock");
      await gunmetal.click();
      await expect(page).toHaveURL(/\/trims\/\d+-5-metal-zipper-gunmetal-on-charcoal/);
      await expect(relatives(page).getByRole("link", { name: /^Gunmetal/ })).toHaveAttribute("aria-current", "true");
      await page.getByRole("link", { name: "Order Now" }).first().click();
      await expect(page).toHaveURL(/\/login\?from=%2Fpurchase%2F/);
    });

    test("the keyboard reaches relatives and picture, and zooms it", { tag: width === 360 ? "@trial" : [] }, async ({
      page,
    }) => {
      await page.goto(zip);
      const opener = page.getByRole("link", { name: /^Enlarge/ });
      await openAndLeave(opener);
      await page.keyboard.press("Enter");
      const pane = page.getByRole("region", { name: /^Picture/ });
      await expect(pane).toBeFocused();
      for (const [key, percent] of [
        ["+", "150 %"],
        ["+", "200 %"],
        ["-", "150 %"],
      ] as const) {
        await page.keyboard.press(key);
        await expect(zoomed(page)).toHaveText(percent);
      }
      const left = () => pane.evaluate((element) => element.scrollLeft);
      const before = await left();
      await page.keyboard.press("ArrowRight");
      await expect.poll(left).toBeGreaterThan(before);
      await page.keyboard.press("0");
      await expect(zoomed(page)).toHaveText("100 %");
      await tabTo(page.getByRole("button", { name: "Larger" }));
      await page.keyboard.press("Enter");
      await expect(zoomed(page)).toHaveText("150 %");
      await axe(page);
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
      await press(relatives(page).getByRole("link", { name: /^Matt black/ }));
      await expect(page).toHaveURL(/matt-black/);
    });

    test("a click zooms in where it falls, and the next one out", { tag: "@trial" }, async ({ page }) => {
      await page.goto(zip);
      await page.getByRole("link", { name: /^Enlarge/ }).click();
      const pane = page.getByRole("region", { name: /^Picture/ });
      const picture = pane.getByRole("img");
      await expect(picture).toHaveJSProperty("complete", true);
      // At first all of it is visible.
      const [around, whole] = [await restOf(pane), await restOf(picture)];
      base(whole.width).toBeLessThanOrEqual(around.width + 1);
      base(whole.height).toBeLessThanOrEqual(around.height + 1);
      const at = { x: around.width * 0.75, y: around.height * 0.25 };
      await pane.click({ position: at });
      await expect(zoomed(page)).toHaveText("250 %");
      const large = await boxOf(picture);
      base(Math.abs(large.x + large.width * 0.75 - (around.x + at.x))).toBeLessThan(3);
      base(Math.abs(large.y + large.height * 0.25 - (around.y + at.y))).toBeLessThan(3);
      await pane.click({ position: at });
      await expect(zoomed(page)).toHaveText("100 %");
      // A click beside the dialog closes it.
      await page.mouse.click(2, 2);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });
}

async function boxOf(element: ReturnType<Page["getByRole"]>) {
  const box = await element.boundingBox();
  if (!box) throw new Error("it is not laid out");
  return box;
}

/** Its box once it no longer moves, as a dialog does while it opens. */
async function restOf(element: Locator) {
  let last = "";
  const isSame = async () => {
    const before = last;
    last = JSON.stringify(await boxOf(element));
    return last === before;
  };
  await expect.poll(isSame).toBe(true);
  return boxOf(element);
}

test.describe("on a touchscreen", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test("two fingers zoom the picture, not the page, and one moves it", { tag: "@trial" }, async ({ page }) => {
    await page.goto(zip);
    await page.getByRole("link", { name: /^Enlarge/ }).tap();
    const pane = page.getByRole("region", { name: /^Picture/ });
    const { x, y, width, height } = await boxOf(pane);
    const middle = { x: x + width / 2, y: y + height / 2 };
    const glass = await page.context().newCDPSession(page);
    await pinch(glass, middle, 40, 120);
    await expect(zoomed(page)).toHaveText("300 %");
    await pinch(glass, middle, 120, 60);
    await expect(zoomed(page)).toHaveText("150 %");
    base(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    const left = () => pane.evaluate((element) => element.scrollLeft);
    const before = await left();
    await drag(glass, middle, -60);
    await expect.poll(left).toBeGreaterThan(before);
    await expect(zoomed(page)).toHaveText("150 %");
    // A tap while the picture still glides only stops it.
    await expect(async () => {
      await pane.tap();
      await expect(zoomed(page)).toHaveText("100 %", { timeout: 1_000 });
    }).toPass();
  });
});

/** Two fingers around `middle`, at first `from` px from it, then `to`. */
async function pinch(glass: CDPSession, { x, y }: { x: number; y: number }, from: number, to: number): Promise<void> {
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await glass.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(from) });
  for (let step = 1; step <= 8; step++) {
    const touchPoints = fingers(from + ((to - from) * step) / 8);
    await glass.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
  }
  await glass.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function drag(glass: CDPSession, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  await glass.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= 8; step++) {
    await glass.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + (by * step) / 8, y }] });
  }
  await glass.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a trim's page has facts, prices, relatives, and its picture behind a link", async ({ page }) => {
    await page.goto(zip);
    await expect(page.getByRole("row", { name: "Finish antique brass" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Price by quantity" })).toContainText("$0.2410");
    await expect(relatives(page).getByRole("link")).toHaveCount(6);
    const picture = await page.getByRole("link", { name: /^Enlarge/ }).getAttribute("href");
    const answer = await page.request.get(picture ?? "");
    expect(answer.headers()["content-type"]).toBe("image/webp");
    const soldOut = (await listTrims(page)).find(({ quantity }) => quantity === 0);
    await page.goto(`/trims/${soldOut?.number}`);
    await page.getByRole("link", { name: "Tell me when it is back" }).click();
    await expect(page).toHaveURL(/\/login\?from=%2Ftrims%2F/);
  });
});

test("an old name and a bare number lead to the trim's address for good; what is no trim is not found", async ({
  request,
}) => {
  for (const part of ["4", "004-5-metal-zipper", "4-an-old-name", "4-", "4-5-METAL-zipper"]) {
    const answer = await request.get(`/trims/${part}`, { maxRedirects: 0 });
    expect([part, answer.status(), answer.headers().location]).toEqual([part, 301, zip]);
  }
  expect((await request.get(zip, { maxRedirects: 0 })).status()).toBe(200);
  for (const part of ["99999-zipper", "zipper-4", "1234567890", "4zipper", "%00"]) {
    const answer = await request.get(`/trims/${part}`, { maxRedirects: 0 });
    expect([part, answer.status()]).toEqual([part, part === "%00" ? answer.status() : 404]);
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect(answer.status()).toBeLessThan(500);
  }
});

test("its head says what it is: canonical address, product with an offer for each price, and the way to it", async ({
  page,
  shop,
}) => {
  await page.goto(`${zip}?utm_source=mail`);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", shop + zip);
  await expect(page.locator("meta[name=robots]")).toHaveCount(0);
  const ld = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  const [product, trail] = ld["@graph"];
  expect(product).toMatchObject({
    "@type": "Product",
    "@id": shop + zip,
    sku: "004",
    material: "brass on cotton tape",
  });
  expect(product.offers).toHaveLength(5);
  expect(product.offers[4]).toMatchObject({ url: shop + zip, price: "0.2410", eligibleQuantity: { minValue: 25000 } });
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    "Home",
    "Zippers and pullers",
    "#5 metal zipper, antique brass on indigo, closed end, 18 cm",
  ]);
});

test("whoever misses a trim is told when it is back, once, and can take the request back", async ({
  page,
  newPerson,
}) => {
  const soldOut = (await listTrims(page)).find(({ quantity, family }) => quantity === 0 && family);
  if (!soldOut) throw new Error("the catalogue has no family with a trim out of stock");
  const email = await joinConfirmed(page);
  await page.context().clearCookies();

  await page.goto(`/trims/${soldOut.number}`);
  await expect(page.getByText(/^Out of stock\. A new lot takes about/)).toBeVisible();
  await expect(relatives(page)).toContainText("in stock");
  await page.getByRole("link", { name: "Tell me when it is back" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/trims/${soldOut.number}-`));

  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  const confirmation = page.getByText(`We will write to ${email}.`);
  await expect(confirmation).toBeFocused();
  await page.reload();
  await expect(confirmation).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Do not write to me" }).click();
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(confirmation).toBeVisible();

  const desk = await newPerson();
  await enterShop(desk, admin);
  const { accessToken } = await (await desk.request.post("/api/login", { data: { email: admin.email } })).json();
  const restocked = await desk.request.patch(`/api/trims/${soldOut._id}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { restock: soldOut.moq },
  });
  expect(restocked.status()).toBe(200);
  const mail = await mailTo(email, `Back in stock: ${soldOut.name}`);
  const [, link = ""] = /(\/trims\/\S+)/.exec(mail.text ?? "") ?? [];
  // A kept page may be 250 ms old.
  await expect.poll(async () => (await page.request.get(link)).text()).not.toContain("Out of stock");
  await page.goto(link);
  await expect(page.getByText("Out of stock")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Order Now" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Tell me/ })).toHaveCount(0);
});
