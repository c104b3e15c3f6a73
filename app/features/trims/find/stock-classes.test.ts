import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

/** Trims whose kept class or combination is not theirs, and classes without a trim. */
async function findWrong(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(sql`
    (select number, stock_step(quantity), facets from trims except select number, step, facets from trim_stocks)
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
