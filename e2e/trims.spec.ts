import type { Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures.ts";
import { press, tabTo, write } from "./keyboard.ts";

const names = (page: Page) => page.getByRole("article").getByRole("heading");
const line = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Product line" }).getByRole("link", { name });
const filter = (page: Page) => page.getByRole("region", { name: "Filter" });
const choice = (page: Page, name: RegExp, of = "Finish") =>
  filter(page).getByRole("group", { name: of }).getByRole("checkbox", { name });
const field = (page: Page) => page.getByRole("combobox", { name: "Search trims" });
const found = (page: Page) => page.getByRole("main").locator("p[aria-live]").first();

const WANTED = "Nipple rivet, copper, 9 mm";
const TYPED = "9 mm rivet, coper, nickel-free, 8,000 in stock";

test("a rivet of copper, nickel-free, is found in three clicks", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  await line(page, "Rivets").click();
  await choice(page, /^copper/i).check();
  await choice(page, /^nickel-free/i, "Certificate").check();
  await expect(names(page)).toHaveText([WANTED]);
  const [{ quantity }] = await (await page.request.get("/api/trims?q=nipple+rivet+copper+9+mm&limit=1")).json();
  expect(quantity).toBeGreaterThan(8000);
  await expect(page.getByText(`${quantity.toLocaleString("en")} pcs`)).toBeVisible();
  await expect(page).toHaveURL("/trims?line=rivets&finish=copper&certificate=nickel-free+EN+1811");
});

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  for (const javaScriptEnabled of [true, false]) {
    test(`a rivet of copper, nickel-free, is found in three taps ${javaScriptEnabled ? "" : "without JavaScript"}`, {
      tag: javaScriptEnabled ? "@trial" : [],
    }, async ({ browser, shop }) => {
      const context = await browser.newContext({
        ...{ baseURL: shop, javaScriptEnabled, hasTouch: true, isMobile: true },
        viewport: { width: 360, height: 780 },
      });
      const page = await context.newPage();
      const strip = page.getByRole("navigation", { name: "Narrow the list" });
      await page.goto("/");
      await line(page, "Rivets").tap();
      await expect(page).toHaveURL("/trims?line=rivets");
      // The strip scrolls by itself; the page must not.
      expect(await page.locator("html").evaluate((root) => root.scrollWidth)).toBe(360);
      await strip.getByRole("link", { name: "copper 1 trim", exact: true }).tap();
      await expect(page).toHaveURL("/trims?line=rivets&finish=copper");
      await strip.getByRole("link", { name: /^nickel-free/ }).tap();
      await expect(page).toHaveURL("/trims?line=rivets&finish=copper&certificate=nickel-free+EN+1811");
      await expect(names(page)).toHaveText([WANTED]);
      // Without JavaScript the menu is open above it.
      if (javaScriptEnabled) await expect(names(page)).toBeInViewport();
      await strip.getByRole("link", { name: "Remove filter: copper" }).tap();
      await expect(page).toHaveURL("/trims?line=rivets&certificate=nickel-free+EN+1811");
      await expect(strip.getByRole("link", { name: "copper 1 trim", exact: true })).toBeVisible();
      await context.close();
    });
  }

  test("the filter tells how many trims each choice leaves", { tag: "@trial" }, async ({ page }) => {
    await page.goto("/trims?line=rivets");
    await page.getByRole("button", { name: "Filter" }).tap();
    await filter(page).getByRole("group", { name: "Finish" }).getByText("copper", { exact: true }).tap();
    await expect(page).toHaveURL("/trims?line=rivets&finish=copper");
    await expect(filter(page).getByRole("button", { name: "Show 1 trim" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(names(page)).toHaveText([WANTED]);
    await axe(page);
  });

  test("all suggestions can be asked for without scrolling", { tag: "@trial" }, async ({ page }) => {
    await page.goto("/trims");
    await field(page).tap();
    await page.keyboard.type("antiqe bras riv");
    await expect(page.getByRole("option", { name: /^Show all 9 trims/ })).toBeInViewport({ ratio: 1 });
  });
});

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("one typed line with an error in it finds the same, by the keyboard alone", {
      tag: width === 1280 ? "@trial" : [],
    }, async ({ page }) => {
      await page.goto("/");
      await write(field(page), TYPED);
      await page.keyboard.press("Enter");
      await expect(names(page)).toHaveText([WANTED]);
      await expect(found(page)).toHaveText("1 trim");
    });

    test("a search from the list says that the best match comes first, and leaves the newest to be chosen", {
      tag: "@trial",
    }, async ({ page }) => {
      await page.goto("/trims");
      const sort = page.getByRole("combobox", { name: "Sort by" });
      await expect(sort).toHaveValue("newest");
      await write(field(page), "rivet");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/trims?q=rivet");
      await expect(sort.getByRole("option", { name: "Best match" })).toHaveCount(1);
      await expect(sort).toHaveValue("");
      await sort.selectOption("Newest");
      await expect(page).toHaveURL("/trims?q=rivet&sort=newest");
    });

    test("suggestions follow the typing, and the keyboard chooses among them", {
      tag: width === 360 ? "@trial" : [],
    }, async ({ page }) => {
      await page.goto("/trims");
      await write(field(page), "antiqe bras riv");
      const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
      await expect(options.first()).toHaveText(/^Domed rivet, antique brass, 9\.5.mm.*\$0\.0190$/);
      await expect(options.first().locator("img")).toBeVisible();
      await expect(options.last()).toHaveText("Show all 9 trims for “antiqe bras riv”");
      await expect(options.last()).toBeInViewport({ ratio: 1 });
      await expect(field(page)).toHaveAttribute("aria-expanded", "true");
      await axe(page);

      await page.keyboard.press("Escape");
      await expect(options).toHaveCount(0);
      await expect(field(page)).toHaveValue("antiqe bras riv");
      await expect(field(page)).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await expect(options.last()).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await expect(options.first()).toHaveAttribute("aria-selected", "true");
      await expect(field(page)).toHaveAttribute(
        "aria-activedescendant",
        (await options.first().getAttribute("id")) ?? "",
      );
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Domed rivet, antique brass" }).first()).toBeVisible();
    });

    test("without JavaScript: lines, ticks, stock and search", { tag: width === 1280 ? "@trial" : [] }, async ({
      browser,
      shop,
    }) => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        baseURL: shop,
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      await page.goto("/");
      await line(page, "Rivets").click();
      if (width < 992) {
        await expect(filter(page)).toBeHidden();
        await page.getByRole("button", { name: "Filter" }).click();
      }
      await choice(page, /^copper 1 trim$/i).check();
      await filter(page).getByLabel("for").fill("8,000");
      await filter(page).getByRole("button", { name: "Apply" }).first().click();
      await expect(page).toHaveURL(/line=rivets.*inStock=8%2C000|inStock=8%2C000.*line=rivets/);
      await expect(names(page)).toHaveText([WANTED]);
      await page.goto("/trims");
      await page.getByRole("searchbox", { name: "Search trims" }).fill(TYPED);
      await page.getByRole("button", { name: "Search" }).click();
      await expect(names(page)).toHaveText([WANTED]);
      await context.close();
    });
  });
}

