import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { eq, type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";
import { notEnded } from "./filter.server.ts";

let shop: TestApp;
let admin: TestPerson;
let astrid: TestPerson;
let hiroto: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  astrid = await signedIn(shop.db, { name: "Astrid Ångström", email: "astrid@norrland-denim.example" });
  hiroto = await signedIn(shop.db, { name: "Hiroto Minase", email: "hiroto@minase.example" });
  const rivet = await buildTrim(shop.db, { name: "Domed rivet, brass, 9.5 mm", quantity: 100_000 });
  const zipper = await buildTrim(shop.db, { name: "Brass zipper No. 5", quantity: 100_000 });
  for (const [person, trim, pieces] of [
    [astrid, rivet, 300],
    [hiroto, zipper, 100],
    [astrid, zipper, 100],
    [hiroto, rivet, 200],
    [astrid, rivet, 100],
  ] as const) {
    await call(shop, "POST /orders", { as: person, body: newOrder(person, trim, pieces) });
  }
  const about = [
    [1, { wantedOn: "2026-12-08" }],
    [2, { dueOn: "2026-12-24", company: "Minase_Works" }],
    [3, { dueOn: "2026-11-30", company: "Norrland Denim" }],
    [5, { wantedOn: "2026-12-01", company: "Norrland Denim AB" }],
  ] as const;
  for (const [number, set] of about) await shop.db.update(orders).set(set).where(eq(orders.number, number));
});

type Row = { _id: string; number: number; email: string; productName: string; orderQuantity: number };

async function listed(query: string, path = "/allOrders", as = admin): Promise<Row[]> {
  const response = await call(shop, `GET ${path}?${query}`, { as });
  expect(response.status).toBe(200);
  return response.json();
}

const numbers = (rows: Row[]) => rows.map(({ number }) => number);

/** All pages of a list, one row at a time. */
async function walk(query: string, behind: (number: number) => Promise<unknown> = async () => {}): Promise<number[]> {
  const seen: number[] = [];
  for await (const response of eachPage(shop, `/allOrders?limit=1&${query}`, admin)) {
    const shown = numbers(await response.json());
    seen.push(...shown);
    for (const number of shown) await behind(number);
  }
  return seen;
}

describe("searching orders", () => {
  it.each([
    ["astrid", [5, 3, 1]],
    ["ÅNGSTRÖM", [5, 3, 1]],
    ["norrland", [5, 3, 1]],
    ["hiroto@minase.example", [4, 2]],
    ["astrid@norr", [5, 3, 1]],
    ["@minase", [4, 2]],
    ["brass @minase", [4, 2]],
    ["astrid@denim", []],
    ["o'brien\\@denim' & 'x", []],
    ["brass", [5, 4, 3, 2, 1]],
    ["zip", [3, 2]],
    ["astrid zip", [3]],
    ["9.5", [5, 4, 1]],
    ["3", [3]],
    ["#3", [3]],
    ["No. 003", [3]],
    ["strid", []],
    ["%", []],
    ["' or 1=1 --", []],
    ["ひろと", []],
    ["99999999999", []],
  ])("by %j finds the orders %j", async (q, expected) => {
    expect(numbers(await listed(`q=${encodeURIComponent(q)}`))).toEqual(expected);
  });

  it("finds an order by its id, or by how the id begins", async () => {
    const [order] = await listed("limit=1");
    if (!order) throw new Error("no order");
    for (const q of [order._id, order._id.toUpperCase(), order._id.slice(0, 33)]) {
      expect(numbers(await listed(`q=${q}`))).toEqual([order.number]);
    }
  });

  it("finds the orders that are named by number, also one that has ended", async () => {
    await shop.db.update(orders).set({ review: "cancelled" }).where(eq(orders.number, 2));
    expect(numbers(await listed("number=2&number=4"))).toEqual([4, 2]);
    expect(numbers(await listed("number=2&number=4&state=accepted&state=in-review"))).toEqual([4]);
    expect(numbers(await listed("number=99"))).toEqual([]);
    await shop.db.update(orders).set({ review: "in-review" }).where(eq(orders.number, 2));
    expect((await call(shop, "GET /allOrders?number=nonsense", { as: admin })).status).toBe(400);
  });

  it("finds one's own orders alone in GET /orders", async () => {
    const mine = await listed(`email=${astrid.email}&q=brass&sort=oldest`, "/orders", astrid);
    expect(numbers(mine)).toEqual([1, 3, 5]);
    expect(await listed(`email=${astrid.email}&q=hiroto`, "/orders", astrid)).toEqual([]);
  });
});

