import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lineKeys } from "#app/content/lines.ts";
import { ORIGIN } from "./app.ts";
import { buildTrim, newOrder } from "./builders.ts";
import { listedPaths } from "./pages.ts";
import { call, signedIn, type TestPerson } from "./people.ts";
import { startTestSite } from "./site.ts";

let shop: Awaited<ReturnType<typeof startTestSite>>;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestSite();
  buyer = await signedIn(shop.db, { emailVerified: true });
  admin = await signedIn(shop.db, { role: "admin", emailVerified: true });
});
beforeEach(() => {
  shop.rendered.length = 0;
});

const get = (path: string) => shop.app.request(path);
const statusesOf = async (paths: string[]) => {
  const statuses = new Set<number>();
  for (const path of paths) statuses.add((await get(path)).status);
  return [...statuses];
};
const rendersOf = (path: string) => shop.rendered.filter((one) => one.endsWith(` ${path}`)).length;

describe("pages by their address", () => {
  it("are one for all queries that ask the same", async () => {
    const paths = [
      "/",
      "/?x=1",
      "/?x=2&utm_source=a",
      "/?line=shoes",
      "/?show=many",
      "/?q=+",
      "/?_routes=a",
      "/?index",
    ];
    expect(await statusesOf(paths)).toEqual([200]);
    expect(await statusesOf(["/?show=47", "/?show=48&x=1", "/?x=1&show=48"])).toEqual([200]);
    expect(await statusesOf(["/blogs", "/blogs/", "/BLOGS", "/blogs?x=1"])).toEqual([200]);
    expect(await statusesOf(["/login", "/login?x=1", "/login?from=//evil.test", "/login?from=/"])).toEqual([200]);
    expect(shop.rendered).toEqual(["/", "/?show=48", "/blogs", "/login"].map((path) => `everybody ${path}`));
  });

  it("keep what they read", async () => {
    const from = encodeURIComponent("/purchase/1?a=b");
    expect(await (await get(`/login?from=${from}`)).text()).toContain(`href="/register?from=${from}"`);
    const [one, other] = [await buildTrim(shop.db), await buildTrim(shop.db)];
    const text = await (await get(`/trims?x=1&q=${encodeURIComponent(one.name)}`)).text();
    expect(text).toContain(one.name);
    expect(text).not.toContain(other.name);
    expect(await (await get("/reset-password?token=abc")).text()).toContain("Set password");
    expect(await (await get("/reset-password")).text()).not.toContain("Set password");
  });

  it("that mean nothing are one page, which is rendered once and answers 404", async () => {
    const nowhere = Array.from({ length: 50 }, (_, at) => `/nowhere/${at}?x=${at}`);
    expect(await statusesOf(nowhere)).toEqual([404]);
    expect(await statusesOf(["/wp-login.php", "/.env", "/a.data.b", "/*"])).toEqual([404]);
    expect(shop.rendered).toEqual(["everybody /*"]);
    expect(await statusesOf(["/a.data", "/b/c.data?_routes=x", "/_root.data"])).toEqual([404]);
    expect(shop.rendered.slice(1)).toEqual(["everybody /*.data"]);
  });

  it("of a trim that does not exist yet show it once it is added", async () => {
    const { number } = await buildTrim(shop.db);
    const paths = [`/trims/${number + 1}`, `/trims/${number + 1}.data`];
    expect(await statusesOf([...paths, ...paths])).toEqual([404]);
    expect(shop.rendered).toHaveLength(2);
    const body = {
      name: `Rivet ${crypto.randomUUID()}`,
      price: "0.1",
      img: "https://pictures.example/a.jpg",
      moq: "1",
    };
    expect((await call(shop, "POST /trims", { as: admin, body: { ...body, quantity: "1" } })).status).toBe(200);
    await expect.poll(async () => (await get(paths[0] ?? "")).status).toBe(301);
    expect((await get(paths[1] ?? "")).status).not.toBe(404);
  });

  it("answer their data alone by the same rules", async () => {
    expect(await statusesOf(["/_.data", "/_.data?x=1", "/_.data?_routes=none"])).toEqual([200]);
    const home = "features/site/home.page";
    expect(
      await statusesOf([`/home.data?_routes=${home}`, "/home.data?_routes=home", "/home.data?_routes=home,x"]),
    ).toEqual([200]);
    expect(shop.rendered).toEqual(
      ["/_.data", "/home.data", "/home.data?_routes=home"].map((path) => `everybody ${path}`),
    );
  });
});

