import type { Page, Request } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import routes from "#app/routes.ts";
import { watchRequests } from "../calls.ts";
import { expect } from "../fixtures.ts";
import { buyerWithOrders } from "../orders.ts";
import { test } from "../own-shop/own-shop.ts";
import { admin, enterShop } from "../people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "../sheets.ts";

// A page must look the same whether a link leads to it or it is opened directly: each page that links lead to is opened,
// and then left by one of its links. Nobody else changes this shop meanwhile.
test.use({ shopName: "linked styles" });
test.describe.configure({ mode: "default" });

const WIDTHS = [1280, 360];

/** The routes of pages, such as `/trims/:trim`. */
const patterns = (routes as RouteConfigEntry[])
  .flatMap((route) => patternsIn(route))
  .filter((one) => !/[*.]/.test(one));

/** One line for each element that is seen: which it is, and its box, font and colours. */
type Looks = string[];

test("a visitor sees each page alike by a link and opened directly", async ({ page }) => {
  await walk(page, "/", 9);
});

test("a buyer sees each page alike by a link and opened directly", async ({ page }) => {
  const { email } = await buyerWithOrders(page, 2);
  const lines = (await plentifulTrims(page)).slice(0, 2).map(minimumOf);
  const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
  const data = { name: "Astrid Lindqvist", email, lines, ...delivery };
  const sent = await page.request.post("/api/orderSheets", { headers, data });
  expect(sent.ok(), await sent.text()).toBe(true);
  await writeDraft(page, lines, delivery);
  await walk(page, "/", 16);
});

test("an admin sees each page alike by a link and opened directly", async ({ page }) => {
  await enterShop(page, admin);
  await walk(page, "/dashboard", 12);
});

/** Opens each page that links lead to from `start`, follows one link from there, and compares what it sees. */
async function walk(page: Page, start: string, least: number): Promise<void> {
  const pending = watchRequests(page);
  const frame = start.startsWith("/dashboard") ? "/dashboard" : "/";
  const found = new Map([[start, start]]);
  const direct = new Map<string, Looks[]>();
  const linked: { from: string; to: string; looks: Looks[] }[] = [];
  for (const [pattern, address] of found) {
    await page.goto(address);
    direct.set(pattern, await readLooks(page, pending));
    const links = await readLinks(page, frame);
    for (const [to, href] of links) if (!found.has(to)) found.set(to, href);
    const timesReached = (to: string) => linked.filter((one) => one.to === to).length;
    // To the page to which fewest have led.
    const [to] = [...links.keys()]
      .filter((one) => one !== pattern && links.get(one) === found.get(one))
      .toSorted((one, other) => timesReached(one) - timesReached(other));
    if (to === undefined) continue;
    const href = found.get(to) ?? "";
    const { pathname } = new URL(page.url());
    await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), href);
    await page.waitForURL((url) => url.pathname !== pathname);
    linked.push({ from: pattern, to, looks: await readLooks(page, pending) });
  }
  expect(found.size, [...found.keys()].join()).toBeGreaterThanOrEqual(least);
  expect(new Set(linked.map(({ to }) => to)).size).toBeGreaterThan(least / 2);
  for (const { from, to, looks } of linked) {
    const others = (at: number) => looks[at]?.filter((line) => !direct.get(to)?.[at]?.includes(line)) ?? [];
    // What comes late, such as a count, may not have been there the first time.
    if (WIDTHS.some((_, at) => others(at).length > 0)) {
      await page.goto(found.get(to) ?? "");
      direct.set(to, await readLooks(page, pending));
    }
    for (const [at, width] of WIDTHS.entries()) expect.soft(others(at), `${from} → ${to} at ${width} px`).toEqual([]);
  }
}

/** The pages within the frame that links on this page lead to: their patterns, and the first such address. */
async function readLinks(page: Page, frame: string): Promise<Map<string, string>> {
  const hrefs = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([target])')].map((a) => a.getAttribute("href")),
  );
  const links = new Map<string, string>();
  for (const href of hrefs) {
    if (!href?.startsWith(frame) || /[?#]/.test(href)) continue;
    const pattern = patterns.find((one) => matchPath(one, href));
    if (pattern && !links.has(pattern)) links.set(pattern, href);
  }
  return links;
}

/** What one sees of the page at each width, once it is there and does not change any more. */
async function readLooks(page: Page, pending: Set<Request>): Promise<Looks[]> {
  const looks: Looks[] = [];
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    // The header knows who is signed in.
    if (at === 0)
      await expect(
        page
          .getByRole("banner")
          .getByText(/^Log(in|out)$/)
          .first(),
      ).toBeVisible();
    if (at === 0) await expect(page.getByText("Loading...").locator("visible=true")).toHaveCount(0);
    let last: Looks = [];
    await expect(async () => {
      expect([...pending].map((request) => request.url())).toEqual([]);
      const now = await page.evaluate(lookAt);
      const before = last;
      last = now;
      expect(now).toEqual(before);
    }).toPass({ intervals: [150], timeout: 10_000 });
    looks.push(last);
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
  return looks;
}

/** Runs in the page. */
async function lookAt(): Promise<Looks> {
  scrollTo(0, 0);
  await document.fonts.ready;
  await new Promise(requestAnimationFrame);
  const looks: Looks = [];
  for (const element of document.querySelectorAll("body *")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    // Texts for screen readers, and what comes and goes by itself: toasts, and the counts in the menu.
    if (width <= 1 || height <= 1 || element.closest("[role=region][aria-label=Notifications], nav :is(a, li) > span"))
      continue;
    const style = getComputedStyle(element);
    const box = [x, y, width, height].map(Math.round);
    const font = [style.fontFamily.split(",")[0], style.fontSize, style.fontWeight, style.lineHeight];
    const colours = [style.color, style.backgroundColor, style.borderTopColor, style.fill];
    looks.push([element.localName, element.className, box, font, colours].join(" "));
  }
  return looks;
}

/** The addresses that a route and those in it answer. */
function patternsIn({ path = "", index, children = [] }: RouteConfigEntry, around = ""): string[] {
  const own = path ? `${around}/${path}` : around;
  if (children.length === 0) return path || index ? [own || "/"] : [];
  return children.flatMap((child) => patternsIn(child, own));
}
