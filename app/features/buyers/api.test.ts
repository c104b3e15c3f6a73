import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import type { Buyer } from "./contract.ts";

let shop: TestApp;
let admin: TestPerson;
let people: TestPerson[];
let trim: Awaited<ReturnType<typeof buildTrim>>;

const names = ["Ada Berg", "Berit Ås", "Cobre Azul", "Dahl Arbeidsklær", "Erling Moe"];

const owing = new Set(["Ada Berg", "Berit Ås", "Erling Moe"]);

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin", name: "Ines Farrow" });
  trim = await buildTrim(shop.db, { quantity: 1_000_000, price: "0.5" });
  people = [];
  for (const [at, name] of names.entries()) {
    const person = await signedIn(shop.db, { name, email: `buyer${at}@mill${at % 2}.example` });
    people.push(person);
    // Two pairs with equal sums, so that the id must break ties.
    const placed: string[] = [];
    for (let orders = 0; orders <= at % 3; orders++) placed.push(await place(person, 100 * (1 + (at % 3))));
    // Two owe the same, one owes less, two owe nothing.
    if (owing.has(name)) await invoice(placed[0]);
  }
});

async function place(person: TestPerson, pieces = 100): Promise<string> {
  const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim, pieces) });
  return (await response.json()).insertedId;
}

async function invoice(id: string | undefined): Promise<void> {
  await shop.db.execute(sql`
    update orders set review = 'accepted', payment = 'invoiced', due_on = '2026-12-24' where id = ${id}`);
}

/**
 * The days on which the database says that this person ordered: the test may begin before midnight and end after it.
 */
async function daysOfOrders(userId: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ day: string }>(sql`
    select distinct (created_at at time zone 'UTC')::date::text as day from orders where user_id = ${userId} order by 1`);
  return rows.map(({ day }) => day);
}

async function read(path: string, as = admin) {
  const response = await call(shop, `GET ${path}`, { as });
  expect(response.status).toBe(200);
  return response.json();
}

const namesOf = (list: Buyer[]) => list.map(({ name }) => name);