describe("filtering orders", () => {
  it.each([
    ["company=norrland", [5, 3]],
    ["company=Norrland%20Denim%20A", [5]],
    ["company=minase_w", [2]],
    // A sign of LIKE stands for itself.
    ["company=Minase%25", []],
    ["company=denim", []],
    ["dueFrom=2026-11-30&dueTo=2026-12-23", [3]],
    ["dueTo=2026-12-24", [3, 2]],
    ["wantedFrom=2026-12-02", [1]],
    ["wantedFrom=2026-12-01&wantedTo=2026-12-08&sort=wanted", [5, 1]],
    ["shippedFrom=2026-01-01", []],
  ])("by %s gives %j", async (query, expected) => {
    expect(numbers(await listed(query))).toEqual(expected);
    expect(await walk(query)).toEqual(expected);
  });

  it("finds those that shipped on a day by the shop's clock", async () => {
    const [first] = await listed("sort=oldest");
    if (!first) throw new Error("no order");
    const day = "2026-11-20";
    await shop.db.insert(orderEvents).values({
      ...{ orderId: first._id, kind: "move", track: "shipping", from: "packed", to: "shipped", actorRole: "admin" },
      // Ids begin with the time.
      ...{ id: "019a9f3c-8000-7000-8000-000000000001", createdAt: new Date(0x019a9f3c8000).toISOString() },
    });
    const at = new Date(0x019a9f3c8000).toISOString().slice(0, 10);
    expect(numbers(await listed(`shippedFrom=${at}&shippedTo=${at}`))).toEqual([first.number]);
    expect(await listed(`shippedTo=${day < at ? day : "2025-01-01"}`)).toEqual([]);
  });
});

/** Cancels these orders by their rows alone: the list and its counts follow. */
const cancel = (which: SQL) => shop.db.update(orders).set({ review: "cancelled" }).where(which);

describe("sorting orders", () => {
  it.each([
    ["newest", [5, 4, 3, 2, 1]],
    ["oldest", [1, 2, 3, 4, 5]],
    ["quantity", [2, 3, 5, 4, 1]],
    ["-quantity", [1, 4, 5, 3, 2]],
    ["email", [1, 3, 5, 2, 4]],
    ["-email", [4, 2, 5, 3, 1]],
    ["item", [2, 3, 1, 4, 5]],
    ["-item", [5, 4, 1, 3, 2]],
    ["total", [2, 3, 5, 4, 1]],
    ["-total", [1, 4, 5, 3, 2]],
    // Orders without a day come last.
    ["due", [3, 2, 1, 4, 5]],
    ["wanted", [5, 1, 2, 3, 4]],
  ])("by %s gives %j, in one go and row by row", async (sort, expected) => {
    expect(numbers(await listed(`sort=${sort}`))).toEqual(expected);
    expect(await walk(`sort=${sort}`)).toEqual(expected);
    const found = expected.filter((number) => [1, 3, 5].includes(number));
    expect(await walk(`sort=${sort}&q=astrid`)).toEqual(found);
  });

  it("neither repeats nor skips a row when the one it stood at is cancelled and others come", async () => {
    const trim = await buildTrim(shop.db, { name: "Snap, nickel", quantity: 100_000 });
    const place = () => call(shop, "POST /orders", { as: astrid, body: newOrder(astrid, trim, 150) });
    for (let count = 0; count < 4; count++) await place();
    const before = numbers(await listed("sort=quantity&q=snap"));
    const seen = await walk("sort=quantity&q=snap", async (number) => {
      await cancel(eq(orders.number, number));
      await call(shop, "POST /orders", { as: astrid, body: newOrder(astrid, trim, 100) });
    });
    expect(seen).toEqual(before);
    await cancel(eq(orders.productName, trim.name));
  });

  it.each(["sort=price", "sort=", "sort=newest&sort=oldest", "after=x", "sort=email&after=x", "sort=email&after=e30"])(
    "refuses ?%s with 400",
    async (query) => {
      expect((await call(shop, `GET /allOrders?${query}`, { as: admin })).status).toBe(400);
    },
  );

  it("refuses a cursor of another order of rows with 400", async () => {
    const first = await call(shop, "GET /allOrders?limit=1&sort=email", { as: admin });
    const link = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const other = link.replace("sort=email", "sort=quantity");
    expect((await call(shop, `GET ${other}`, { as: admin })).status).toBe(400);
  });
});

