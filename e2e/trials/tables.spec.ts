import { expect } from "../fixtures.ts";
import { acceptance, moveOrder } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop, joinShop } from "../people.ts";
import { delivery, tokenOf } from "../sheets.ts";

// Long names and large sums, as a year of trade brings them.
test.use({ shopName: "tables", shopYear: true });
// In one worker, and so in one shop: writing its year takes longer than most of the tests.
test.describe.configure({ mode: "default" });

const lists = ["", "/manageorders", "/manageproducts", "/buyers", "/record", "/makeadmin"];

test("a table scrolls with its page, and fits a tablet", async ({ page }) => {
  await enterShop(page, admin);
  const buyers = await page.request.get("/api/buyers?limit=1&by=person", { headers: await tokenOf(page) });
  const [{ _id: buyerId }] = await buyers.json();
  for (const path of [...lists, `/buyers/${buyerId}`]) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(`/dashboard${path}`);
    const table = page.getByRole("main").locator("table:has(thead)").last();
    await expect(table).toBeVisible();
    for (const width of [768, 992, 1024, 1200, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(table.getByRole("row").last(), `${path} at ${width}`).toBeInViewport({ ratio: 1 });
      const over = await table.evaluate((element) => {
        const around = element.parentElement?.getBoundingClientRect().right ?? 0;
        return element.getBoundingClientRect().right - around;
      });
      expect(over, `${path} at ${width}`).toBeLessThan(1);
    }
  }
});

test("a buyer's page breaks no sum on a phone, and on a desktop the seams of both columns lie level", async ({
  page,
}) => {
  await enterShop(page, admin);
  const buyers = await page.request.get("/api/buyers?limit=1&by=person", { headers: await tokenOf(page) });
  const [{ _id: buyerId }] = await buyers.json();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/dashboard/buyers/${buyerId}`);
  const sums = page.getByRole("table", { name: /^Newest orders/ }).getByText(/^\$[\d,]+\.\d\d$/);
  await expect(sums.first()).toBeVisible();
  const broken = await sums.evaluateAll((all) =>
    all
      .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1;
      })
      .map((one) => one.textContent),
  );
  expect(broken).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 900 });
  const topOf = async (title: string) => {
    const part = page.getByRole("region", { name: title });
    // The head of the part, whose foot is the seam.
    return part
      .locator("> div")
      .first()
      .evaluate((head) => head.getBoundingClientRect().bottom);
  };
  expect(await topOf("Month by month")).toBeCloseTo(await topOf("How to reach them"), 0);
});

test("on a phone acts and profiles stand close together, and no name is broken", async ({ page }) => {
  await enterShop(page, admin);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, most] of [
    ["record", 130],
    ["makeadmin", 150],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    const rows = page.getByRole("main").locator("tbody tr");
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights), path).toBeLessThanOrEqual(most);
  }
  const name = page.getByRole("cell", { name: admin.name, exact: true });
  expect((await name.boundingBox())?.height).toBeLessThan(40);
});

test("the words at a chart's bars lie over no other bar, and not over its axis", async ({ page }) => {
  await enterShop(page, admin);
  await page.goto("/dashboard");
  const chart = page.getByRole("img", { name: /^Sales of every week/ });
  await expect(chart).toBeVisible();
  for (const width of [360, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const covered = await chart.evaluate((element) => {
      const shown = (one: Element) => one.getClientRects().length > 0;
      const boxes = (kind: string) =>
        [...element.querySelectorAll(kind)].filter(shown).map((one) => one.getBoundingClientRect());
      const calls = boxes("span[style*='--at']");
      const axis = [...element.querySelectorAll("span")].filter((one) => /^\$[\d,]+$/.test(one.textContent ?? ""));
      const others = [...boxes("rect"), ...axis.map((one) => one.getBoundingClientRect())];
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top < a.bottom - 2;
      return { calls: calls.length, met: calls.flatMap((call) => others.filter((other) => meets(call, other))).length };
    });
    expect(covered.calls, `at ${width} px`).toBeGreaterThan(0);
    expect(covered.met, `at ${width} px`).toBe(0);
  }
});

test("from a tablet to a desktop an item's name takes four lines at most, and no parcel's number is cut", async ({
  page,
  newPerson,
}) => {
  const name = "#5 metal zipper, antique brass on indigo, closed end, pin lock, 18 cm";
  await enterShop(page, admin);
  const item = { name, description: "Brass.", price: "0.05", moq: 100, quantity: 1000 };
  const added = await page.request.post("/api/trims", {
    headers: await tokenOf(page),
    data: { ...item, img: "/images/products/domed-rivet-antique-brass-9-5.webp" },
  });
  const { insertedId: trimId } = await added.json();
  const mine = await newPerson();
  const email = await joinShop(mine, "Astrid Lindqvist-Bergström");
  const about = { name: "Astrid Lindqvist-Bergström", email, ...delivery, productName: name };
  const placed = await mine.request.post("/api/orders", {
    headers: await tokenOf(mine),
    data: { ...about, trimId, orderQuantity: 100 },
  });
  const { insertedId: id } = await placed.json();
  await moveOrder(page, id, acceptance);
  await moveOrder(page, id, { track: "shipping", from: "pending", to: "packed" });
  const parcel = { carrier: "DHL Freight", trackingNumber: "00340434161094042557" };
  const shipped = { track: "shipping", from: "packed", to: "shipped" };
  await moveOrder(page, id, { ...shipped, ...parcel, trackingUrl: "https://track.example/00340434161094042557" });
  await page.goto(`/dashboard/manageorders?q=${email}`);
  await mine.goto("/dashboard/myorders");
  for (const width of [768, 992, 1024, 1180, 1280, 1440]) {
    for (const one of [page, mine]) {
      await one.setViewportSize({ width, height: 900 });
      const title = one.getByRole("main").getByRole("table").getByRole("link", { name });
      const lines = await title.evaluate((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
      expect(lines, `${one.url()} at ${width}`).toBeLessThanOrEqual(4);
    }
    const cut = await mine.getByRole("link", { name: /^Track DHL Freight/ }).evaluate((link) => {
      const holder = link.parentElement ?? link;
      return holder.scrollWidth - holder.clientWidth;
    });
    expect(cut, `Track at ${width}`).toBeLessThanOrEqual(1);
  }
});