describe("GET /buyers", () => {
  it("lists everybody with orders, the most valuable first, with their sums", async () => {
    const response = await call(shop, "GET /buyers", { as: admin });
    const list: Buyer[] = await response.json();
    expect(response.headers.get("x-total-count")).toBe("5");
    const days = await daysOfOrders(people[2]?.id ?? "");
    expect(list[0]).toEqual({
      _id: people[2]?.id,
      name: "Cobre Azul",
      email: "buyer2@mill0.example",
      ...{ orders: 3, pieces: 900, value: "450.00", unpaid: "0.00" },
      ...{ firstOn: days[0], lastOn: days.at(-1), usualDays: null, days, members: null },
    });
  });

  it("lists those who owe most first, the id breaking ties", async () => {
    const sums: Record<string, string> = { "Ada Berg": "50.00", "Berit Ås": "100.00", "Erling Moe": "100.00" };
    const list: Buyer[] = await read("/buyers?sort=-unpaid");
    const expected = people
      .map(({ id, name }) => ({ id, name, unpaid: sums[name] ?? "0.00" }))
      .toSorted((a, b) => Number(b.unpaid) - Number(a.unpaid) || (a.id < b.id ? 1 : -1));
    expect(list.map(({ _id, name, unpaid }) => ({ id: _id, name, unpaid }))).toEqual(expected);
  });

  it.each(["name", "orders", "pieces", "value", "unpaid", "last"].flatMap((column) => [column, `-${column}`]))(
    "pages by keyset when sorted by %s: no row twice, none left out",
    async (sort) => {
      const whole = await read(`/buyers?sort=${sort}`);
      const paged: Buyer[] = [];
      for (let path: string | undefined = `/buyers?sort=${sort}&limit=2`; path; ) {
        const response = await call(shop, `GET ${path}`, { as: admin });
        paged.push(...(await response.json()));
        path = /<\/api([^>]*)>/.exec(response.headers.get("link") ?? "")?.[1];
      }
      expect(paged).toEqual(whole);
      const reverse = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
      expect(namesOf(await read(`/buyers?sort=${reverse}`))).toEqual(namesOf(whole).toReversed());
    },
  );

  it("finds beginnings of words of the name or the e-mail", async () => {
    expect(namesOf(await read("/buyers?q=arbeid"))).toEqual(["Dahl Arbeidsklær"]);
    expect(namesOf(await read("/buyers?q=arbeidsklaer"))).toEqual(["Dahl Arbeidsklær"]);
    expect(namesOf(await read("/buyers?q=berit+as"))).toEqual(["Berit Ås"]);
    expect(namesOf(await read("/buyers?q=berit+ås"))).toEqual(["Berit Ås"]);
    expect(namesOf(await read("/buyers?q=berit+a\u030As"))).toEqual(["Berit Ås"]);
    expect(namesOf(await read("/buyers?q=mill1&sort=name"))).toEqual(["Berit Ås", "Dahl Arbeidsklær"]);
    expect(await read("/buyers?q=nobody")).toEqual([]);
  });

  it.each([
    "x",
    Buffer.from('["value","1.00"]').toString("base64url"),
    Buffer.from('["name","a","b"]').toString("base64url"),
  ])("refuses the cursor %s with 400", async (after) => {
    expect((await call(shop, `GET /buyers?sort=value&after=${after}`, { as: admin })).status).toBe(400);
  });

  it("leaves out buyers who have only declined or cancelled orders", async () => {
    const person = await signedIn(shop.db, { name: "Gone Again" });
    const id = await place(person);
    await call(shop, `DELETE /orders/${id}`, { as: person });
    expect(namesOf(await read("/buyers"))).not.toContain("Gone Again");
    expect(await read(`/buyers/${person.id}`)).toMatchObject({ orders: 0, value: "0.00", firstOn: null, lastOn: null });
  });
});

describe("GET /buyers/{id}", () => {
  it("has twelve months, the newest orders and what is not paid", async () => {
    const person = await signedIn(shop.db, { name: "Hiroto Minase" });
    const ids = [await place(person, 100), await place(person, 200)];
    await invoice(ids[0]);
    await call(shop, `DELETE /orders/${ids[1]}`, { as: person });
    const buyer = await read(`/buyers/${person.id}`);
    expect(buyer).toMatchObject({
      ...{
        name: "Hiroto Minase",
        orders: 1,
        pieces: 100,
        value: "50.00",
        unpaid: "50.00",
        sheets: 0,
        hasAccount: true,
        openOrders: 1,
      },
      ...{ phone: "0046855512080", address: "Vävaregatan 14, Umeå", notes: [] },
    });
    expect(buyer.months).toHaveLength(12);
    const [day = ""] = await daysOfOrders(person.id);
    const month = `${day.slice(0, 7)}-01`;
    expect(buyer.months).toContainEqual({ month, orders: 1, pieces: 100, value: "50.00" });
    expect(buyer.newest.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
  });

  it("says which trims were bought most by value, and in which amount usually, without orders that ended, also after a trim has left", async () => {
    const person = await signedIn(shop.db, { name: "Conti Selleria" });
    const [dear, cheap] = [
      await buildTrim(shop.db, { name: "Belt, black", quantity: 1000, price: "4" }),
      await buildTrim(shop.db, { name: "Thread, ecru", quantity: 10_000, price: "0.0333" }),
    ];
    const order = async (of: typeof trim, pieces: number) => {
      const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, of, pieces) });
      return (await response.json()).insertedId;
    };
    for (const pieces of [100, 120]) await order(cheap, pieces);
    for (const pieces of [100, 100, 150]) await order(dear, pieces);
    const cancelled = await order(trim, 5000);
    await call(shop, `DELETE /orders/${cancelled}`, { as: person });
    const bought = async () => (await read(`/buyers/${person.id}`)).boughtMost;
    const thread = {
      trimId: cheap.id,
      name: "Thread, ecru",
      img: cheap.img,
      orders: 2,
      pieces: 220,
      value: "7.33",
      usual: 120,
    };
    const belt = {
      trimId: dear.id,
      name: "Belt, black",
      img: dear.img,
      orders: 3,
      pieces: 350,
      value: "1400.00",
      usual: 100,
    };
    expect(await bought()).toEqual([belt, thread]);
    await call(shop, `DELETE /trims/${dear.id}`, { as: admin });
    expect(await bought()).toEqual([{ ...belt, trimId: null }, thread]);
  });

  it("stays readable after the account is gone, with name, sums, orders and notes", async () => {
    const person = await signedIn(shop.db, { name: "Leaving Soon" });
    await place(person);
    await call(shop, `POST /buyers/${person.id}/notes`, { as: admin, body: { note: "Closes in May" } });
    const before = await read(`/buyers/${person.id}`);
    expect((await call(shop, `DELETE /profiles/${person.id}`, { as: admin })).status).toBe(200);
    const newest = before.newest.map((order: object) => ({ ...order, isBuyerGone: true }));
    expect(await read(`/buyers/${person.id}`)).toEqual({ ...before, hasAccount: false, newest });
    expect(namesOf(await read("/buyers?q=leaving"))).toEqual(["Leaving Soon"]);
  });

  it("answers 404 for somebody who never ordered", async () => {
    const person = await signedIn(shop.db);
    expect((await call(shop, `GET /buyers/${person.id}`, { as: admin })).status).toBe(404);
  });
});

