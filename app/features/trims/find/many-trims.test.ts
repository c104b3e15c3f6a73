import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Trim } from "#app/features/trims/contract.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

const [MANY, AT_ONCE] = [2400, 100];
const number = sql`case when n > 2300 then n * 5 else n * 2 end`;

let shop: TestApp;

// Relatives of the catalogue's trims. Frequent properties are spread out, rare ones come late, as a new line would.
beforeAll(async () => {
  shop = await startTestApp();
  await seedDemo(shop.db);
  for (let from = 108; from <= MANY; from += AT_ONCE)
    await shop.db.execute(sql`
    insert into trims (id, number, name, line, description, price, moq, quantity, img, alt, kind, material, finish, colour,
      colour_hex, size_text, size_mm, certificates, created_at)
    select gen_random_uuid(), ${number}, t.name || case when n > 2300 then ', starfish ' else ', style ' end || n / 107, t.line, t.description,
      round(t.price * (80 + n % 41) / 100, 4), t.moq, (t.quantity::bigint * (n % 7) / 5)::int, t.img, t.alt, t.kind,
      t.material, case when n % 3 = 0 then 'copper' else t.finish end, t.colour, t.colour_hex,
      t.size_mm + n % 12 || ' mm', t.size_mm + n % 12, t.certificates, now() - n * interval '1 minute'
    from generate_series(${from}::int, ${Math.min(from + AT_ONCE - 1, MANY)}::int) n join trims t on t.number = 1 + n % 107`);
  await shop.db.execute(sql`update trims set quantity = 900000 where number > 11750`);
  await shop.db.execute(sql`insert into trim_orders (trim_id, number, orders)
    select id, number, (number * 7919) % 500 from trims
    on conflict (trim_id) do update set orders = excluded.orders`);
  await shop.db.execute(sql`analyze`);
});

async function readPages(search: string, limit: number) {
  const numbers: number[] = [];
  const totals: number[] = [];
  for (let path = `/trims?${search}&limit=${limit}`; path; ) {
    const response = await shop.api.request(path);
    expect(response.status, path).toBe(200);
    const rows: Trim[] = await response.json();
    numbers.push(...rows.map(({ number }) => number));
    const isMore = response.headers.get("x-total-count-capped") === "true";
    totals.push(Number(response.headers.get("x-total-count")) * (isMore ? -1 : 1));
    path = /<\/?(?:api)?(\/trims[^>]*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
  }
  return { numbers, totals };
}

const copperRivet = sql`case when finish = 'copper' and words @@ '''copper'':A & ''rivet'':A' then 0
  when words @@ '''copper'':A & ''rivet'':A' then 1 when finish = 'copper' and words @@ '''copper'':AB & ''rivet'':AB' then 2
  when words @@ '''copper'':AB & ''rivet'':AB' then 3 else 4 end, number`;
const has = (words: string) => sql`words @@ ${words}::tsquery`;

/** The address, and the same in plain SQL. */
const lists: [search: string, condition: SQL, order: SQL][] = [
  ["line=rivets&sort=newest", sql`line = 'rivets'`, sql`created_at desc, number`],
  ["line=rivets&finish=copper&sort=price", sql`line = 'rivets' and finish = 'copper'`, sql`price, number`],
  [
    "line=rivets&sizeFrom=9&sizeTo=9.5&sort=-price",
    sql`line = 'rivets' and size_mm between 9 and 9.5`,
    sql`price desc, number desc`,
  ],
  ["inStock=8000&sort=newest", sql`quantity >= 8000`, sql`created_at desc, number`],
  ["inStock=850000&sort=price", sql`quantity >= 850000`, sql`price, number`],
  [
    "line=rivets&finish=copper&inStock=8000",
    sql`line = 'rivets' and finish = 'copper' and quantity >= 8000`,
    sql`number`,
  ],
  ["q=rivet&sort=price", has("'rivet'"), sql`price, number`],
  ["q=starfish&sort=newest", has("'starfish'"), sql`created_at desc, number`],
  ["q=starfish", has("'starfish'"), sql`number`],
  [
    "q=starfish&inStock=900000&line=rivets",
    sql`${has("'starfish'")} and quantity >= 900000 and line = 'rivets'`,
    sql`number`,
  ],
  ["q=copper+rivets", has("'copper' & 'rivet'"), copperRivet],
  ["q=zipper+belt", has("'zipper' & 'belt'"), sql`number`],
];

it.each(lists)(
  "%s lists as plain SQL does, on every page, and counts no more than there are",
  async (search, condition, order) => {
    const { rows } = await shop.db.execute<{ number: number }>(
      sql`select number from trims where ${condition} order by ${order}`,
    );
    const { numbers, totals } = await readPages(search, 30);
    expect(numbers).toEqual(rows.map(({ number }) => number));
    for (const total of totals) {
      if (total >= 0) expect(total).toBe(rows.length);
      else expect(-total).toBeLessThan(rows.length);
    }
  },
);

it("an article number comes first, wherever it is", async () => {
  for (const number of [75, 4600, 11950]) expect((await readPages(`q=no+${number}`, 1000)).numbers[0]).toBe(number);
});

it("a word that no trim has is left out, unless no other was typed", async () => {
  expect(await readPages("q=starfish+xqztw", 30)).toEqual(await readPages("q=starfish", 30));
  expect(await readPages("q=xqztw", 12)).toEqual({ numbers: [], totals: [0] });
});
