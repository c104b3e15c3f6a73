import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

/**
 * Trims whose stored class or combination is wrong, classes without a trim, and trims whose bits give another class
 * though they are not noted as moved.
 */
async function findWrong(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(sql`
    (select number, (select sum(get_bit(digits[digit + 1], number % 4096) << digit) from generate_series(0, 7) as digit), 0
    from trim_stocks join trim_stock_bits on part = number / 4096
    where number not in (select number from trim_stock_moves) and exists (
      select from generate_series(0, 7) as digit where get_bit(digits[digit + 1], number % 4096) <> step >> digit & 1))
    union all (select number, stock_step(quantity), facets from trims except select number, step, facets from trim_stocks)
    union all (select number, step, facets from trim_stocks except select number, stock_step(quantity), facets from trims)`);
  return rows;
}

it("classes of stock rise with the stock, and from eight pieces on none is wider than an eighth of what it begins with", async () => {
  const { rows } = await shop.db.execute(sql`
    with stocks as (select generate_series(0, 70000) as pieces union select 2147483647 - generate_series(0, 1000)),
    classes as (select stock_step(pieces) as class, min(pieces) as least, max(pieces) as most from stocks group by 1)
    select class from classes where least between 8 and 60000 and most - least >= least / 8.0
    union all select class from (select class, least, lag(most) over (order by class) as before from classes) as row where least <= before`);
  expect(rows).toEqual([]);
});

it("each trim's class follows orders, restocks and the catalogue, also when many order at once", async () => {
  const stocked = await Promise.all(
    [40, 1000, 65_536, 900_000].map((quantity) => buildTrim(shop.db, { quantity, moq: 1, line: "rivets" })),
  );
  expect(await findWrong()).toEqual([]);
  const placed = await Promise.all(
    stocked.flatMap((trim) =>
      [1, 7, 8].map(async (share) => {
        const pieces = Math.floor(trim.quantity / (2 * share));
        const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
        return response.status === 200 ? (await response.json()).insertedId : undefined;
      }),
    ),
  );
  expect(await findWrong()).toEqual([]);
  const [cancelled] = placed.filter(Boolean);
  expect((await call(shop, `DELETE /orders/${cancelled}`, { as: buyer })).status).toBe(200);
  const [first, second] = stocked;
  const restock = { restock: 5000, why: "found" };
  expect((await call(shop, `PATCH /trims/${second?.id}`, { as: admin, body: restock })).status).toBe(200);
  expect(await findWrong()).toEqual([]);
  expect((await call(shop, `DELETE /trims/${first?.id}`, { as: admin })).status).toBe(200);
  expect(await findWrong()).toEqual([]);
  const unsold = await buildTrim(shop.db, { quantity: 12 });
  await shop.db.delete(stockMovements).where(eq(stockMovements.trimId, unsold.id));
  await shop.db.delete(trims).where(eq(trims.id, unsold.id));
  expect(await findWrong()).toEqual([]);
});

it("a trim's class follows a change across any edge of a class, by one piece or by as many as a class holds", async () => {
  const most = 2 ** 31 - 1;
  const powers = Array.from({ length: 28 }, (_, power) => 2 ** power);
  const edges = [
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    ...powers.flatMap((power) => [8, 9, 10, 11, 12, 13, 14, 15].map((k) => k * power)),
  ];
  const numbers = (await buildTrims(shop.db, edges.length)).map(({ number }) => number);
  const stock = (pieces: (edge: number, at: number) => number) =>
    shop.db.execute(sql`update trims set quantity = stock.pieces
      from jsonb_to_recordset(${JSON.stringify(edges.map((edge, at) => ({ number: numbers[at], pieces: pieces(edge, at) })))})
        as stock (number int, pieces int) where trims.number = stock.number`);
  const nextEdge = (_: number, at: number) => edges[at + 1] ?? most;
  const below = (edge: number) => edge - 1;
  const itself = (edge: number) => edge;
  for (const pieces of [below, itself, nextEdge, itself, below, nextEdge, below]) {
    await stock(pieces);
    expect(await findWrong()).toEqual([]);
  }
  await shop.db.execute(sql`select fold_stock_moves()`);
});

describe("the bits of the classes", () => {
  const fold = (db: Pick<TestApp["db"], "execute">) => db.execute(sql`select fold_stock_moves()`);
  const restock = (db: Pick<TestApp["db"], "execute">, number: number, pieces: number) =>
    db.execute(sql`update trims set quantity = ${pieces} where number = ${number}`);
  const listMoved = async () =>
    (await shop.db.execute<{ number: number }>(sql`select number from trim_stock_moves`)).rows.map((row) => row.number);

  it("follow hundreds of changes made at the same time, several in each transaction, in any order", async () => {
    const built = await Promise.all(Array.from({ length: 12 }, () => buildTrim(shop.db, { quantity: 100 })));
    const change = (round: number) =>
      shop.db.transaction(async (tx) => {
        const some = built.filter((_, at) => at % 3 === round % 3);
        for (const [at, { number }] of some.entries()) await restock(tx, number, 2 ** ((round + at) % 20));
      });
    for (let round = 0; round < 210; round += 3) await Promise.all([0, 1, 2].map((turn) => change(round + turn)));
    expect((await listMoved()).length).toBeLessThan(600);
    expect(await findWrong()).toEqual([]);
    await fold(shop.db);
    expect(await listMoved()).toEqual([]);
    expect(await findWrong()).toEqual([]);
  });

  it("leave a change noted that is not committed, nobody waits, and a fold that is undone loses nothing", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => buildTrim(shop.db, { quantity: 100 })));
    if (!first || !second) throw new Error("no trims");
    await fold(shop.db);
    await shop.db.transaction(async (tx) => {
      await restock(tx, first.number, 5000);
      await restock(shop.db, second.number, 6000);
      await fold(shop.db);
    });
    expect(await listMoved()).toEqual([first.number]);
    const undone = shop.db.transaction(async (tx) => {
      await restock(tx, second.number, 1);
      await fold(tx);
      // Another fold is at work, so this one does nothing.
      await fold(shop.db);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow();
    expect(await listMoved()).toEqual([first.number]);
    expect(await findWrong()).toEqual([]);
  });
});