describe("POST /buyers/{id}/notes", () => {
  it("keeps a note with its author, in the record without its words, and sends it to no buyer", async () => {
    const [person = admin] = people;
    const secret = "Pays late, ask for half in advance";
    const headers = { "idempotency-key": "note-1" };
    const body = { note: secret };
    for (let twice = 0; twice < 2; twice++) {
      const response = await call(shop, `POST /buyers/${person.id}/notes`, { as: admin, body, headers });
      expect(response.status).toBe(200);
    }
    const { notes } = await read(`/buyers/${person.id}`);
    expect(notes).toEqual([{ _id: expect.any(String), at: expect.any(String), by: "Ines Farrow", note: secret }]);
    const [entry] = await read("/audit");
    expect(entry).toMatchObject({
      action: "note-buyer",
      objectId: person.id,
      object: `${person.name}, ${person.email}`,
    });
    expect(JSON.stringify(entry)).not.toContain(secret);
    const [order] = await read(`/orders?email=${person.email}`, person);
    const answers = await Promise.all([
      read(`/orders?email=${person.email}`, person),
      read(`/orders/${order._id}`, person),
      read(`/profile/${person.email}`, person),
      read("/orderDraft", person),
    ]);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect((await call(shop, `GET /buyers/${person.id}`, { as: person })).status).toBe(403);
  });

  it("refuses an empty note, and one about nobody", async () => {
    const [person = admin] = people;
    const send = (id: string, note: string) => call(shop, `POST /buyers/${id}/notes`, { as: admin, body: { note } });
    for (const nothing of ["  ", "\u200b"]) expect((await send(person.id, nothing)).status).toBe(400);
    expect((await send(admin.id, "x")).status).toBe(404);
  });
});