describe("what programs look for", () => {
  it("/.well-known/change-password leads to where the password is changed, and no other name there is known", async () => {
    const { status, headers } = await get("/.well-known/change-password");
    expect([status, headers.get("location")]).toEqual([302, "/dashboard/myprofile/security"]);
    expect(
      await statusesOf(["/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"]),
    ).toEqual([404]);
  });

  it("/.well-known/security.txt says whom to write to, for less than a year", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers.get("content-type")).toContain("text/plain");
    const text = await answer.text();
    expect(text).toContain("Contact: mailto:help@rivet-and-reed.example\n");
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
    expect(expires).toBeGreaterThan(Date.now() + 30 * 24 * 3600_000);
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3600_000);
  });

  it("the sitemap lists each page for search engines once, under the address it calls its own", async () => {
    const { number } = await buildTrim(shop.db);
    const trim = (await get(`/trims/${number}`)).headers.get("location") ?? "";
    const answer = await get("/sitemap.xml");
    expect(answer.headers.get("content-type")).toContain("application/xml");
    const urls = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
    expect(new Set(urls).size).toBe(urls.length);
    const listed = [...listedPaths(), ...lineKeys.map((line) => `/trims?line=${line}`)];
    expect(listed.length).toBeGreaterThan(10);
    expect(urls.filter((url) => !url.startsWith(`${ORIGIN}/trims/`))).toEqual(listed.map((path) => ORIGIN + path));
    expect(urls).toContain(ORIGIN + trim);
    for (const path of [...listed, trim]) {
      const html = await (await get(path)).text();
      expect(html, path).toContain(`rel="canonical" href="${ORIGIN}${path}"`);
      expect(html, path).toMatch(/<meta name="description" content="[^"]{40}/);
      expect(html, path).toMatch(/<meta property="og:image" content="http/);
      expect(html, path).not.toContain('name="robots"');
    }
  });

  it.each([
    ["/trims", "Trims"],
    ["/trims?line=rivets&finish=copper&inStock=8000", "Rivets"],
    ["/terms", "Terms"],
  ])("%s has the title %s", async (path, title) => {
    expect(await (await get(path)).text()).toContain(`<title>${title} : Rivet &amp; Reed</title>`);
  });

  it("search engines are asked to leave out logins and order forms", async () => {
    const { id, number, name } = await buildTrim(shop.db);
    const path = (await get(`/trims/${number}`)).headers.get("location") ?? "";
    const asks = async (page: string) => (await (await get(page)).text()).includes('name="robots" content="noindex"');
    for (const page of ["/login", "/register", `/purchase/${id}`]) expect(await asks(page), page).toBe(true);
    for (const page of ["/", path, `/trims?q=${encodeURIComponent(name)}`]) expect(await asks(page), page).toBe(false);
  });
});

describe("an open page of an older build", () => {
  it("is told to reload when it asks for the routes of its links", async () => {
    const { status, headers } = await get("/__manifest?paths=%2Flogin&version=older");
    expect([status, headers.get("x-remix-reload-document")]).toEqual([204, "true"]);
  });
});

describe("the home page", () => {
  it("has as many bytes with a thousand more trims, but for the digits of their number", async () => {
    for (let at = 0; at < 20; at++) await buildTrim(shop.db);
    const read = async () => (await get("/")).text();
    const { name } = await buildTrim(shop.db);
    shop.change();
    await expect.poll(read).toContain(name);
    const few = await read();
    for (let from = 0; from < 1000; from += 250) {
      await shop.db.execute(sql`
        insert into trims (id, name, description, price, moq, quantity, img, alt, line, created_at)
        select gen_random_uuid(), 'Old rivet ' || n, 'Struck for a test', 0.062, 100, 1000, 'https://pictures.example/a.jpg',
          'A rivet', 'rivets', now() - n * interval '1 day'
        from generate_series(${from + 1}::int, ${from + 250}::int) n`);
    }
    shop.change();
    await expect.poll(read).not.toBe(few);
    const many = await read();
    expect(Buffer.byteLength(many)).toBeLessThanOrEqual(Buffer.byteLength(few) + 10);
  });
});

describe("pictures that are kept elsewhere", () => {
  const elsewhere = /<(?:img|link)\b[^>]*\b(?:src|href)="https:\/\/pictures\.example\/[^>]*>/g;

  it("are fetched without a Referer: a trim's, and the photo of a review", async () => {
    const trim = await buildTrim(shop.db, { img: "https://pictures.example/trim.jpg" });
    const { name, email } = buyer;
    const review = { name, email, img: "https://pictures.example/face.jpg", ratings: 5, review: "Even stitches." };
    expect((await call(shop, "POST /reviews", { as: buyer, body: review })).status).toBe(200);
    const its = (await get(`/trims/${trim.number}`)).headers.get("location") ?? "";
    for (const path of ["/", `/trims?q=${encodeURIComponent(trim.name)}`, its]) {
      const tags = async () => (await (await get(path)).text()).match(elsewhere) ?? [];
      const pictures = path === "/" ? ["trim.jpg", "face.jpg"] : ["trim.jpg"];
      for (const picture of pictures)
        await expect.poll(async () => (await tags()).join(), { message: path }).toContain(picture);
      const telling = (await tags()).filter((tag) => !/ referrerpolicy="no-referrer"/i.test(tag));
      expect(telling, path).toEqual([]);
    }
  });
});

