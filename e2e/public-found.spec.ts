import { readFileSync } from "node:fs";
import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { CONTACT } from "./mails.ts";
import { buyer, enterShop, joinShop } from "./people.ts";

test("robots are led to the sitemap, and away from the dashboard and the API", async ({ request, shop }) => {
  const text = await (await request.get("/robots.txt")).text();
  for (const line of ["Disallow: /dashboard", "Disallow: /api/", `Sitemap: ${shop}/sitemap.xml`])
    expect(text).toContain(line);
});

test("/home counts as /", async ({ page, shop }) => {
  await page.goto("/home");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${shop}/`);
});

test("manifest, icons and the shared picture are there", async ({ request }) => {
  const manifest = await (await request.get("/site.webmanifest")).json();
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  expect(icons).toHaveLength(3);
  for (const path of [...icons, "/favicon.ico", "/apple-touch-icon.png", "/images/site/share.jpg"]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-type"], path).toContain("image/");
    expect(answer.headers()["cache-control"], path).toMatch(/max-age=\d{6}/);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  const read = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

  test("the home page describes the shop and its trims as data", async ({ request }) => {
    const { "@graph": graph } = read(await (await request.get("/")).text());
    const [organization, list] = graph;
    expect(organization).toMatchObject({ "@type": "Organization", name: "Rivet & Reed" });
    expect(list).toMatchObject({ "@type": "ItemList", numberOfItems: expect.any(Number) });
    expect(list.itemListElement).toHaveLength(12);
    const catalogue: { name: string; price: string }[] = JSON.parse(readFileSync("db/catalogue.json", "utf8"));
    // Another journey adds trims and takes them away, and the newest come first.
    const items = list.itemListElement.map(({ item }: { item: { name: string } }) => item);
    const seeded = items.filter(({ name }: { name: string }) => catalogue.some((trim) => trim.name === name));
    expect(seeded.length).toBeGreaterThan(6);
    for (const item of seeded) {
      expect(catalogue).toContainEqual(expect.objectContaining({ name: item.name, price: item.offers.price }));
    }
  });

  test("the blogs are questions with answers", async ({ request }) => {
    const faq = read(await (await request.get("/blogs")).text());
    expect(faq["@type"]).toBe("FAQPage");
    expect(faq.mainEntity).toHaveLength(5);
  });

  test("a shared link to a trim says what it is, and shows nothing that asks for a login", async ({
    page,
    request,
  }) => {
    const [trim] = await (await request.get("/api/trims?limit=1")).json();
    const html = await (await request.get(`/purchase/${trim._id}`)).text();
    expect(read(html)).toMatchObject({
      "@type": "Product",
      name: trim.name,
      offers: [{ price: trim.price }, {}, {}, {}, {}],
    });
    await page.goto(`/purchase/${trim._id}`);
    await expect(page).toHaveTitle(`Purchase ${trim.name} : Rivet & Reed`);
    await expect(page.getByRole("heading", { name: "Order Form" })).toHaveCount(0);
    // Playwright looks for no text in a noscript.
    const words = page.locator("main noscript p");
    await expect(words).toHaveText(
      `Ordering needs JavaScript, which is off in this browser. Switch it on, or write to ${CONTACT}.`,
    );
    await expect(words).toBeVisible();
    await expect(page.getByText("Loading...")).toBeHidden();
    await page.goto("/login");
    await expect(words).toContainText(CONTACT);
  });

  test("an address of no trim answers 404", async ({ request }) => {
    for (const id of ["01980000-0000-7000-8000-000000000000", "42"]) {
      expect((await request.get(`/purchase/${id}`)).status()).toBe(404);
    }
  });
});

test("with a login a purchase page is there before its scripts, and says nothing about the visitor", async ({
  browser,
  shop,
}) => {
  const open = () => browser.newContext({ baseURL: shop });
  const [one, other, nobody] = [await open(), await open(), await open()];
  const [trim] = await (await nobody.request.get("/api/trims?limit=1")).json();
  const email = await joinShop(one);
  await joinShop(other);
  const read = async (context: BrowserContext) => (await context.request.get(`/purchase/${trim._id}`)).text();
  const html = await read(one);
  expect(html).toContain("Order Form</h2>");
  // Until it is known who orders.
  expect(html).toMatch(/<form [^>]*inert/);
  expect(html).not.toContain(email);
  expect(await read(other)).toBe(html);
  expect(await read(nobody)).not.toContain("Order Form");
  await one.request.post("/api/auth/sign-out", { data: {}, headers: { origin: shop } });
  expect(await read(one)).toBe(await read(nobody));
  await Promise.all([one, other, nobody].map((context) => context.close()));
});

test("with a login the head of a purchase page stays the same", { tag: "@trial" }, async ({ page, request }) => {
  const [trim] = await (await request.get("/api/trims?limit=1")).json();
  await enterShop(page, buyer);
  await page.goto(`/purchase/${trim._id}`);
  await expect(page.getByRole("heading", { name: "Order Form" })).toBeVisible();
  await expect(page).toHaveTitle(`Purchase ${trim.name} : Rivet & Reed`);
  await expect(page.locator("script[type='application/ld+json']")).toHaveCount(1);
});