describe("the parts of the list", () => {
  let other: TestApp;
  const of = async (path: string) => {
    const response = await call(other, `GET ${path}`, { as: admin });
    expect(response.status).toBe(200);
    return response;
  };
  const names = async (path: string) => namesOf(await (await of(path)).json());

  /** An order of that many pieces at a dollar each, placed that many days ago. */
  async function placedAgo({ id, name, email }: TestPerson, pieces: number, days: number, isOwed = false) {
    const state = isOwed ? sql`'accepted', 'invoiced', '2999-12-24'` : sql`'in-review', 'pending', null`;
    await other.db.execute(sql`
      insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at,
        review, payment, due_on)
      values (gen_random_uuid(), ${id}, ${name}, ${email}, '12345', 'x', 'x', ${pieces}, 1,
        now() - ${days} * interval '1 day', ${state})`);
  }

  beforeAll(async () => {
    other = await startTestApp();
    admin = await signedIn(other.db, { role: "admin", name: "Ines Farrow" });
    const [fresh, quiet, owing] = await Promise.all(
      ["Fresh Mill", "Quiet Mill", "Owing Mill"].map((name) => signedIn(other.db, { name })),
    );
    if (!fresh || !quiet || !owing) throw new Error("three buyers");
    await placedAgo(fresh, 10, 0);
    for (const days of [400, 390, 380, 370]) await placedAgo(quiet, 10, days);
    for (const days of [380, 0]) await placedAgo(owing, 100, days, true);
    await countAnew(other.db);
  });

  it("are those with a first order this quarter, those gone quiet and those who owe", async () => {
    expect(await names("/buyers?sort=name")).toEqual(["Fresh Mill", "Owing Mill", "Quiet Mill"]);
    expect(await names("/buyers?part=new")).toEqual(["Fresh Mill"]);
    expect(await names("/buyers?part=quiet")).toEqual(["Quiet Mill"]);
    expect(await names("/buyers?part=owing")).toEqual(["Owing Mill"]);
    expect(await names("/buyers?part=owing&q=fresh")).toEqual([]);
    expect((await of("/buyers?part=quiet")).headers.get("x-total-count")).toBe("1");
    expect((await call(other, "GET /buyers?part=rich", { as: admin })).status).toBe(400);
  });

  it("are counted", async () => {
    expect(await (await of("/buyerCounts")).json()).toEqual({ all: 3, new: 1, quiet: 1, owing: 1, asOf: null });
  });

  it("leave the shop as a table, in the order of the list, and the record says so", async () => {
    const csv = await (await of("/buyers.csv?part=owing")).text();
    const [head, row, ...more] = csv.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(head).toBe(
      '"Name","Email","Orders","Pieces","Value","Unpaid","First order","Last order","Usual days between orders","Id","Company number","Members"',
    );
    expect(row).toMatch(/^"Owing Mill","[^"]+",2,200,"200.00","200.00","[\d-]{10}","[\d-]{10}",,"[\da-f-]{36}",,$/);
    expect(more).toEqual([]);
    const all = await (await of("/buyers.csv?sort=name")).text();
    expect(all.match(/"\w+ Mill"/g)).toEqual(['"Fresh Mill"', '"Owing Mill"', '"Quiet Mill"']);
    const entries = await (await of("/audit")).json();
    const about = { action: "export-buyers", email: admin.email, object: "buyers" };
    expect(entries).toMatchObject([
      { ...about, after: { q: null, part: null } },
      { ...about, after: { q: null, part: "owing" } },
    ]);
  });

  it("have more than a page of the table, none of them twice", async () => {
    await other.db.execute(sql`
      insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price)
      select gen_random_uuid(), gen_random_uuid(), 'Many ' || n, 'many@mill.example', '12345', 'x', 'x', 5, 1
      from generate_series(1, 1500) n`);
    await countAnew(other.db);
    const lines = (await (await of("/buyers.csv?part=new&q=many")).text()).trimEnd().split("\r\n");
    expect(new Set(lines).size).toBe(1501);
    expect(lines.length).toBe(1501);
    const response = await of("/buyers?part=new&limit=10");
    expect(response.headers.get("x-total-count")).toBe("1000");
    expect(response.headers.get("x-total-count-capped")).toBe("true");
    expect(await response.json()).toHaveLength(10);
    expect(await (await of("/buyerCounts")).json()).toMatchObject({ all: 1000, new: 1000, quiet: 1 });
  });
});
