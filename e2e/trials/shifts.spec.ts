import { expect, test } from "../fixtures.ts";
import { admin, buyer, enterShop } from "../people.ts";
import { readShifts } from "../shifts.ts";

// What a page shows before its answers come keeps its place when they come. The answers wait until it is shown.

/** Fonts that come after the first paint move words by a hair. */
const NOTHING = 0.001;

test.use({ expectedErrors: [/404 \(Not Found\)/] });

const WIDTHS = [360, 768, 1280];

for (const { who, path } of [
  { who: buyer, path: "/dashboard/orders/999999" },
  { who: buyer, path: "/dashboard/ordersheets/999999" },
  { who: admin, path: `/dashboard/buyers/${crypto.randomUUID()}` },
]) {
  test(`${path.replace(/[^/]+$/, "…")}, when there is none, moves nothing`, async ({ page }) => {
    await enterShop(page, who);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("link", { name: /404, page not found/ })).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText("Loading...");
      expect(await readShifts(page), `${width} pixels wide`).toBeLessThan(NOTHING);
    }
  });
}

test("the counts of reviews move nothing when they come", async ({ page }) => {
  await enterShop(page, admin);
  await page.route("**/api/reviewCounts", async (route) => {
    await expect(page.getByRole("table", { name: "Reviews by stars" })).toBeVisible();
    await route.continue();
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/dashboard/reviews");
    await expect(page.getByRole("complementary", { name: "Ratings" })).toContainText(/from \d+ shown review/);
    expect(await readShifts(page), `${width} pixels wide`).toBeLessThan(NOTHING);
  }
});

test("the name of the trim that waits for its order leaves the form below where it is", async ({ page }) => {
  const [trim] = await (await page.request.get("/api/trims?q=hammered&limit=1")).json();
  const field = page.getByLabel("E-mail");
  for (const width of WIDTHS) {
    const come = Promise.withResolvers<void>();
    await page.route(`**/api/trims/${trim._id}`, async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/purchase/${trim._id}`);
    await expect(page.getByText("Your trim is waiting for your order.")).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await field.boundingBox();
    come.resolve();
    await expect(page.getByText(`${trim.name} is waiting for your order.`)).toBeVisible();
    expect(await field.boundingBox(), `${width} pixels wide`).toEqual(before);
    await page.unrouteAll();
  }
});

for (const path of ["/", "/blogs", "/portfolio", "/login"]) {
  test(`on a phone, fonts that come late move nothing on ${path}`, async ({ page }) => {
    const come = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading").first()).toBeVisible();
    const haveCome = () =>
      page.evaluate(() => ["800 1rem Besley", "1rem Archivo"].map((font) => document.fonts.check(font)));
    expect(await haveCome()).toEqual([false, false]);
    come.resolve();
    await expect.poll(haveCome).toEqual([true, true]);
    expect(await readShifts(page)).toBeLessThan(NOTHING);
  });
}
