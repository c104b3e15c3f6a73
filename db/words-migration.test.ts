import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";

const FORMER = "db/migrations/0002_search-words.sql";
const NEWEST = "db/functions/words.sql";
const ONLINE = "db/migrations/online/0052_clean-what-was-typed.sql";

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
  const [former] =
    /CREATE FUNCTION search_words[^;]+;[\s\S]+CREATE FUNCTION search_vector[^;]+;/.exec(readFileSync(FORMER, "utf8")) ??
    [];
  if (!former) throw new Error(`${FORMER} has no search_vector`);
  await database.db.execute(sql.raw(former.replaceAll("search_", "former_search_")));
});

afterAll(() => database.drop());

function definitionOf(file: string): string {
  const [definition] = /CREATE OR REPLACE FUNCTION search_vector[\s\S]+?\$\$;/.exec(readFileSync(file, "utf8")) ?? [];
  if (!definition) throw new Error(`${file} has no search_vector`);
  return definition;
}

const piece = fc.oneof(
  fc.constantFrom(..."@ \t\n.-_+<>'\\\x01\x7f\u0085\u00a0\u2003\u3000\u200b"),
  fc.constantFrom("anna", "anna.b@mill.example", "a@b@c", "<x@y>", "@y", "x@", "É", "ß", "İ", "ΑΣ", "日本", "😀", "12"),
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.replaceAll("\0", "")),
);
const texts = fc.array(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  { minLength: 100, maxLength: 100 },
);

it("the words of rows are those of the first definition, and the same without their accents, for any text", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const { rows } = await database.db.execute(sql`
        select content, search_vector(content)::text as now, former_search_vector(content)::text as former,
          (select string_agg(word, ' ') from unnest(tsvector_to_array(former_search_vector(content))) as word
            where word <> all (tsvector_to_array(search_vector(content)))) as missing
        from json_array_elements_text(${JSON.stringify(["", null, ...some])}::json) as content`);
      expect(rows).toHaveLength(some.length + 2);
      for (const { content, now, former, missing } of rows) {
        expect({ content, missing }).toEqual({ content, missing: null });
        const text = String(content ?? "");
        // Words with an apostrophe are also found without it.
        if (Buffer.byteLength(text) === text.length && !text.includes("'"))
          expect({ content, words: now }).toEqual({ content, words: former });
      }
    }),
    { numRuns: 50 },
  );
});

it.each([
  ["Łódź", "lodz"],
  ["Anselm Köppernick", "koppernick"],
  ["Lâm Thùy Dương", "lam thuy duong"],
  ["Freja Molbæk", "molbaek"],
  ["Elif Sarıgöl", "sarigol"],
  ["Weiß & Søn", "weiss son"],
  ["Þór Đurić", "thor duric"],
  ["Άλφα", "άλφα"],
])("%s is also found by %s", async (name, typed) => {
  const { rows } = await database.db.execute(sql`select search_vector(${name}) @@ search_query(${typed}) as found`);
  expect(rows).toEqual([{ found: true }]);
});

it("rows that were there before are found without their accents, too, once the words are written again", async () => {
  const { db } = database;
  const buyer = { id: crypto.randomUUID(), name: "Łucja Żółć", email: "lucja@lodz.example" };
  await db.transaction(async (tx) => {
    await tx.execute(sql`create or replace function search_vector(content text) returns tsvector language sql immutable
      return former_search_vector(content)`);
    await tx.execute(sql`insert into users (id, name, email) values (${buyer.id}, ${buyer.name}, ${buyer.email})`);
    for (let at = 0; at < 3; at += 1) {
      await tx.execute(sql`insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity,
        unit_price) values (gen_random_uuid(), ${buyer.id}, ${buyer.name}, ${buyer.email}, '1', 'x', 'Cord', 1, 1)`);
    }
    await tx.execute(sql`insert into order_sheets (id, user_id, name, email, phone, address, lines, pieces, total)
      values (gen_random_uuid(), ${buyer.id}, ${buyer.name}, ${buyer.email}, '1', 'x', 1, 1, 1)`);
    await tx.execute(sql.raw(definitionOf(NEWEST)));
  });
  const found = async () => {
    const counts = ["orders", "order_sheets"].map(
      (table) => sql`select count(*)::int as count from ${sql.identifier(table)} where words @@ search_query('zolc')`,
    );
    const { rows } = await db.execute<{ count: number }>(sql`${sql.join(counts, sql` union all `)}`);
    return rows.map(({ count }) => count);
  };
  expect(await found()).toEqual([0, 0]);
  for (const statement of readFileSync(ONLINE, "utf8").split(";\n").filter(Boolean))
    await db.execute(sql.raw(statement));
  expect(await found()).toEqual([3, 1]);
});

it("an index of words is built where no schema is searched, as PostgreSQL maintains indexes", async () => {
  await database.db.execute(
    sql`insert into users (id, name, email) values (gen_random_uuid(), 'Ann', 'ann@mill.example')`,
  );
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local search_path = ''`);
    await tx.execute(sql`reindex index public.users_words`);
    await tx.execute(sql`analyze public.users`);
    const { rows } = await tx.execute(sql`select public.search_vector('Ann ann@mill.example')::text as words`);
    expect(rows).toEqual([{ words: "'@mill.example' 'ann' 'ann@mill.example' 'example' 'mill'" }]);
  });
});
