import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { lineKeys } from "#app/content/lines.ts";
import type { Trim, TrimCounts } from "#app/features/trims/contract.ts";
import { certificates, colours, finishes, materials } from "#app/features/trims/facts.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";

/** `RUNS=1000 npx vitest run …` asks for more. */
const RUNS = Number(process.env.RUNS ?? 250);
const AT_ONCE = 8;

let shop: TestApp;

// The catalogue, with trims that lack facts, that were changed, that are gone, and whose stock has moved.
beforeAll(async () => {
  shop = await startTestApp();
  await seedDemo(shop.db);
  const admin = await signedIn(shop.db, { role: "admin" });
  for (const about of [
    {},
    { line: "rivets" },
    { line: "rivets", finish: "copper", sizeText: "9 mm", sizeMm: 9 },
  ] as const) {
    await buildTrim(shop.db, about);
  }
  const all: Trim[] = await (await shop.api.request("/trims")).json();
  const change = (trim: Trim, body: object) => call(shop, `PATCH /trims/${trim._id}`, { as: admin, body });
  for (const [at, trim] of all.entries()) {
    if (at % 7 === 0) await change(trim, { restock: -Math.floor(trim.quantity / 2) });
    if (at % 9 === 0) await change(trim, { restock: 5000 });
    if (at % 11 === 0) await change(trim, { finish: "gunmetal", name: `${trim.name}, darkened` });
    if (at % 12 === 5) await change(trim, { name: `${trim.name}, renamed` });
    if (at % 13 === 0) await change(trim, { line: "threads", size: null, certificates: null });
    if (at % 17 === 0) await call(shop, `DELETE /trims/${trim._id}`, { as: admin });
  }
});

type Filter = {
  q?: string;
  line?: string;
  finish?: string[];
  colour?: string[];
  material?: string[];
  certificate?: string[];
  sizeFrom?: number;
  sizeTo?: number;
  inStock?: number;
};

const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2, nil: undefined });
const filters = fc
  .record({
    q: fc.option(fc.constantFrom("rivet", "copper", "brass button", "zipper", "antiqe", "thread"), {
      freq: 1,
      nil: undefined,
    }),
    line: rarely(fc.constantFrom(...lineKeys)),
    finish: rarely(some(finishes)),
    colour: rarely(some(colours)),
    material: rarely(some(materials)),
    certificate: rarely(some(certificates)),
    sizeFrom: rarely(fc.constantFrom(5, 9, 9.5, 15, 40)),
    sizeTo: rarely(fc.constantFrom(9, 9.5, 20, 60, 700)),
    inStock: rarely(fc.constantFrom(1, 1000, 8000, 60_000, 1_000_000)),
  })
  .map((about): Filter => JSON.parse(JSON.stringify(about)));

const literal = (values: readonly string[]) => sql`${`{${values.map((value) => `"${value}"`).join(",")}}`}::text[]`;

/** The conditions in plain SQL, each with the facet whose choices it makes. */
function conditions(filter: Filter, found: string[] | undefined): { of: string; is: SQL }[] {
  const { line, finish, colour, material, certificate, sizeFrom, sizeTo, inStock } = filter;
  return [
    { of: "", is: sql`removed_at is null` },
    ...(found ? [{ of: "", is: sql`id = any(${literal(found)}::uuid[])` }] : []),
    ...(inStock ? [{ of: "", is: sql`quantity >= ${inStock}` }] : []),
    ...(line ? [{ of: "line", is: sql`line = ${line}` }] : []),
    ...(finish ? [{ of: "finish", is: sql`finish = any(${literal(finish)})` }] : []),
    ...(colour ? [{ of: "colour", is: sql`colour = any(${literal(colour)})` }] : []),
    ...(material ? [{ of: "material", is: sql`material = any(${literal(material)})` }] : []),
    ...(certificate ? [{ of: "certificate", is: sql`certificates && ${literal(certificate)}` }] : []),
    ...(line && sizeFrom ? [{ of: "size", is: sql`size_mm >= ${sizeFrom}` }] : []),
    ...(line && sizeTo ? [{ of: "size", is: sql`size_mm <= ${sizeTo}` }] : []),
  ];
}

const columnOf: Record<string, SQL> = {
  line: sql`line`,
  finish: sql`finish`,
  colour: sql`colour`,
  material: sql`material`,
  certificate: sql`unnest(certificates)`,
  size: sql`size_mm`,
};

/** What plain SQL counts: the choices of each facet, with all conditions except the facet's own. */
async function countPlainly(filter: Filter, found: string[] | undefined) {
  const all = conditions(filter, found);
  const but = (facet: string) =>
    sql.join(
      all.filter(({ of }) => of !== facet && !(facet === "line" && of === "size")).map(({ is }) => is),
      sql` and `,
    );
  const counts = Object.entries(columnOf).map(
    ([facet, value]) => sql`select ${facet} as facet, value::text, count(*)::int as trims
      from (select ${value} as value from trims where ${but(facet)}) as chosen where value is not null group by 2`,
  );
  const total = sql`select 'total' as facet, '' as value, count(*)::int as trims from trims where ${but("no facet")}`;
  const { rows } = await shop.db.execute<{ facet: string; value: string; trims: number }>(
    sql.join([total, ...counts], sql` union all `),
  );
  return new Map(
    rows.map(({ facet, value, trims }) => [`${facet} ${facet === "size" ? Number(value) : value}`.trim(), trims]),
  );
}