describe("the count of orders", () => {
  it("is exact without a search, also after many came and went at once", async () => {
    const trim = await buildTrim(shop.db, { name: "Cord end", moq: 1, quantity: 100_000 });
    const ids = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const placed = await call(shop, "POST /orders", { as: astrid, body: newOrder(astrid, trim, 1) });
        return (await placed.json()).insertedId;
      }),
    );
    await Promise.all(ids.slice(10).map((id) => call(shop, `DELETE /orders/${id}`, { as: astrid })));
    const response = await call(shop, "GET /allOrders?limit=1", { as: admin });
    expect(response.headers.get("x-total-count")).toBe(String(await shop.db.$count(orders, notEnded)));
    await cancel(eq(orders.productName, "Cord end"));
    const after = await call(shop, "GET /allOrders?limit=1", { as: admin });
    expect(after.headers.get("x-total-count")).toBe(String(await shop.db.$count(orders, notEnded)));
  });

  it("of a search ends at 250, or at the rows of a longer page, and says so", async () => {
    await shop.db.execute(sql`
      insert into orders (id, name, email, phone, address, product_name, order_quantity, unit_price)
      select gen_random_uuid(), 'Bulk', 'bulk@denim.example', '1', 'x', 'Bulk thread', 1, 1 from generate_series(1, 1200)`);
    for (const [limit, counted] of [
      [1, 250],
      [250, 250],
      [300, 300],
      [1000, 1000],
    ]) {
      const capped = await call(shop, `GET /allOrders?limit=${limit}&q=bulk`, { as: admin });
      expect(capped.headers.get("x-total-count")).toBe(String(counted));
      expect(capped.headers.get("x-total-count-capped")).toBe("true");
    }
    const exact = await call(shop, "GET /allOrders?limit=1&q=zip", { as: admin });
    expect(exact.headers.get("x-total-count")).toBe("2");
    expect(exact.headers.get("x-total-count-capped")).toBeNull();
  });
});

describe("GET /allOrders.csv", () => {
  async function downloaded(query: string): Promise<string[]> {
    const response = await call(shop, `GET /allOrders.csv?${query}`, { as: admin });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer()).split("\r\n");
  }

  it("holds what the search finds, in its order, with a heading and a mark for UTF-8", async () => {
    const [heading, first, second, ...rest] = await downloaded("q=zip&sort=oldest");
    expect(heading).toBe(
      '\uFEFF"Number","Placed","Email","Name","Phone","Address","Item","Quantity","Unit price","Total","Id",' +
        '"Review","Shipping","Payment","Due","Carrier","Tracking number","Tracking link","Sheet","PO number","Wanted",' +
        '"Article number","Type","Material","Finish","Colour","Size","Weight of 100 pieces","Packing unit",' +
        '"Lead time when stock is short","Country of origin","Care","Certificates","Company",' +
        '"Ship to company","Ship to person","Ship to street","Ship to more","Ship to postcode","Ship to town",' +
        '"Ship to country"',
    );
    expect(first).toMatch(
      /^2,"\d{4}-\d\d-\d\d \d\d:\d\d","hiroto@minase.example","Hiroto Minase","=""0046855512080""","Vävaregatan 14, Umeå"/,
    );
    expect(second).toMatch(
      /^3,.*,"Brass zipper No. 5",100,"0.0620","6.20","[0-9a-f-]{36}","in review",.*,\d+,"","","","","","","","","","","","Norrland Denim",,,,,,,$/,
    );
    expect(rest).toEqual([""]);
  });

  it("has semicolons between its cells if asked to", async () => {
    const [heading] = await downloaded("q=zip&separator=semicolon");
    expect(heading).toMatch(/^\uFEFF"Number";"Placed";"Email"/);
  });

  it("is recorded, with what was asked for", async () => {
    await downloaded("q=zip&state=pending&due=past");
    const [entry] = await (await call(shop, "GET /audit?limit=1", { as: admin })).json();
    expect(entry).toMatchObject({ action: "export-orders", email: admin.email, object: "orders", before: null });
    expect(entry.after).toEqual({ q: "zip", state: "Pending", due: "past" });
  });

  it("holds every row once, over many pages", async () => {
    const lines = await downloaded("q=bulk&sort=item");
    expect(lines).toHaveLength(1200 + 2);
    expect(new Set(lines).size).toBe(1200 + 2);
  });

  it("describes each item by its number and its known facts, even one that has left the catalogue", async () => {
    const about = { material: "brass", sizeText: "27L (17 mm)", sizeMm: 17, certificates: ["GRS"] } as const;
    const trim = await buildTrim(shop.db, {
      ...about,
      certificates: [...about.certificates],
      name: "Described button",
    });
    const buyer = await signedIn(shop.db);
    expect((await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) })).status).toBe(200);
    await shop.db.update(trims).set({ removedAt: new Date().toISOString() }).where(eq(trims.id, trim.id));
    const [, line] = await downloaded("q=described");
    expect(line).toContain(`,${trim.number},"","brass","","","27L (17 mm)","","","","","","GRS",`);
  });

  it("is a heading alone when nothing is found", async () => {
    expect(await downloaded("q=nothing-like-it")).toHaveLength(2);
  });

  it("refuses a visitor with 401 and a buyer with 403", async () => {
    expect((await call(shop, "GET /allOrders.csv")).status).toBe(401);
    expect((await call(shop, "GET /allOrders.csv", { as: astrid })).status).toBe(403);
  });
});

