import type { Review } from "#app/features/reviews/contract.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import catalogue from "#db/catalogue.json" with { type: "json" };
import { carousel, home, pioneer, productLines } from "#test/specification/public.ts";
import { expect, test } from "./fixtures.ts";
import { columnsOf } from "./looks.ts";

const soft = expect.soft;

test("R-003 R-070 R-071 R-072 R-073 R-074 R-075 R-076 R-077 R-078 R-079 six slides, each with its figures and buttons", async ({
  page,
}) => {
  await page.goto("/");
  const region = page.getByRole("region", { name: "Product lines" });
  await soft(region.getByRole("heading", { level: 1 })).toHaveText(pioneer.words);
  await soft(region.locator("[aria-roledescription=slide]")).toHaveCount(6);
  for (const [index, { line, name, brands, capacity }] of carousel.slides.entries()) {
    const slide = region.getByRole("group", { name: `${index + 1} of 6`, exact: true });
    await soft(slide.getByRole("heading"), line).toHaveText(name);
    await soft(slide.getByRole("definition"), line).toHaveText([brands, capacity]);
    for (const { label } of [carousel.buyers, carousel.sell])
      await soft(slide.getByRole("button", { name: label, exact: true }), line).toBeVisible();
    await region.getByRole("button", { name: "Next slide" }).click();
  }
});

test("R-095 R-096 R-097 R-098 R-099 the sections in their order, and six new items with their buyers", async ({
  page,
}) => {
  await page.goto("/");
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  const expected: string[] = [carousel.slides[0].name, ...home.order, "Find us on"];
  soft(headings.filter((heading) => expected.includes(heading))).toEqual(expected);

  const section = page.getByRole("region", { name: home.nomination.title });
  await soft(section.getByText(/Six new hangtags and labels/)).toBeVisible();
  const items = section.getByRole("listitem");
  await soft(items).toHaveCount(home.nomination.items);
  for (const item of await items.all()) {
    await soft(item.getByRole("heading")).toHaveText(/\b(hang)?tag|label|patch/i);
    await soft(item.getByText(/^Nominated by \w+/)).toBeVisible();
    await soft(item).toContainText(home.nomination.words);
  }
});

test("R-100 R-101 R-102 R-103 R-104 R-105 R-106 R-107 R-108 R-412 the figures of the business, and why it is chosen", async ({
  page,
}) => {
  await page.goto("/");
  const summery = page.getByRole("region", { name: home.summery.title, exact: true });
  await soft(summery.getByRole("heading")).toHaveText(home.summery.title);
  for (const { line, figure, of } of home.counters) {
    const counter = summery.locator("div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${of}$`) }) });
    await soft(counter.last().getByRole("definition"), line).toHaveText(figure);
  }
  soft(await summery.getByRole("definition").count()).toBeGreaterThan(home.counters.length);
  for (const { line, words } of home.statistics)
    await soft(page.getByRole("paragraph").filter({ hasText: words.split(" ").at(-1) }), line).toHaveText(words);

  const reasons = page.getByRole("region", { name: "Why choose us" }).getByRole("listitem");
  for (const reason of home.whyUs) {
    const shown = reasons.filter({ has: page.getByRole("heading", { name: reason.title, exact: true }) });
    await soft(shown, reason.line).toBeVisible();
    if ("words" in reason) await soft(shown, reason.line).toContainText(reason.words);
  }
});

test("R-002 R-109 R-110 R-112 R-113 a card for each trim of GET /trims, which leads to its purchase page", async ({
  page,
  request,
}) => {
  await page.goto("/?show=200");
  const filter = page.getByRole("navigation", { name: "Product line" });
  for (const { line, name } of productLines) await soft(filter.getByRole("link", { name }), line).toBeVisible();

  const cards = await page
    .getByRole("region", { name: "Trims by the piece" })
    .getByRole("article")
    .evaluateAll((articles) =>
      articles.map((article) => {
        const links = [...article.querySelectorAll("a")].filter((link) => link.textContent === "Order Now");
        const name = article.querySelector("h3")?.textContent?.replaceAll("\u00a0", " ");
        return { name, hrefs: links.map((link) => link.getAttribute("href")) };
      }),
    );
  const trims: Trim[] = await (await request.get("/api/trims")).json();
  const seeded = new Set(catalogue.map(({ name }) => name));
  // Other journeys add trims and take them away meanwhile.
  const expected = trims.filter(({ name }) => seeded.has(name));
  expect(expected).toHaveLength(107);
  const shown = cards.filter(({ name }) => name && seeded.has(name));
  soft(shown).toEqual(expected.map(({ _id, name }) => ({ name, hrefs: [`/purchase/${_id}`] })));
});

test("R-114 R-115 R-116 R-117 R-118 R-119 a card for each of GET /reviews, with who, what and stars, in two columns", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: "What buyers say" }).getByRole("listitem");
  const reviews: Review[] = await (await request.get("/api/reviews")).json();
  const places: number[] = [];
  for (const card of await cards.all()) {
    const said = await card.getByRole("blockquote").textContent();
    const place = reviews.findIndex(({ review }) => review === said);
    const { name, email, ratings } = reviews[place] ?? { name: "?", email: "?", ratings: 0 };
    await soft(card.getByText(name, { exact: true })).toBeVisible();
    await soft(card.getByText(email, { exact: true })).toBeVisible();
    const stars = card.getByRole("paragraph").filter({ hasText: /^Ratings/ });
    await soft(stars).toHaveText(`Ratings ${ratings}`);
    await soft(stars.locator("svg")).toBeVisible();
    places.push(place);
  }
  soft(places.length).toBeGreaterThanOrEqual(4);
  soft(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
  soft(await columnsOf(cards)).toBe(home.reviews.columns);
  await page.setViewportSize({ width: 360, height: 780 });
  soft(await columnsOf(cards)).toBe(1);
});
