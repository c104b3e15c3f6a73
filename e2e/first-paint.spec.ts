import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { buyer, enterShop } from "./people.ts";

declare global {
  interface Window {
    /** Lets through the frame that the page waits for. */
    paint?: () => void;
    /** Ends the page's wait for its picture. */
    loseHeart?: () => void;
  }
}

test.describe("before the scripts have loaded", () => {
  /** Opens a page whose scripts do not arrive until they are let through. */
  async function openWithout(page: Page, path: string): Promise<() => Promise<void>> {
    const used = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await used.promise;
      await route.continue();
    });
    const opening = page.goto(path);
    return async () => {
      used.resolve();
      await opening;
    };
  }

  test("a press takes effect once they have", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const letThrough = await openWithout(page, "/portfolio");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Blogs" })).toBeHidden();
    await letThrough();
    await expect(page.getByRole("link", { name: "Blogs" })).toBeVisible();
  });

  test("what is typed into the search stays, and is searched for", async ({ page }) => {
    const letThrough = await openWithout(page, "/trims");
    const search = page.getByLabel("Search trims");
    await search.fill("wreath");
    await letThrough();
    await expect(page.getByRole("option").first()).toContainText("wreath");
    await expect(search).toHaveValue("wreath");
    await search.press("Enter");
    await expect(page).toHaveURL(/[?&]q=wreath/);
  });

  test("what is typed while the page is still arriving stays, too", { tag: "@trial" }, async ({ page, context }) => {
    const network = await context.newCDPSession(page);
    const limit = (downloadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput,
        uploadThroughput: -1,
      });
    await limit(20_000);
    const opening = page.goto("/trims");
    const search = page.getByLabel("Search trims");
    await search.fill("wreath");
    expect(await page.evaluate(() => document.readyState)).toBe("loading");
    await limit(-1);
    await opening;
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText("wreath");
    await expect(search).toHaveValue("wreath");
  });

  test("a purchase page stays where it was scrolled to", { tag: "@trial" }, async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await enterShop(page, buyer);
    const [trim] = await (await request.get("/api/trims?limit=1")).json();
    const letThrough = await openWithout(page, `/purchase/${trim._id}`);
    await expect(page.getByRole("spinbutton").first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 400));
    await letThrough();
    await expect(page.getByRole("spinbutton").first()).toBeEnabled();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => scrollY)).toBe(400);
  });

  test("what is ticked and chosen filters the list", { tag: "@trial" }, async ({ page }) => {
    const letThrough = await openWithout(page, "/trims?line=rivets");
    const brass = page.getByRole("group", { name: "Finish" }).getByRole("checkbox", { name: /^brass/ });
    const upTo = page.getByRole("combobox", { name: "to", exact: true });
    await brass.check();
    await upTo.selectOption("12");
    await letThrough();
    await expect(page).toHaveURL(/finish=brass.*sizeTo=12|sizeTo=12.*finish=brass/);
    await expect(brass).toBeChecked();
    await expect(upTo).toHaveValue("12");
  });

  test("what is typed on while the page catches up is not taken back", { tag: "@trial" }, async ({ page }) => {
    // On a slow processor each thing that the page does once more takes its time.
    await page.addInitScript(() => {
      const { setTimeout: later } = window;
      const slowly = (work: TimerHandler, ms?: number, ...words: unknown[]) => later(work, ms ?? 1500, ...words);
      Object.assign(window, { setTimeout: slowly });
    });
    const letThrough = await openWithout(page, "/trims?line=rivets");
    const search = page.getByLabel("Search trims");
    await page
      .getByRole("group", { name: "Finish" })
      .getByRole("checkbox", { name: /^brass/ })
      .check();
    await search.fill("wre");
    await letThrough();
    await page.keyboard.type("ath");
    await page.evaluate(() => new Promise((over) => setTimeout(over, 4000)));
    await expect(search).toHaveValue("wreath");
  });
});

for (const width of [412, 1280]) {
  test(`at ${width} px the home page asks for its first picture early, and phones for their fonts last`, {
    tag: width === 1280 ? "@trial" : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.resourceType()));
    await page.goto("/");
    await expect.poll(() => asked).toContain("font");
    const first = width < 768 ? asked.slice(0, asked.indexOf("font")) : asked.slice(0, 6);
    expect(first.toSorted()).toEqual(["document", ...Array(width < 768 ? 0 : 3).fill("font"), "image", "stylesheet"]);
    await expect(page.locator('img[fetchpriority="high"]')).toHaveJSProperty("complete", true);
    const [hinted] = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /\.(avif|webp)$/.test(name)),
    );
    expect(await page.locator('img[fetchpriority="high"]').evaluate((img: HTMLImageElement) => img.currentSrc)).toBe(
      hinted,
    );
  });
}

for (const end of ["arrives", "takes too long"] as const) {
  test(`the scripts of a trim wait until its picture ${end}`, { tag: "@trial" }, async ({ page }) => {
    const picture = Promise.withResolvers<void>();
    await page.route("**/images/products/**", async (route) => {
      await picture.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      const wait = window.setTimeout.bind(window);
      const hold = (act: () => void, ms?: number) => {
        if (ms !== 1000 || window.loseHeart) return wait(act, ms);
        window.loseHeart = act;
        return 0;
      };
      window.setTimeout = hold as typeof window.setTimeout;
    });
    const opening = page.goto("/trims/1-damask-woven-main-label-indigo-60-x-20-mm", { waitUntil: "commit" });
    await page.waitForFunction(() => window.loseHeart);
    await expect(page.locator('script[type="held-module"]')).toHaveCount(1);
    if (end === "arrives") picture.resolve();
    else await page.evaluate(() => window.loseHeart?.());
    await opening;
    await expect(page.locator('script[type="held-module"]')).toHaveCount(0);
    picture.resolve();
  });
}

test.describe("while no frame is painted", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const paint = window.requestAnimationFrame;
      window.requestAnimationFrame = (callback) => {
        window.paint = () => paint(callback);
        return 0;
      };
      // Only the frame that the page itself asks for while it is read is held back.
      document.addEventListener("DOMContentLoaded", () => {
        window.requestAnimationFrame = paint;
      });
    });
  });

  test("a page asks for none of its scripts, and for all at once afterwards", { tag: "@trial" }, async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    const loaded = page.waitForEvent("load");
    const opening = page.goto("/portfolio");
    await loaded;
    expect(scripts).toEqual([]);
    const hinted = await page.evaluate(async () => {
      window.paint?.();
      await new Promise((hydrated) => window.addEventListener("hydrated", hydrated));
      return [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href);
    });
    await opening;
    expect(hinted.map((href) => new URL(href).pathname).toSorted()).toEqual(scripts.toSorted());
  });

  test("a page that shows nothing without them asks at once", { tag: "@trial" }, async ({ page, request }) => {
    const [trim] = await (await request.get("/api/trims?limit=1")).json();
    await page.goto(`/purchase/${trim._id}`);
    await expect(page).toHaveURL(/\/login/);
  });
});

// The first one takes a phone a tenth of a second, in which it responds to nothing.