test("each choice says what it would list, one that leads to nothing says so, and the address keeps it all", {
  tag: "@trial",
}, async ({ page }) => {
  await page.goto("/trims?line=belts-buckles");
  await expect(choice(page, /^antique brass 4 trims$/i)).toBeEnabled();
  await choice(page, /^antique brass/i).check();
  await expect(found(page)).toHaveText("4 trims");
  await expect(choice(page, /^antique brass/i)).toBeFocused();
  await expect(choice(page, /^green 0 trims$/i, "Colour")).toBeHidden();
  await filter(page).getByRole("group", { name: "Colour" }).getByText("more, no trims").click();
  await expect(choice(page, /^green 0 trims$/i, "Colour")).toBeDisabled();
  await expect(choice(page, /^brass 1 trim$/i)).toBeEnabled();
  await page.getByLabel("Sort by").selectOption("price");
  await expect(page).toHaveURL("/trims?line=belts-buckles&finish=antique+brass&sort=price");
  await page.reload();
  await expect(choice(page, /^antique brass/i)).toBeChecked();
  await expect(page.getByLabel("Sort by")).toHaveValue("price");
  await page.getByRole("link", { name: "Remove filter: antique brass" }).click();
  await expect(page).toHaveURL("/trims?line=belts-buckles&sort=price");
  await page.goBack();
  await expect(choice(page, /^antique brass/i)).toBeChecked();
  await expect(found(page)).toHaveText("4 trims");
});