describe("pages under orders", () => {
  it("are rendered again only where the order shows, and far less often than they are read", async () => {
    const [sold, other] = [await buildTrim(shop.db, { quantity: 9000 }), await buildTrim(shop.db)];
    const ORDERS = 24;
    const paths = ["/", `/purchase/${sold.id}`, `/purchase/${other.id}`, "/blogs", "/portfolio", "/login", "/nowhere"];
    shop.change();
    for (const path of paths) await get(path);
    shop.rendered.length = 0;

    let left = ORDERS;
    let placed = 0;
    const order = async () => {
      while (left-- > 0) {
        const answer = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, sold, 100) });
        // A busy machine may say "later"; nothing was changed then.
        expect([200, 503]).toContain(answer.status);
        if (answer.status === 200) placed++;
      }
    };
    let isOver = false;
    let reads = 0;
    const read = async () => {
      while (!isOver) {
        for (const path of paths) expect([200, 404]).toContain((await get(path)).status);
        reads++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const reader = read();
    await Promise.all([order(), order()]);
    isOver = true;
    await reader;

    const once = [`/purchase/${other.id}`, "/blogs", "/portfolio", "/login", "/*"];
    expect(once.map(rendersOf)).toEqual([0, 0, 0, 0, 0]);
    expect(Math.min(reads, placed)).toBeGreaterThan(0);
    for (const path of ["/", `/purchase/${sold.id}`]) {
      expect(rendersOf(path), path).toBeGreaterThan(0);
      // One render for several changes, and none for a read.
      expect(rendersOf(path), path).toBeLessThanOrEqual(placed);
    }
  });

  it("show the stock that is left", async () => {
    const trim = await buildTrim(shop.db, { quantity: 7654 });
    shop.change();
    const search = `/trims?q=${encodeURIComponent(trim.name)}`;
    const purchase = `/purchase/${trim.id}`;
    const read = async (path: string) => (await get(path)).text();
    await expect.poll(() => read(search), { timeout: 5000 }).toContain("7,654");
    expect(await read(purchase)).toContain("7654");
    const placed: Response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 111) });
    expect(shop.changes.subjects).toEqual(["trims", `trim ${trim.id}`]);
    await expect.poll(() => read(search), { timeout: 5000 }).toContain("7,543");
    await expect.poll(() => read(purchase), { timeout: 5000 }).toContain("7543");
    const { insertedId } = await placed.json();
    await call(shop, `DELETE /orders/${insertedId}`, { as: admin });
    expect(shop.changes.subjects).toEqual(["trims", `trim ${trim.id}`]);
    await expect.poll(() => read(purchase), { timeout: 5000 }).toContain("7654");
    const before = shop.changes.count;
    await call(shop, `DELETE /orders/${insertedId}`, { as: admin });
    expect(shop.changes.count).toBe(before);
  });

  it("show the stock that an order left which named the trim without its id", async () => {
    const trim = await buildTrim(shop.db, { quantity: 8765 });
    const read = async () => (await get(`/purchase/${trim.id}`)).text();
    expect(await read()).toContain("8765");
    const { trimId: _, ...body } = newOrder(buyer, trim, 111);
    expect((await call(shop, "POST /orders", { as: buyer, body })).status).toBe(200);
    expect(shop.changes.subjects).toEqual(["trims", `trim ${trim.id}`]);
    await expect.poll(read, { timeout: 5000 }).toContain("8654");
  });

  it("of one trim stay when another is ordered, also a relative, and follow when the relative is renamed", async () => {
    const family = "kept-together";
    const [trim, relative] = [await buildTrim(shop.db, { family }), await buildTrim(shop.db, { family })];
    const { headers } = await get(`/trims/${trim.number}`);
    const path = headers.get("location") ?? "";
    const read = async () => (await get(path)).text();
    const first = await read();
    expect(first).toContain(relative.name);
    expect((await get(path)).headers.get("x-cache-tags")).toBeNull();
    const order = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, relative, 111) });
    await call(shop, `PATCH /trims/${relative.id}`, { as: admin, body: { restock: 5 } });
    await call(shop, `DELETE /orders/${(await order.json()).insertedId}`, { as: admin });
    expect(await read()).toBe(first);
    expect(rendersOf(path)).toBe(1);

    const name = `Renamed ${relative.name}`;
    await call(shop, `PATCH /trims/${relative.id}`, { as: admin, body: { name } });
    await expect.poll(read, { timeout: 5000 }).toContain(name);
    await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 222) });
    await expect.poll(read, { timeout: 5000 }).toContain("778 pieces");
    await call(shop, `DELETE /trims/${trim.id}`, { as: admin });
    await expect.poll(async () => (await get(path)).status, { timeout: 5000 }).toBe(404);
  });
});
