import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";

const files = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
const [first = "", ...later] = files.toSorted().map((name) => readFileSync(`db/migrations/${name}`, "utf8"));

const trim = "01980000-0000-7000-8000-000000000001";

it("a shop that has trims and orders keeps them, with their stock, number and words", async () => {
  const { db, drop } = await createDatabase({ empty: true });
  await db.execute(sql.raw(first));
  await db.execute(sql`
    insert into trims (id, name, description, price, moq, quantity, img, alt)
    values (${trim}, 'Domed rivet', '', 1, 1, 70, '/a.webp', '')`);
  await db.execute(sql`
    insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select gen_random_uuid(), ${trim}, 'Astrid', 'astrid@denim.example', '1', 'x', 'Domed rivet', 10, 1
    from generate_series(1, 3)`);
  await db.transaction(async (tx) => {
    for (const statements of later) await tx.execute(sql.raw(statements));
  });
  const { rows } = await db.execute(sql`
    select (select sum(delta) from stock_movements where trim_id = ${trim})::int as "putIn",
      (select sum(count) from order_counts)::int as counted,
      (select array_agg(number order by number) from orders) as numbers,
      (select count(*) from orders where words @@ search_query('astr riv'))::int as found,
      (select name || ' ' || orders from order_items where words @@ search_query('dom')) as item,
      (select email || ' ' || name || ' ' || orders from order_buyers where words @@ search_query('astr')) as buyer`);
  expect(rows).toEqual([
    {
      putIn: 100,
      counted: 3,
      numbers: [1, 2, 3],
      found: 3,
      item: "Domed rivet 3",
      buyer: "astrid@denim.example Astrid 3",
    },
  ]);
  await drop();
});

it("a shop that has admins keeps them, and remembers whose role was taken by the terminal or by a page", async () => {
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