test("sizes are those of a line, and a choice without trims can be taken back", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/trims");
  await expect(filter(page).getByText("Size", { exact: true })).toHaveCount(0);
  await line(page, "Rivets").click();
  await filter(page).getByLabel("from").selectOption({ label: "9 mm (3)" });
  await filter(page).getByLabel("to").selectOption("9");
  await expect(found(page)).toHaveText("3 trims");
  await page.goto("/trims?line=rivets&sizeFrom=9&sizeTo=9&finish=brass");
  await expect(page.getByText("No trim matches every filter")).toBeVisible();
  await page.getByRole("link", { name: "Clear all filters" }).last().click();
  await expect(page).toHaveURL("/trims?line=rivets");
});

test("all trims that the suggestions count are shown, whatever the list was narrowed by", { tag: "@trial" }, async ({
  page,
}) => {
  await page.goto("/trims?line=zippers-pullers&inStock=100");
  await write(field(page), "antiqe bras riv");
  const all = page.getByRole("option", { name: /^Show all \d+ trims/ });
  const [, count] = /all (\d+)/.exec((await all.textContent()) ?? "") ?? [];
  await all.click();
  await expect(page).toHaveURL("/trims?q=antiqe+bras+riv");
  await expect(page.getByText(`${count} trims`, { exact: true }).first()).toBeVisible();
});

test("when nothing matches, the nearest trims and their line are shown", async ({ page }) => {
  await page.goto("/trims?q=zipper+belt");
  await expect(page.getByText("No trim matches")).toBeVisible();
  await expect(page.getByRole("list", { name: "The nearest trims" }).getByRole("heading").first()).toHaveText(
    /zipper/i,
  );
  await axe(page);
  await page.getByRole("link", { name: "All zippers and pullers" }).click();
  await expect(page).toHaveURL("/trims?line=zippers-pullers");
});

test("words that no trim has are left out, and named", { tag: "@trial" }, async ({ page }) => {
  await page.goto("/trims?q=copper+rivet+for+unicorns");
  await expect(found(page)).toHaveText(/^Without unicorns: \d+ trims$/);
  await expect(found(page).locator("em")).toHaveText(["unicorns"]);
});

