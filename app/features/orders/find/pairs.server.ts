import { and, inArray, type SQL, sql } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Filter, isWhole, notEnded } from "./filter.server.ts";
import { type Part, weigh } from "./gather.server.ts";
import { nameWays, type Sources } from "./search.server.ts";
import { behind, orderBy } from "./sort.server.ts";

/** The ids of a page, and how many orders the search finds, up to one more than `most`. */
export type Pairs = { ids: string[]; total: number };

/** So many orders of the buyers are looked through, a few microseconds each. */
const MOST_READ = 30_000;
/** So many entries of the index are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;

/**
 * A page by time and its count in one pass, for words of which items have some and buyers all the others: the index of
 * buyers also holds what each order is for, so the orders themselves are not read. Undefined where that does not say it
 * all, or a walk finds the page sooner.
 */
export async function findPairs(
  db: Db | Tx,
  filter: Filter & { q: string },
  part: Part,
  { sources, most }: { sources: Sources; most: number },
): Promise<Pairs | undefined> {
  const { items, buyers, partly } = sources;
  const byTime = part.sort === "newest" || part.sort === "oldest";
  const isAll = items.count + buyers.count + nameWays(filter.q, filter.sheets).length === 0 && partly.isOneRest;
  if (!byTime || !isAll || !isWhole(filter) || !partly.items.names || !partly.buyers.names) return undefined;
  const { walked, gathered } = weigh(sources, part);
  if (partly.buyers.orders > Math.min(MOST_READ, ENTRIES_FOR_A_ROW * walked, ENTRIES_FOR_A_ROW * gathered))
    return undefined;
  const { rows } = await db.execute<Pairs>(sql`
    with found as materialized (${pairs(partly.items.names, partly.buyers.names)})
    select (select count(*)::int from (select from found limit ${most + 1}) as counted) as total,
      array(select id from found as orders where ${behind(part.sort, part.after) ?? sql`true`}
        order by ${orderBy(part.sort)} limit ${part.rows}) as ids`);
  return rows[0];
}

/**
 * The orders of these buyers for these items. "order by" and "coalesce" keep PostgreSQL on the index alone, which checks
 * each entry as it is read.
 */
function pairs(items: { name: string }[], buyers: { email?: string; name: string }[]): SQL {
  const of = (names: readonly (string | undefined)[]) => sql`${sql.param(names)}::text[]`;
  const isMet = and(
    sql`${orders.productName} = any(${of(items.map(({ name }) => name))})`,
    sql`${orders.name} = buyer.name`,
    notEnded,
  );
  return sql`select met.id from unnest(${of(buyers.map(({ email }) => email))}, ${of(buyers.map(({ name }) => name))})
      as buyer (email, name)
    cross join lateral (select ${orders.id} as id from ${orders}
      where ${orders.email} = buyer.email and coalesce(${isMet}, false) order by ${orders.email}, ${orders.id}) as met`;
}

/** Those orders, wherever they stand in the list. */
export function amongPairs({ ids }: Pairs): SQL {
  return inArray(orders.id, ids);
}
