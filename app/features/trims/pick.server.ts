import { and, type SQL, sql } from "drizzle-orm";
import { type Db, transact } from "#app/platform/db/client.server.ts";
import { behind, orderBy, type Place, type Sort, sortColumn } from "./list-sort.server.ts";
import { offered } from "./queries.server.ts";
import { trimOrders, trims } from "./tables.server.ts";

/** How many trims are looked at one after the other before all that fit are gathered by their indexes. */
export const WALK = 400;

type Wanted = { fits: SQL | undefined; sort: Sort; place: Place | undefined; limit: number };

/**
 * The article numbers of the first trims that fit, in their order, at most `limit`. If many fit, they are among the next
 * few of the sorted list; if few fit, an index finds them all. PostgreSQL guesses which it is, and may read everything in
 * the order of an index to find nothing: so the first is tried, then the other demanded.
 */
export async function pickNumbers(db: Db, { fits, sort, place, limit }: Wanted): Promise<number[]> {
  const source =
    sort === "ordered" ? sql`${trims} join ${trimOrders} on ${trimOrders.trimId} = ${trims.id}` : sql`${trims}`;
  const next = behind(sort, place);
  const { rows: near } = await db.execute<{ number: number }>(sql`
    select ${trims.number} as number from ${source} where ${trims.number} = any(array(
      select ${trims.number} from ${source} where ${and(offered, next)} order by ${orderBy(sort)} limit ${WALK}
    )) and ${fits ?? sql`true`} order by ${orderBy(sort)} limit ${limit}`);
  if (near.length === limit) return near.map(({ number }) => number);
  return byIndexes(db, async (tx) => {
    // "offset 0" keeps the order out of the choice of the index.
    const { rows } = await tx.execute<{ number: number }>(sql`
      select number from (
        select ${trims.number} as number, ${sortColumn[sort]} as key from ${source} where ${and(fits, next)} offset 0
      ) as found order by ${ways[sort]} limit ${limit}`);
    return rows.map(({ number }) => number);
  });
}

const ways: Record<Sort, SQL> = {
  number: sql`number`,
  price: sql`key, number`,
  "-price": sql`key desc, number desc`,
  newest: sql`key desc, number`,
  ordered: sql`key desc, number`,
};

/** Runs `work` without PostgreSQL reading the whole table, whatever it expects to find. */
export function byIndexes<Result>(db: Db, work: Parameters<typeof transact<Result>>[1]): Promise<Result> {
  return transact(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return work(tx);
  });
}