const metals = ["brass", "copper", "silver"];

function toAddress(filter: Filter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of [value].flat()) search.append(name, String(one));
  return String(search);
}

async function compare(filter: Filter): Promise<void> {
  const search = toAddress(filter);
  const list = await shop.api.request(`/trims?${search}`);
  const rows: Trim[] = await list.json();
  const found: string[] | undefined = filter.q
    ? (await (await shop.api.request(`/trims?q=${filter.q}`)).json()).map(({ _id }: Trim) => _id)
    : undefined;
  const [counts, plain] = [
    (await (await shop.api.request(`/trims/facets?${search}`)).json()) as TrimCounts,
    await countPlainly(filter, found),
  ];
  const { total, size, ...facets } = counts;
  expect(total, search).toBe(plain.get("total"));
  expect(rows.length, search).toBe(total);
  expect(list.headers.get("x-total-count"), search).toBe(String(total));
  const said = new Map<string, number>([
    ...Object.entries(facets).flatMap(([facet, choices]) =>
      choices.map(({ value, trims }) => [`${facet} ${value}`, trims] as const),
    ),
    ...size.map(({ mm, trims }) => [`size ${mm}`, trims] as const),
  ]);
  for (const [choice, trims] of said) expect(trims, `${search}: ${choice}`).toBe(plain.get(choice) ?? 0);
  // Left out are a metal's colour, another line's choice, and a size without a line.
  for (const [choice, trims] of plain) {
    const [facet = "", value = ""] = choice.split(/ (.*)/);
    const isSaid = facet === "line" || !(filter.line || facet === "size" || metals.includes(value));
    if (facet !== "total" && isSaid) expect(said.get(choice), `${search}: ${choice}`).toBe(trims);
  }
}

describe("GET /trims/facets", () => {
  it(`counts as plain SQL does, for ${RUNS} random combinations`, { timeout: 300_000 }, async () => {
    const asked = fc.sample(filters, { numRuns: RUNS, seed: 7 });
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = asked.pop(); next; next = asked.pop()) await compare(next);
      }),
    );
  });

  it("leaves a choice that leads to nothing in place, with 0", async () => {
    const counts: TrimCounts = await (await shop.api.request("/trims/facets?line=belts-buckles&finish=copper")).json();
    expect(counts.material).toContainEqual({ value: "zinc alloy", trims: 0 });
    expect(counts.line.map(({ value }) => value)).toEqual([...lineKeys]);
  });

  it("refuses what no trim can have", async () => {
    for (const search of ["finish=gold", "colour=mauve", "certificate=none", "sizeFrom=x", "inStock=0", "limit=5"]) {
      expect((await shop.api.request(`/trims/facets?${search}`)).status, search).toBe(400);
    }
  });
});

describe("counts", () => {
  const ask = (search: string) => shop.api.request(`/trims/facets?${search}`);
  const countAcquired = async (work: () => Promise<unknown>) => {
    const pool = "$client" in shop.db ? shop.db.$client : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error("no pool");
    let count = 0;
    const add = () => count++;
    pool.on("acquire", add);
    await work();
    pool.off("acquire", add);
    return count;
  };

  it("of the whole catalogue and of each line are made once for everybody, until a trim changes", async () => {
    const askAll = () => Promise.all(Array.from({ length: 40 }, (_, at) => ask(at % 2 ? "line=rivets" : "")));
    shop.counts.change();
    expect(await countAcquired(askAll)).toBe(2);
    expect(await countAcquired(askAll)).toBe(0);
    const total = async (): Promise<number> => (await (await ask("line=rivets")).json()).total;
    const before = await total();
    const admin = await signedIn(shop.db, { role: "admin" });
    const trim = await buildTrim(shop.db, { line: "rivets", quantity: 700 });
    expect(await total()).toBe(before);
    await call(shop, `PATCH /trims/${trim.id}`, { as: admin, body: { restock: 77 } });
    expect(await total()).toBe(before + 1);
  });
});

describe("what is stored beside the trims", () => {
  it("is what the trims say", async () => {
    const { rows: words } = await shop.db.execute(sql`
      select word collate "C" as word, ndoc as trims from ts_stat('select words from trims') where word !~ '^(no)?[0-9]'
      order by 1`);
    const { rows: storedWords } = await shop.db.execute(sql`select word, trims from trim_words order by 1`);
    expect(storedWords).toEqual(words);
    const { rows: popular } = await shop.db.execute(
      sql`select number from trim_orders full join trims using (number) where id is distinct from trim_id`,
    );
    expect(popular).toEqual([]);
  });
});
