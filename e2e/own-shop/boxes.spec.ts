import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";
import { pathsOf } from "#test/pages.ts";
import { watchRequests } from "../calls.ts";
import { foundFirm } from "../companies.ts";
import { expect } from "../fixtures.ts";
import { buyerWithOrders, numbersOf } from "../orders.ts";
import { admin, enterShop } from "../people.ts";
import { delivery, minimumOf, plentifulTrims, tokenOf, writeDraft } from "../sheets.ts";
import { test } from "./own-shop.ts";

// Each page's parts must be where they were accepted, at two widths, and no page may need a sideways scroll. What was
// accepted is in boxes/; `npm run boxes` accepts what is there now.

// Nobody else changes this shop meanwhile, and the tests follow one another.
test.use({ shopName: "boxes", expectedErrors: [/404 \(Not Found\)|400 \(Bad Request\)/] });
test.describe.configure({ mode: "default" });

const WIDTHS = [1280, 360];
const NARROWEST = 320;

/** Texts with a date of today, and another version of Chromium, move a box a little. */
const isNear = (one: number, other: number) => Math.abs(one - other) <= 8 + 0.04 * Math.abs(other);

/** The boxes of a page by the part that they are of: left, top, width and height. */
type Boxes = Map<string, number[]>;

test("each page of a visitor is laid out as accepted", async ({ page }) => {
  await walk(page, "visitor", [
    ...pathsOf("everybody").map((path) => [path, path] as const),
    ["/trims/:trim", "/trims/4"],
    ["/trims?line", "/trims?line=rivets&finish=copper"],
    ["/nope", "/nope"],
  ]);
});

test("each page of an admin is laid out as accepted", async ({ page, newPerson }) => {
  await enterShop(page, admin);
  const buyer = await newPerson();
  const email = "first@norrland-denim.example";
  await walk(page, "admin", [
    ...["/dashboard", ...pathsOf("admin")].map((path) => [path, path] as const),
    [
      "/dashboard/orders/:number",
      // Not before: sums on the dashboard follow an order at a time of their own.
      async () => {
        await buyerWithOrders(buyer, 1, undefined, email);
        return `/dashboard/orders/${(await numbersOf(buyer))[0]}`;
      },
    ],
    [
      "/dashboard/buyers/:id",
      async () => {
        const headers = await tokenOf(page);
        const found = await page.request.get(`/api/buyers?q=${encodeURIComponent(email)}`, { headers });
        return `/dashboard/buyers/${(await found.json())[0]._id}`;
      },
    ],
    [
      "/dashboard/companies/:id",
      async () => {
        await foundFirm(buyer, email, await newPerson());
        const found = await page.request.get("/api/companies", { headers: await tokenOf(page) });
        return `/dashboard/companies/${(await found.json())[0]._id}`;
      },
    ],
  ]);
});

test("each page of a buyer is laid out as accepted", async ({ page, newPerson }) => {
  // Of the same length each time, because a longer one takes more lines.
  const email = "second@norrland-denim.example";
  await buyerWithOrders(page, 2, undefined, email);
  const trims = await plentifulTrims(page);
  const lines = trims.slice(0, 2).map(minimumOf);
  const headers = { ...(await tokenOf(page)), "idempotency-key": crypto.randomUUID() };
  const data = { name: "Astrid Lindqvist", email, lines, ...delivery };
  const sent = await page.request.post("/api/orderSheets", { headers, data });
  expect(sent.ok(), await sent.text()).toBe(true);
  await writeDraft(page, lines, delivery);
  const [order] = await numbersOf(page);
  await walk(page, "buyer", [
    ...pathsOf("signed in", "buyer").map((path) => [path, path] as const),
    ["/purchase/:id", `/purchase/${trims[0]?._id}`],
    ["/dashboard/orders/:number", `/dashboard/orders/${order}`],
    ["/dashboard/ordersheets/:number", `/dashboard/ordersheets/${(await sent.json()).number}`],
    [
      "/dashboard/company of three",
      async () => {
        await foundFirm(page, email, await newPerson());
        return "/dashboard/company";
      },
    ],
    ["/dashboard/approvals, one waiting", "/dashboard/approvals"],
  ]);
});

