import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import facts from "./facts.json" with { type: "json" };

const files = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
const [first = "", ...later] = files.toSorted().map((name) => readFileSync(`db/migrations/${name}`, "utf8"));

const trim = "01980000-0000-7000-8000-000000000001";

it("a shop that has trims and orders keeps them, with their stock, number and words", async () => {
  const { db, drop } = await createDatabase({ empty: true });
  await db.execute(sql.raw(first));
  await db.execute(sql`
    insert into trims (id, name, description, price, moq, quantity, img, alt)
    values (${trim}, 'Domed rivet', ${`O’Neill ${"铆".repeat(2000)}`}, 1, 1, 70, '/a.webp', '')`);
  await db.execute(sql`
    insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select gen_random_uuid(), ${trim}, 'Astrid', 'astrid@denim.example', '1', 'x', 'Domed rivet', 10, 1
    from generate_series(1, 3)`);
  await db.transaction(async (tx) => {
    for (const statements of later) await tx.execute(sql.raw(statements));
  });
  await db.execute(sql.raw(readFileSync("db/migrations/online/0062_fold-words-of-trims-once.sql", "utf8")));
  const { rows } = await db.execute(sql`
    select (select sum(delta) from stock_movements where trim_id = ${trim})::int as "putIn",
      (select array_agg(number order by number) from orders) as numbers,
      (select count(*) from orders where words @@ search_query('astr riv'))::int as found,
      (select array_agg(word order by word) from trim_words where word in ('rivet', 'neill', 'oneill')) as "itsWords"`);
  expect(rows).toEqual([
    {
      putIn: 100,
      numbers: [1, 2, 3],
      found: 3,
      itsWords: ["oneill", "rivet"],
    },
  ]);
  await drop();
});

it("a shop that has admins keeps them, and remembers who lost the role, by the terminal or on a page", async () => {
  const { db, drop } = await createDatabase({ empty: true });
  const beforeRoles = later.findIndex((statements) => statements.includes("former_admins"));
  for (const statements of [first, ...later.slice(0, beforeRoles)]) await db.execute(sql.raw(statements));
  await db.execute(sql`
    insert into users (id, name, email, role) select gen_random_uuid(), 'Ada', name || '@denim.example', role
    from (values ('admin', 'admin'), ('terminal', 'buyer'), ('page', null), ('again', 'admin'), ('never', null))
      as people (name, role)`);
  await db.execute(sql`
    insert into audit (id, user_id, email, name, act, object, object_id, before)
    select gen_random_uuid(), gen_random_uuid(), 'a@denim.example', 'Ada', act, name || '@denim.example', 'x', before::jsonb
    from (values ('demote-admin', 'page', '{"role":"admin"}'), ('demote-admin', 'again', '{"role":"admin"}'),
      ('remove-profile', 'gone', '{"role":"admin"}'), ('remove-profile', 'gone-buyer', '{"role":null}'))
      as acts (act, name, before)`);
  for (const statements of later.slice(beforeRoles)) await db.execute(sql.raw(statements));
  const { rows } = await db.execute(sql`
    select (select array_agg(split_part(email, '@', 1) order by email) from former_admins) as revoked,
      (select array_agg(split_part(email, '@', 1) || ' ' || role order by email) from users) as roles`);
  expect(rows).toEqual([
    {
      revoked: ["gone", "page", "terminal"],
      roles: ["admin admin", "again admin", "never buyer", "page buyer", "terminal buyer"],
    },
  ]);
  await drop();
});

it("a shop seeded before trims had facts gets those of the catalogue, and keeps what its admins entered", async () => {
  const { db, drop } = await createDatabase({ empty: true });
  const beforeFacts = later.findIndex((statements) => statements.includes('"country_of_make"'));
  const fill = later.findIndex((statements) => statements.includes('CREATE TEMPORARY TABLE "known"'));
  for (const statements of [first, ...later.slice(0, beforeFacts)]) await db.execute(sql.raw(statements));
  await db.execute(sql`
    insert into trims (id, name, description, price, moq, quantity, img, alt)
    select gen_random_uuid(), name, description, price, moq, quantity, '/images/products/' || image, alt
    from json_to_recordset(${JSON.stringify(catalogue)}::json) as trim
      (name text, description text, price numeric, moq int, quantity int, image text, alt text)`);
  for (const statements of later.slice(beforeFacts, fill)) await db.execute(sql.raw(statements));

  const pick = (at: number) => ({ ...catalogue[at], facts: facts.trims[at] });
  const [priced, renamed, entered, erased, own] = [pick(0), pick(1), pick(2), pick(3), pick(4)];
  await db.execute(sql`update trims set price = 9 where name = ${priced.name}`);
  await db.execute(sql`update trims set name = 'Our own words' where name = ${renamed.name}`);
  await db.execute(sql`update trims set care = 'Wash 30 °C, by hand', size_text = '1 cm', size_mm = 10
    where name = ${entered.name}`);
  await db.execute(sql`insert into audit (id, user_id, email, name, act, object, object_id, before, after)
    select gen_random_uuid(), gen_random_uuid(), 'a@denim.example', 'Ada', 'change-trim', name, id::text,
      '{"material":"steel","priceBreaks":"10 1"}', '{"material":null,"priceBreaks":null}'
    from trims where name = ${erased.name}`);
  await db.execute(sql`insert into price_breaks (trim_id, "from", price)
    select id, moq + 1, price / 2 from trims where name = ${own.name}`);

  await db.transaction(async (tx) => {
    for (const statements of later.slice(fill)) await tx.execute(sql.raw(statements));
  });
  const { rows } = await db.execute<{
    name: string;
    care: string;
    mm: string;
    material: string;
    low: number;
    breaks: number;
  }>(sql`
    select name, care, size_mm as mm, material, low_stock_at as low,
      (select count(*)::int from price_breaks where trim_id = trims.id) as breaks
    from trims order by id`);
  const of = (name: string | undefined) => rows.find((row) => row.name === name);
  expect(of(priced.name)).toMatchObject({ material: priced.facts?.material, breaks: 0 });
  expect(of("Our own words")).toMatchObject({ material: null, breaks: 0, low: null });
  expect(of(entered.name)).toMatchObject({
    ...{ care: "Wash 30 °C, by hand", mm: "10.00", material: entered.facts?.material },
    breaks: entered.facts?.priceBreaks.length,
  });
  expect(of(erased.name)).toMatchObject({ material: null, care: erased.facts?.care ?? null, breaks: 0 });
  expect(of(own.name)).toMatchObject({ material: own.facts?.material, breaks: 1 });
  const untouched = facts.trims.slice(5).map(({ material, lowStockAt, priceBreaks, care }, at) => ({
    ...{ name: catalogue[at + 5]?.name, material, care, low: lowStockAt, breaks: priceBreaks.length },
  }));
  const known = new Map(rows.map(({ mm: _, ...row }) => [row.name, row]));
  expect(untouched.map(({ name = "" }) => known.get(name))).toEqual(untouched);
  await drop();
});
