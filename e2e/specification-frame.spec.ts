import { createHash } from "node:crypto";
import { blogs, footer, navigation, portfolio, routes, siteName } from "#test/specification/public.ts";
import { expect, test } from "./fixtures.ts";
import { buyer, enterShop } from "./people.ts";

const soft = expect.soft;

test("R-001 R-004 R-005 R-016 R-017 R-022 R-023 R-037 a visitor opens every public page, with its title, in English", async ({
  page,
}) => {
  for (const { line, path, title } of routes.public) {
    const answer = await page.goto(path);
    soft(answer?.status(), line).toBe(200);
    await soft(page, line).toHaveURL(path);
    await soft(page, line).toHaveTitle(`${title} : ${siteName}`);
    await soft(page.locator("html"), line).toHaveAttribute("lang", "en");
    await soft(page.getByRole("heading", { level: 1 }), line).toBeVisible();
  }
  // The same product holds the dashboard.
  soft((await page.goto("/dashboard"))?.status()).toBe(200);
});

test("R-016 R-017 / and /home show the same page", async ({ page }) => {
  const read = async (path: string) => {
    await page.goto(path);
    return page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  };
  const sections = await read("/");
  expect(sections.length).toBeGreaterThan(4);
  expect(await read("/home")).toEqual(sections);
});

test("R-018 R-019 R-020 five questions, about what they should be, which open and close by a click", async ({
  page,
}) => {
  await page.goto("/blogs");
  const items = page.getByRole("main").locator("details");
  await soft(items).toHaveCount(blogs.count.questions);
  for (const { words } of blogs.about) {
    const asked = items.filter({ has: page.getByRole("heading", { name: words }) });
    await soft(asked, String(words)).not.toHaveCount(0);
  }
  for (const item of await items.all()) {
    const answer = item.locator("p").nth(0);
    const isOpen = await answer.isVisible();
    await item.locator("summary").click();
    await soft(answer).toBeVisible({ visible: !isOpen });
    await item.locator("summary").click();
    await soft(answer).toBeVisible({ visible: isOpen });
    await soft(answer).toHaveText(/\w.{40}/);
  }
});

test("R-021 the portfolio: skills, three sites elsewhere, and nothing of a person", async ({ page }) => {
  await page.goto("/portfolio");
  const main = page.getByRole("main");
  await soft(main.getByRole("region", { name: portfolio.skills }).getByRole("definition")).not.toHaveCount(0);
  const links = await main.getByRole("link").evaluateAll((found: HTMLAnchorElement[]) => found.map(({ href }) => href));
  const elsewhere = links.filter((href) => new URL(href).origin !== new URL(page.url()).origin);
  soft(new Set(elsewhere).size).toBe(portfolio.externalSites);
  soft(links.filter((href) => !href.startsWith("http"))).toEqual([]);
  await soft(main).not.toContainText(/@|\+?\d[\d ()-]{6,}|\bmy name\b/i);
});