/** Opens each page, and compares it with what was accepted for these people; or accepts what it sees. */
async function walk(
  page: Page,
  who: string,
  pages: (readonly [name: string, address: string | (() => Promise<string>)])[],
): Promise<void> {
  const isAccepting = ["all", "changed"].includes(test.info().config.updateSnapshots);
  const file = new URL(`boxes/${who}.txt`, import.meta.url);
  const accepted = existsSync(file) && !isAccepting ? parse(readFileSync(file, "utf8")) : new Map<string, Boxes>();
  const seen = new Map<string, Boxes>();
  const faults: string[] = [];
  const pending = watchRequests(page);
  for (const [name, address] of pages) {
    await page.setViewportSize({ width: NARROWEST, height: 800 });
    await page.goto(typeof address === "string" ? address : await address());
    await expectArrived(page, pending);
    for (const width of [NARROWEST, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 800 });
      const reached = await page.evaluate(() => document.documentElement.scrollWidth);
      if (reached > width) faults.push(`${name} at ${width}: is ${reached} px wide`);
      if (width === NARROWEST) continue;
      const key = `${name} at ${width}`;
      const before = accepted.get(key);
      let found: string[] = [];
      await expect
        .poll(
          async () => {
            const boxes = new Map(await page.evaluate(readBoxes));
            const isAtRest = toLines(boxes).join() === toLines(seen.get(key) ?? new Map()).join();
            seen.set(key, boxes);
            found = isAccepting ? [] : compare(key, before ?? new Map(), boxes);
            return found.length === 0 && (isAtRest || !isAccepting);
          },
          { timeout: faults.length > 0 ? 300 : 3000, intervals: [50, 100, 200] },
        )
        .toBe(true)
        .catch(() => faults.push(...found));
    }
  }
  if (isAccepting) {
    mkdirSync(new URL("boxes/", import.meta.url), { recursive: true });
    writeFileSync(file, [...seen].map(([key, boxes]) => `${key}\n${toLines(boxes).join("\n")}\n`).join("\n"));
    return;
  }
  expect(faults, "If this is meant: npm run boxes").toEqual([]);
  expect(
    [...accepted.keys()].filter((key) => !seen.has(key)),
    "accepted for pages that are gone",
  ).toEqual([]);
}

/** The header knows who is signed in, and nothing is awaited. */
async function expectArrived(page: Page, pending: Set<Request>): Promise<void> {
  // Twice in a row, because one call may follow another.
  let quiet = 0;
  const countQuiet = () => {
    quiet = pending.size === 0 ? quiet + 1 : 0;
    return quiet;
  };
  await expect.poll(countQuiet, { intervals: [60] }).toBeGreaterThanOrEqual(2);
  await expect(page.locator("header noscript, [data-wait]")).toHaveCount(0);
  await expect(page.getByText("Loading...").locator("visible=true")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

function compare(key: string, accepted: Boxes, seen: Boxes): string[] {
  const differing = [...new Set([...accepted.keys(), ...seen.keys()])].filter((part) => {
    const [before, now] = [accepted.get(part), seen.get(part)];
    return !before || !now?.every((side, at) => isNear(side, before[at] ?? 0));
  });
  return differing.map((part) => {
    const [before = "not there", now = "not there"] = [accepted.get(part)?.join(" "), seen.get(part)?.join(" ")];
    return `${key}: ${part} was ${before}, is ${now}`;
  });
}

const toLines = (boxes: Boxes) => [...boxes].map(([part, sides]) => `  ${part}: ${sides.join(" ")}`);

/** A line for each page and width, and below it one for each box. */
function parse(text: string): Map<string, Boxes> {
  return new Map(
    text.split("\n\n").map((page) => {
      const [key = "", ...lines] = page.trim().split("\n");
      const boxes = lines.map((line) => {
        const [part = "", sides = ""] = line.trim().split(": ");
        return [part, sides.split(" ").map(Number)] as const;
      });
      return [key, new Map(boxes)];
    }),
  );
}

/** Runs in the page: the boxes of its landmarks, headings and forms, and of the first of its rows, pictures and buttons. */
function readBoxes(): [string, number[]][] {
  scrollTo(0, 0);
  const field = ":is(input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), select, textarea)";
  const parts: [name: string, selector: string, most: number][] = [
    ["header", "body header", 1],
    ["nav", "nav", 3],
    ["main", "main", 1],
    ["h1", "h1", 1],
    ["h2", "main h2", 3],
    ["section", "main section", 3],
    ["form", "main form", 2],
    ["field", `main ${field}`, 2],
    ["table", "main table", 1],
    ["row", "main tbody tr", 2],
    ["list", "main :is(ul, ol, dl)", 3],
    ["item", "main li", 3],
    ["article", "main article", 3],
    ["picture", "main img", 2],
    ["button", "main button", 3],
    ["footer", "footer", 1],
  ];
  const known = new Set<string>();
  return parts.flatMap(([name, selector, most]) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .slice(0, most)
      .map(({ x, y, width, height }, at): [string, number[]] => [
        `${name} ${at + 1}`,
        [x, y, width, height].map(Math.round),
      ])
      // A form of one field, or an item that is an article, has been listed.
      .filter(([, box]) => known.size < known.add(box.join()).size),
  );
}
