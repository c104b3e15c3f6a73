import { colourOf } from "#app/platform/palette.server.ts";
import { pathsOf } from "#test/pages.ts";
import { expect, test } from "./fixtures.ts";
import { joinShop } from "./people.ts";

test.describe("the header below 992 px", () => {
  test.use({ viewport: { width: 991, height: 800 } });

  test("R-060 opens its menu by keyboard, closes it with Escape and with each link", async ({ page }) => {
    await page.goto("/");
    const toggle = page.getByRole("button", { name: "Menu" });
    const blogs = page.getByRole("banner").getByRole("link", { name: "Blogs" });
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await expect(blogs).toBeHidden();
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(blogs).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(blogs).toBeHidden();
    await expect(toggle).toBeFocused();
    await page.keyboard.press("Space");
    await blogs.click();
    await expect(page).toHaveURL("/blogs");
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
  });
});

test("a public page makes no formatter of days, numbers or names of countries", { tag: "@trial" }, async ({ page }) => {
  await page.addInitScript(() => {
    const made: unknown[] = [];
    const watch = <Format extends abstract new (...words: never) => object>(format: Format): Format =>
      new Proxy(format, {
        construct(target, words) {
          made.push([target.name, ...words]);
          return Reflect.construct(target, words);
        },
      });
    Object.assign(window, { made });
    Intl.DateTimeFormat = watch(Intl.DateTimeFormat);
    Intl.NumberFormat = watch(Intl.NumberFormat);
    Object.assign(Intl, { DisplayNames: watch(Intl.DisplayNames) });
  });
  for (const path of [...pathsOf("everybody"), "/trims/1"]) {
    await page.goto(path);
    expect(await page.evaluate("made"), path).toEqual([]);
  }
});

test("R-058 R-059 the header is whole at 992 px, stays on top and names the current page", { tag: "@trial" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 992, height: 800 });
  await page.goto("/home");
  const header = page.getByRole("banner");
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(header.getByRole("link", { name: "Home", exact: true })).toHaveAttribute("aria-current", "page");
  for (const [name, href] of [
    ["Blogs", "/blogs"],
    ["My Portfolio", "/portfolio"],
    ["Login", "/login"],
  ] as const)
    await expect(header.getByRole("link", { name })).toHaveAttribute("href", href);
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect(header).toBeInViewport();
});

test("the header shows a whole name wherever it shows its links", { tag: "@trial" }, async ({ page }) => {
  await joinShop(page, "Astrid Lindqvist");
  await page.goto("/dashboard");
  const name = page.getByRole("banner").getByText("Astrid Lindqvist");
  for (const width of [992, 1024, 1200, 1280])
    for (const path of ["/dashboard", "/home"]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(name).toBeVisible();
      const cut = await name.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        one.scrollHeight - one.clientHeight,
      ]);
      expect(cut, `${path} at ${width} px`).toEqual([0, 0]);
      const lines = await name.evaluate(
        (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
      );
      if (width >= 1200) expect(Math.round(lines), `lines of the name on ${path} at ${width} px`).toBe(1);
      expect((await page.getByRole("banner").boundingBox())?.height).toBe(81);
    }
});

test.describe("an address without a page", () => {
  test.use({ expectedErrors: [/404/] });

  test("R-038 colours the body, and takes the colour along when it is left", async ({ page }) => {
    await page.goto("/nope");
    await expect(page.locator("body")).toHaveClass(/./);
    const [red, green, blue] = Buffer.from(colourOf("denim-deep").light.slice(1), "hex");
    await expect(page.locator("body")).toHaveCSS("background-color", `rgb(${red}, ${green}, ${blue})`);
    await page.getByRole("main").getByRole("link").click();
    await expect(page.locator("body")).not.toHaveClass(/./);
  });
});

test.describe("in motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("the counters run up to their figures once they are seen", { tag: "@trial" }, async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    const products = page.getByRole("region", { name: "Business Summery" }).getByRole("definition").first();
    const figure = (await products.textContent()) ?? "";
    expect(figure).toBe("107");
    await products.scrollIntoViewIfNeeded();
    await expect(async () => {
      await page.clock.runFor(100);
      expect(Number(await products.textContent())).toBeLessThan(Number(figure));
    }).toPass();
    await page.clock.runFor(2000);
    await expect(products).toHaveText(figure);
  });
});