test("R-058 R-059 R-060 R-061 R-062 R-063 R-064 R-065 the bar for a visitor, sticky, whole from 992 px and behind a toggle below", async ({
  page,
}) => {
  const { px } = navigation.expandedFromPx;
  const bar = page.getByRole("banner");
  const toggle = bar.getByRole("button", { name: "Menu" });
  await page.setViewportSize({ width: px, height: 700 });
  await page.goto("/");
  await soft(toggle).toBeHidden();
  await soft(bar.getByRole("link", { name: siteName })).toHaveAttribute("href", "/");
  const links = [...navigation.links, navigation.loggedOut];
  for (const { line, label, path } of links)
    await soft(bar.getByRole("link", { name: label, exact: true }), line).toHaveAttribute("href", path);
  await soft(bar.getByText(/Dashboard|Logout/)).toHaveCount(0);
  await soft(bar.getByText(buyer.name)).toHaveCount(0);

  await page.mouse.wheel(0, 4000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  soft((await bar.boundingBox())?.y).toBe(0);

  await page.setViewportSize({ width: px - 1, height: 700 });
  const last = bar.getByRole("link", { name: navigation.loggedOut.label });
  await soft(last).toBeHidden();
  await soft(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.focus();
  await page.keyboard.press("Enter");
  await soft(toggle).toHaveAttribute("aria-expanded", "true");
  for (const { line, label } of links)
    await soft(bar.getByRole("link", { name: label, exact: true }), line).toBeVisible();
  await toggle.click();
  await soft(last).toBeHidden();
});

test("R-066 R-067 R-068 R-069 the bar for somebody logged in", async ({ page }) => {
  await enterShop(page, buyer);
  await page.goto("/blogs");
  const bar = page.getByRole("banner");
  const { loggedIn, leave, loggedOut } = navigation;
  await soft(bar.getByRole("link", { name: loggedIn.label, exact: true })).toHaveAttribute("href", loggedIn.path);
  await soft(bar.getByRole("button", { name: leave.label, exact: true })).toBeVisible();
  await soft(bar.getByText(buyer.name, { exact: true })).toBeVisible();
  await soft(bar.getByRole("link", { name: loggedOut.label, exact: true })).toHaveCount(0);
});

test("R-142 R-143 R-144 R-145 R-146 the footer's badges, links, and the year of today", async ({ page }) => {
  await page.goto("/blogs");
  const foot = page.getByRole("contentinfo");
  for (const { line, name } of footer.stores) {
    const badge = foot.getByRole("link", { name });
    await soft(badge, line).toHaveAttribute("href", /^https:\/\//);
    await badge.scrollIntoViewIfNeeded();
    await soft(badge.getByRole("img"), line).toHaveJSProperty("complete", true);
    await soft(badge.getByRole("img"), line).not.toHaveJSProperty("naturalWidth", 0);
  }
  for (const { line, title } of footer.sections) {
    const section = foot.getByRole("region", { name: title, exact: true });
    const links = await section
      .getByRole("link")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    soft(links.length, line).toBeGreaterThanOrEqual(4);
    for (const href of links) soft(href, line).toMatch(/^https:\/\/|^\/trims\?line=/);
  }
  const year = String(new Date().getFullYear());
  await soft(foot.getByText(`© ${year} ${siteName}`)).toBeVisible();
});

test("R-123 R-124 R-125 R-126 R-127 R-128 R-129 R-130 R-131 R-132 R-133 R-134 R-135 R-136 R-137 R-138 R-139 R-140 R-141 each option of the footer opens its welcome, which closes in three ways", async ({
  page,
}) => {
  await page.goto("/blogs");
  const foot = page.getByRole("contentinfo");
  await soft(foot.getByRole("list").nth(0).getByRole("button")).toHaveText(footer.options.map(({ label }) => label));
  for (const [index, { line, label }] of footer.options.entries()) {
    const opener = foot.getByRole("button", { name: label, exact: true });
    await opener.click();
    const dialog = page.getByRole("dialog");
    await soft(dialog.getByRole("heading"), line).toHaveText(footer.modal.title);
    await soft(dialog.getByRole("heading"), line).toContainText(label);
    await soft(dialog.getByRole("paragraph"), line).toContainText(label);
    await soft(dialog.getByRole("paragraph"), line).toHaveText(footer.modal.words);
    const close = dialog.getByRole("button", { name: footer.modal.close, exact: true });
    await soft(close).toHaveCount(2);
    if (index % 3 === 0) await close.filter({ hasText: footer.modal.close }).click();
    else if (index % 3 === 1) await close.filter({ hasNotText: footer.modal.close }).click();
    else await page.keyboard.press("Escape");
    await soft(dialog).toBeHidden();
    await soft(opener).toBeFocused();
  }
});

test("every page is served with the whole policy of what it may load, and is framed by nobody", async ({ request }) => {
  for (const path of ["/", "/blogs", "/login", "/dashboard", "/nope"]) {
    const answer = await request.get(path);
    const html = await answer.text();
    const hashAll = (texts: Iterable<RegExpMatchArray>) => [
      ...new Set([...texts].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)),
    ];
    const scripts = hashAll(
      html.matchAll(/<script(?![^>]* src=|[^>]* type="application)(?: [^>]*)?>(.*?)<\/script>/gs),
    );
    const styles = hashAll(html.matchAll(/<style(?: [^>]*)?>(.*?)<\/style>/gs));
    expect(scripts.length).toBeGreaterThan(0);
    const policy = `default-src 'self'; script-src ${["'self'", ...scripts].join(" ")}; style-src ${["'self'", ...styles].join(" ")}; style-src-attr 'unsafe-inline'; img-src 'self' https: http: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default`;
    expect(answer.headers()["content-security-policy"], path).toBe(policy);
    expect(answer.headers()["x-frame-options"], path).toBe("DENY");
    expect(answer.headers()["x-content-type-options"], path).toBe("nosniff");
  }
});
