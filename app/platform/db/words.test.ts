import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { matchesWords } from "./columns.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Whether a row with this text is found by what was typed. */
async function isFound(text: string, typed: string): Promise<boolean | undefined> {
  const { rows } = await database.db.execute<{ found: boolean }>(
    sql`select ${matchesWords(sql`search_vector(${text})`, typed)} as found`,
  );
  return rows[0]?.found;
}

it.each([
  ["Pat O'Brien", "O'Brien", "O’Brien", "o`brien", "obrien", "brien", "O\u200b’Brien", "o'b"],
  ["Siobhan O’Connor", "O'Connor", "O’Connor", "oconnor", "connor", "siobhan o’con"],
  ["O’Neill Knitwear", "neill", "O'Neill", "oneill"],
  ["Rosa D'Angelo", "dangelo", "D’Angelo", "angelo"],
  ["Jeans Co", "jean's", "jean’s", "jeans"],
  ["Nur\u00a0Aisyah", "aisyah", "nur aisyah", "Nur\u00a0Aisyah"],
  ["Mc\u00adDonald", "mcdonald", "Mc\u00adDonald"],
  ["Zero\u200bWidth", "zerowidth"],
  ["Levi–Strauss", "levi-strauss", "levi‑strauss", "strauss"],
  ["Blue\u2011Bell", "blue-bell", "Blue\u2011Bell", "bell"],
  ["Ｔｏｋｙｏ デニム", "tokyo", "ｔｏｋｙｏ", "デニム"],
  ["Łódź Ł’Atelier", "lodz", "łódź", "latelier"],
  ["ann@o-neill.example", "ann@o‑neill.example", "@o-neill", "ann\u200b@o-neill.example"],
])("%j is found by %j and the like", async (text, ...typed) => {
  for (const each of typed) expect([each, await isFound(text, each)]).toEqual([each, true]);
});

it.each([
  ["Pat O'Brien", "bryan"],
  ["O’Neill", "neil o x"],
])("%j is not found by %j", async (text, typed) => expect(await isFound(text, typed)).toBe(false));