test("a search or a line of the home page has moved here", async ({ page, request }) => {
  const answer = await request.get("/?line=rivets&q=star&utm_source=x", { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([308, "/trims?q=star&line=rivets"]);
  await page.goto("/?q=star");
  await expect(page).toHaveURL("/trims?q=star");
  await expect(field(page)).toHaveValue("star");
});

test("filtered lists name their line as the page that robots keep", async ({ page, shop }) => {
  await page.goto("/trims?line=rivets&finish=copper&q=nipple&sort=price");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${shop}/trims?line=rivets`);
  await page.goto("/trims?finish=copper");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${shop}/trims`);
});

test.describe("the drawer of a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`opens, narrows the list, and gives the focus back, in the ${colorScheme} scheme`, {
      tag: colorScheme === "dark" ? "@trial" : [],
    }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto("/trims?line=rivets");
      const open = page.getByRole("button", { name: "Filter" });
      await press(open);
      await expect(filter(page).getByRole("button", { name: "Close the filter" })).toBeFocused();
      await axe(page);
      await tabTo(choice(page, /^copper/i));
      await page.keyboard.press("Space");
      await expect(filter(page).getByRole("button", { name: "Show 1 trim" })).toBeVisible();
      await expect(choice(page, /^copper/i)).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(filter(page)).toBeHidden();
      await expect(page.getByRole("button", { name: "Filter 1 in use" })).toBeFocused();
      await expect(names(page)).toHaveText([WANTED]);
    });
  }
});

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 1280, height: 1400 },
]) {
  test(`at ${width} px what is ticked stays where it is, so that a second press meets it again`, {
    tag: "@trial",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/trims?line=rivets");
    if (width < 992) await page.getByRole("button", { name: "Filter" }).click();
    for (const [name, of, inUse] of [
      [/^copper/i, "Finish", 1],
      [/^antique brass/i, "Finish", 2],
      [/^brass/i, "Material", 3],
      [/^brass/i, "Material", 2],
    ] as const) {
      const box = choice(page, name, of);
      await box.scrollIntoViewIfNeeded();
      const before = await box.boundingBox();
      await box.click();
      await expect(page).toHaveURL(({ searchParams }) => searchParams.size === 1 + inUse);
      await expect(filter(page).getByRole("link", { name: /^Remove filter/ })).toHaveCount(inUse);
      expect((await box.boundingBox())?.y, `${of} ${name}`).toBeCloseTo(before?.y ?? 0, 0);
    }
  });
}

test("from any page to the trims: the link, the search in the bar, the key / and the link over the filter", async ({
  page,
}) => {
  await page.goto("/blogs");
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    "Trims",
    "Home",
    "Blogs",
    "My Portfolio",
    "Login",
  ]);
  // A page without a search of its own: that of the bar.
  await page.keyboard.press("/");
  const search = bar.getByRole("searchbox", { name: "Find trims" });
  await expect(search).toBeFocused();
  await page.keyboard.type("star rivet");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/trims?q=star+rivet");
  await expect(page.getByRole("heading", { name: "Star rivet" })).toBeVisible();
  await expect(bar.getByRole("searchbox", { name: "Find trims", includeHidden: true })).toHaveValue("");

  // The page's own.
  await page.keyboard.press("/");
  const own = page.getByRole("combobox", { name: "Search trims" });
  await expect(own).toBeFocused();
  await page.keyboard.type("/");
  await expect(own).toHaveValue("/");

  await bar.getByRole("link", { name: "Trims" }).click();
  await expect(page).toHaveURL("/trims");
  // Nobody types into a tick box.
  await page.getByRole("main").getByRole("checkbox").first().focus();
  await page.keyboard.press("/");
  await expect(own).toBeFocused();
  await page.getByRole("link", { name: "Skip to the trims" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("list").getByRole("heading", { level: 3 }).first().getByRole("link")).toBeFocused();

  // Who speaks to the computer switches the keys off (WCAG 2.1.4).
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard" });
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  await expect(help).toHaveCount(0);
  await expect(own).not.toBeFocused();
  await page.getByRole("contentinfo").getByRole("button", { name: "Keyboard" }).click();
  await expect(help.getByRole("checkbox")).not.toBeChecked();
});

for (const width of [360, 1280])
  test(`at ${width} px Back from a trim leads to where its list was, also after a reload`, {
    tag: width === 360 ? "@trial" : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    await page.getByRole("main").locator('a[href="/trims?line=rivets"]').first().click();
    await expect(page).toHaveURL("/trims?line=rivets");
    await expect(page.getByRole("heading", { level: 1, name: "Trims by the piece" })).toBeVisible();
    const trim = page.getByRole("main").getByRole("article").nth(9).locator('a[href^="/trims/"]').first();
    await trim.scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(300);
    await trim.click();
    await expect(page).toHaveURL(/\/trims\/\d/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/trims?line=rivets");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    await expect(trim).toBeInViewport();
    await page.reload();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  });
