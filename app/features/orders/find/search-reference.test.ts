import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { orderSort } from "#app/features/orders/lists.contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { eachPage, signedIn, type TestPerson } from "#test/people.ts";
import { COUNT_LIMIT } from "./list.server.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db);
});

const sortedBy = {
  newest: sql`id desc`,
  oldest: sql`id`,
  email: sql`email, id`,
  "-email": sql`email desc, id desc`,
  item: sql`product_name, id`,
  "-item": sql`product_name desc, id desc`,
  quantity: sql`order_quantity, id`,
  "-quantity": sql`order_quantity desc, id desc`,
  total: sql`total, id`,
  "-total": sql`total desc, id desc`,
  due: sql`due_on nulls last, id`,
  wanted: sql`wanted_on nulls last, id`,
};

/**
 * Judges the query without an index: words begin at punctuation; addresses also begin at their @, and end at spaces.
 */
function isFound(q: string): SQL {
  const parts = sql`regexp_split_to_table(lower(email || ' ' || name || ' ' || product_name), ' ') as part`;
  const signs = sql`' ' || regexp_replace(lower(email || ' ' || name || ' ' || product_name), '[^a-z0-9]+', ' ', 'g')`;
  const typed = q.split(" ").map((word) => {
    if (word.startsWith("@"))
      return sql`exists (select from ${parts} where substring(part from '@.*') like ${`${word}%`})`;
    return word.includes("@") ? sql`email like ${`${word}%`}` : sql`${signs} like ${`% ${word}%`}`;
  });
  return sql`(${sql.join(typed, sql` and `)} or ${/^\d+$/.test(q) ? sql`number = ${Number(q)}` : sql`false`})`;
}

type Search = { q: string; sort: keyof typeof sortedBy; limit: number; mine: boolean };

/** Reads all pages of a search, and compares rows and count with a plain query. */
async function compare({ q, sort, limit, mine }: Search): Promise<void> {
  const condition = mine ? sql`user_id = ${buyer.id} and ${isFound(q)}` : isFound(q);
  const { rows } = await shop.db.execute<{ number: number }>(
    sql`select number from orders where ${condition} order by ${sortedBy[sort]}`,
  );
  const path = mine ? `/orders?email=${buyer.email}&` : "/allOrders?";
  const seen: number[] = [];
  const first = `${path}q=${encodeURIComponent(q)}&sort=${sort}&limit=${limit}`;
  const most = 5 * limit;
  for await (const response of eachPage(shop, first, mine ? buyer : admin)) {
    const shown: { number: number }[] = await response.json();
    seen.push(...shown.map(({ number }) => number));
    expect(response.headers.get("x-total-count")).toBe(String(Math.min(rows.length, COUNT_LIMIT)));
    expect(response.headers.has("x-total-count-capped")).toBe(rows.length > COUNT_LIMIT);
    if (seen.length >= most) break;
  }
  expect(seen).toEqual(rows.map(({ number }) => number).slice(0, most));
}

type Placed = { name: string; email: string; item: string; pieces: number; mine: boolean };

async function fill(placed: Placed[]): Promise<void> {
  await shop.db.execute(sql`truncate orders restart identity`);
  await shop.db.execute(sql`
    insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select gen_random_uuid(), case when mine then ${buyer.id}::uuid end, name, email, '1', 'x', item, pieces, 1
    from json_to_recordset(${JSON.stringify(placed)}::json) as placed(name text, email text, item text, pieces int, mine boolean)`);
}

const words = ["brass", "bras", "cord", "waxed", "anna", "annika", "berg", "mill", "7"];
const domains = ["mill.example", "cord.example"];
const word = fc.constantFrom(...words);
const several = fc.array(word, { minLength: 1, maxLength: 3 });
const email = fc.tuple(word, fc.constantFrom(...domains)).map(([local, domain]) => `${local}@${domain}`);
const placed: fc.Arbitrary<Placed> = fc.record({
  name: several.map((parts) => parts.join(" ")),
  email,
  item: several.map((parts) => parts.join(", ")),
  pieces: fc.integer({ min: 1, max: 4 }),
  mine: fc.boolean(),
});
const begun = fc.tuple(word, fc.integer({ min: 1, max: 6 })).map(([whole, length]) => whole.slice(0, length));
const typed = fc.oneof(
  { weight: 6, arbitrary: begun },
  fc.constantFrom(...domains.map((domain) => `@${domain}`)),
  email,
);
const search: fc.Arbitrary<Search> = fc.record({
  q: fc.array(typed, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
  sort: fc.constantFrom(...orderSort.options),
  limit: fc.integer({ min: 1, max: 12 }),
  mine: fc.boolean(),
});

it("finds what a plain query finds, in its order, whatever the orders and the search", async () => {
  const orders = fc.array(placed, { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(orders, fc.array(search, { minLength: 8, maxLength: 8 }), async (all, searches) => {
      await fill(all);
      for (const each of searches) await compare(each);
      await shop.db.execute(sql`delete from orders where order_quantity = 1`);
      for (const each of searches) await compare(each);
    }),
    { numRuns: 10 },
  );
}, 120_000);

it("finds the same among more names than one search looks at", async () => {
  const many = Array.from({ length: 2600 }, (_, at) => ({
    name: `anna berg ${at % 1300}`,
    email: `${at % 1300}@${at % 3 ? "mill" : "cord"}.example`,
    item: at < 1500 ? "brass, waxed" : `cord ${at}`,
    pieces: at < 2500 ? 1 : 2,
    mine: at % 5 === 0,
  }));
  await fill(many);
  await shop.db.execute(sql`analyze orders`);
  await fc.assert(fc.asyncProperty(search, compare), {
    numRuns: 60,
    examples: ["anna", "cord", "cord anna", "cord brass", "mill brass", "@cord waxed"].flatMap((q) =>
      orderSort.options.map((sort): [Search] => [{ q, sort, limit: 9, mine: false }]),
    ),
  });
}, 120_000);

it.each([
  ["nobody else", {}],
  ["one of it with another name", { email: "anna@mill.example" }],
  ["a longer one", { email: "anna@mill.example.net" }],
  ["one in capitals", { email: "anna@Mill.Example" }],
  ["a buyer elsewhere whose name is an address of it", { name: "anna@mill.example" }],
  ["a buyer elsewhere whose name is it", { name: "@mill.example" }],
])("finds the orders of a mill's buyers beside %s", async (_, other) => {
  const theirs = Array.from({ length: 60 }, (_, at) => ({
    name: "berg",
    email: `${at % 30}@mill.example`,
    item: at % 3 ? "brass, waxed" : "cord",
    pieces: 1 + (at % 4),
    mine: false,
  }));
  const elsewhere = { name: "anna", email: "anna@cord.example", item: "cord, waxed", pieces: 2, mine: false };
  await fill([...theirs, elsewhere, { ...elsewhere, ...other }]);
  for (const q of ["@mill.example cord", "@mill waxed", "berg waxed", "mill cord"])
    for (const sort of orderSort.options) await compare({ q, sort, limit: 9, mine: false });
});

it("finds the orders of a mill's buyers where there are more than are counted", async () => {
  const all = Array.from({ length: 3000 }, (_, at) => ({
    name: "berg",
    email: `${at % 97}@${at % 3 ? "cord" : "mill"}.example`,
    item: Math.floor(at / 3) % 3 ? "cord" : "brass, waxed",
    pieces: 1 + (at % 50),
    mine: false,
  }));
  await fill(all);
  await shop.db.execute(sql`analyze orders`);
  for (const sort of orderSort.options) await compare({ q: "@mill.example waxed", sort, limit: 9, mine: false });
});