describe("a list without limit", () => {
  const ids = (rows: Row[]) => rows.map(({ _id }) => _id);
  let buyer: TestPerson;

  beforeAll(async () => {
    buyer = await signedIn(shop.db);
    await shop.db.execute(sql`
      insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price)
      select gen_random_uuid(), ${buyer.id}, 'Long', ${buyer.email}, '1', 'x', 'Long list', n, 1
      from generate_series(1, 2001) as n`);
  });

  async function paged(path: string, as: TestPerson): Promise<string[]> {
    const seen: string[] = [];
    for await (const response of eachPage(shop, `${path}limit=1000`, as)) {
      const rows: Row[] = await response.json();
      expect(rows.length).toBeLessThanOrEqual(1000);
      seen.push(...ids(rows));
    }
    return seen;
  }

  //
  it.each(["", "sort=oldest&", "sort=item&", "sort=-quantity&state=in-review&", "q=long&", "q=long&sort=email&"])(
    "of all orders, with %j, has all rows of its pages, as one JSON array",
    async (query) => {
      const response = await call(shop, `GET /allOrders?${query}`, { as: admin });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("link")).toBeNull();
      const text = await response.text();
      const rows: Row[] = JSON.parse(text);
      expect(text).toBe(JSON.stringify(rows));
      expect(rows.length).toBeGreaterThan(2000);
      expect(ids(rows)).toEqual(await paged(`/allOrders?${query}`, admin));
    },
  );

  it("of one's own orders has them all, and how many they are", async () => {
    const response = await call(shop, `GET /orders?email=${buyer.email}`, { as: buyer });
    expect(response.headers.get("x-total-count")).toBe("2001");
    expect(ids(await response.json())).toEqual(await paged(`/orders?email=${buyer.email}&`, buyer));
  });

  it("goes on from a cursor to the end", async () => {
    const first = await call(shop, "GET /allOrders?limit=5", { as: admin });
    const next = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const seen = ids(await first.json());
    const rest = await call(shop, `GET ${next.replace("limit=5&", "")}`, { as: admin });
    expect([...seen, ...ids(await rest.json())]).toEqual(await paged("/allOrders?", admin));
  });

  it("is sent one at a time to each person; a page, or another person, need not wait", async () => {
    const ask = (query = "", as = admin) => call(shop, `GET /allOrders?${query}`, { as });
    const first = await ask();
    const second = await ask();
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await second.json()).code).toBe("too-many-requests");
    expect((await ask("limit=1000")).status).toBe(200);
    expect((await listed(`email=${buyer.email}`, "/orders", buyer)).length).toBe(2001);
    await first.text();
    // One that the client leaves has ended, too; and what HEAD asks for never begins.
    await (await ask()).body?.cancel();
    expect(
      (
        await shop.app.request("/api/allOrders", {
          method: "HEAD",
          headers: { authorization: `Bearer ${admin.token}` },
        })
      ).status,
    ).toBe(200);
    const last = await ask();
    expect(last.status).toBe(200);
    await last.text();
  });

  it("breaks off when the database fails, so that nobody takes a part for the whole", async () => {
    // The server's library says there that the answer broke off.
    const said = vi.spyOn(console, "error").mockReturnValue();
    const begun = await call(shop, "GET /allOrders", { as: admin });
    const server = createServer(getRequestListener(() => begun)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`);
      const response = await fetch(`http://127.0.0.1:${address.port}`);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow("terminated");
    });
    server.close();
    said.mockRestore();
    const again = await call(shop, "GET /allOrders", { as: admin });
    expect(again.status).toBe(200);
    await again.text();
  });
});
