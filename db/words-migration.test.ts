import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";

const FORMER = "db/migrations/0002_search-words.sql";

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
  const [former] = /CREATE FUNCTION search_vector[^;]+;/.exec(readFileSync(FORMER, "utf8")) ?? [];
  if (!former) throw new Error(`${FORMER} has no search_vector`);
  await database.db.execute(sql.raw(former.replace("search_vector", "former_search_vector")));
});

afterAll(() => database.drop());

const piece = fc.oneof(
  fc.constantFrom(..."@ \t\n.-_+<>'\\\x01\x7f\u0085\u00a0\u2003\u3000\u200b"),
  fc.constantFrom("anna", "anna.b@mill.example", "a@b@c", "<x@y>", "@y", "x@", "É", "ß", "İ", "ΑΣ", "日本", "😀", "12"),
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.replaceAll("\0", "")),
);
const texts = fc.array(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  { minLength: 100, maxLength: 100 },
);

it("the words of rows stay those of the first definition, for any text", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const { rows } = await database.db.execute(sql`
        select content, search_vector(content)::text as now, former_search_vector(content)::text as former
        from json_array_elements_text(${JSON.stringify(["", null, ...some])}::json) as content`);
      expect(rows).toHaveLength(some.length + 2);
      for (const { content, now, former } of rows) expect({ content, words: now }).toEqual({ content, words: former });
    }),
    { numRuns: 50 },
  );
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
