import { and, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderSort } from "#app/features/orders/contract.ts";
import { orderItems, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { type Filter, traits, traitsInPlace } from "./filter.server.ts";
import { nameWays } from "./named.server.ts";
import { hasWords, type Names, type Sources, searched } from "./search.server.ts";
import { behind, isByTime, orderBy, type Place, sortColumns } from "./sort.server.ts";

/** This many rows of a list sorted by `sort`, after a given place; for a count, any of them. */
export type Part = { sort: OrderSort; rows: number; after: Place | undefined; isCount?: boolean };

/**
 * How many matches are `expected`, and how many rows a page costs: by walking the list, if matches are spread evenly
 * (`walked`), and by reading the sources (`gathered`), whose names are so many (`named`).
 */
export function weigh(sources: Sources, filter: Filter, part: Part) {
  const { items, buyers, partly, total } = sources;
  const both = (partly.items.orders * partly.buyers.orders) / Math.max(1, total);
  const expected = Math.max(1, items.orders + buyers.orders + both);
  const byItem = read(items, orders.productName, filter, part);
  const chosen = chooseSide(sources, filter, part);
  const names = [items, buyers, partly[chosen.side]];
  return {
    expected,
    walked: Math.ceil((part.rows * total) / expected),
    gathered: byItem + read(buyers, orders.email, filter, part) + chosen.rows,
    named: names.reduce((sum, { isAll, count }) => sum + (isAll ? count : Number.POSITIVE_INFINITY), 0),
  };
}

/** How many rows of these names are read. `share` is the part of their orders that match. */
function read(
  { isAll, count, orders: all }: Names,
  lead: AnyPgColumn,
  filter: Filter,
  { sort, rows }: Part,
  share = 1,
): number {
  const [column] = sortColumns(sort);
  if (!isAll) return Number.POSITIVE_INFINITY;
  if (all === 0) return 0;
  const least = column === lead ? rows : column && indexed(lead, filter).includes(column) ? count * rows : all;
  return Math.min(all, Math.ceil(least / share));
}

/** Partial matches are found from either side: from the one where fewer rows are read. */
function chooseSide({ partly: { items, buyers }, total }: Sources, filter: Filter, part: Part) {
  const byItem = read(items, orders.productName, filter, part, buyers.orders / total);
  const byBuyer = read(buyers, orders.email, filter, part, items.orders / total);
  return byItem < byBuyer ? { side: "items" as const, rows: byItem } : { side: "buyers" as const, rows: byBuyer };
}

/** The ids from the sources, each source giving its first ones. */
export function gatherIds(sources: Sources, filter: Filter & { q: string }, part: Part): SQL {
  const { q } = filter;
  const { items, buyers, partly } = sources;
  const item = { lead: orders.productName, key: sql`source.name` };
  const buyer = { lead: orders.email, key: sql`source.email`, besides: sql`${orders.name} = source.name` };
  // Hidden from the planner, which would otherwise expect a rare match and sort all orders of the name.
  const matches = sql`coalesce(${hasWords(q)}, false)`;
  const some =
    chooseSide(sources, filter, part).side === "items"
      ? { ...item, names: partly.items, besides: matches }
      : { ...buyer, names: partly.buyers, besides: sql`${buyer.besides} and ${matches}` };
  const isNamed = or(...nameWays(q, filter.sheets));
  const all = [{ ...item, names: items }, { ...buyer, names: buyers }, some]
    .filter(({ names }) => names.count > 0)
    .map((source) =>
      atEachPlace(filter, part, (...about) => fromSource({ ...source, about: and(...about) }, filter, part)),
    );
  if (isNamed || all.length === 0)
    all.push(sql`(select ${orders.id} from ${orders}
      where ${and(isNamed ?? sql`false`, traits(filter), behind(part.sort, part.after))}
      order by ${orderBy(part.sort, unindexed(part.sort))} limit ${part.rows})`);
  const found = sql`(${sql.join(all, sql` union `)})`;
  // Sorted by time, the ids are enough to find the first: no other orders are read.
  const isTold = all.length > 1 && isByTime(part.sort);
  return isTold ? sql`(select id from ${found} as found ${firstOf(part, [sql`id`])})` : found;
}

/** The ids of the first orders that match, or these columns of them. */
export function gatherFirst(filter: Filter, part: Part, columns?: SQL): SQL {
  const { sort, rows, after } = part;
  return atEachPlace(
    filter,
    part,
    (...about) => sql`select ${columns ?? columnsOf(sort)} from ${orders}
      where ${and(...about, searched(filter), behind(sort, after))} order by ${orderBy(sort)} limit ${rows}`,
    columns,
  );
}

/**
 * The ids of the first orders that `read` finds, given their states and what else they have in common. If there are
 * several combinations of states, each is read separately, because the indexes that begin with the states cannot handle
 * sets.
 */
function atEachPlace(
  filter: Filter,
  part: Part,
  read: (...about: (SQL | undefined)[]) => SQL,
  columns = sql`orders.id`,
): SQL {
  const { standings, ...rest } = filter;
  if (!standings || standings.length === 1)
    return sql`(select ${columns} from (${read(undefined, traitsInPlace(filter))}) as orders)`;
  const stands = sql`${orders.review} = place.review and ${orders.shipping} = place.shipping
    and ${orders.payment} = place.payment`;
  return sql`(select ${columns} from json_to_recordset(${JSON.stringify(standings)}::json)
      as place(review text, shipping text, payment text)
    cross join lateral (${read(stands, traits({ ...rest, isAnywhere: true }))}) as orders ${firstOf(part)})`;
}

/** A count takes as many as it is asked for; a limit here as well would only be more to plan. */
function firstOf({ sort, rows, isCount }: Part, columns = sortColumns(sort) as (AnyPgColumn | SQL)[]): SQL {
  return isCount ? sql`` : sql`order by ${orderBy(sort, columns)} limit ${rows}`;
}

/** The columns that a list is sorted by. */
export const columnsOf = (sort: OrderSort) => sql.join(sortColumns(sort), sql`, `);

/**
 * The ids of the first orders that are wanted on these days, from the first of each day: left to itself, PostgreSQL
 * walks along all orders, as if those of a day were spread evenly.
 */
export function gatherWanted(filter: Filter, { sort, rows, after }: Part): SQL {
  const { wanted } = filter;
  const about = and(traits({ ...filter, wanted: undefined }), behind(sort, after));
  // Without a time zone: in the session's time zone a day may have no midnight.
  const days = sql`generate_series(${wanted?.from}::date::timestamp, ${wanted?.to}::date::timestamp, interval '1 day')`;
  return sql`(select orders.id from ${days} as day
    cross join lateral (select ${orders.id} from ${orders}
      where ${and(sql`${orders.wantedOn} = day::date`, about)} order by ${orderBy(sort)} limit ${rows}) as orders)`;
}

/**
 * The ids of the first orders of a line, from the first of each of its trims. What has not ended is in an index by
 * trim, so only the orders of the page itself are read.
 */
export function gatherLine(filter: Filter, part: Part): SQL {
  const { sort, rows, after } = part;
  const about = and(traits({ ...filter, line: undefined }), behind(sort, after));
  return sql`(select orders.id from ${trims} cross join lateral (select ${orders.id} from ${orders}
    where ${and(eq(orders.trimId, trims.id), about)} order by ${orderBy(sort)} limit ${rows}) as orders
    where ${eq(trims.line, filter.line ?? "threads")} ${firstOf(part)})`;
}

/**
 * The ids of the first orders of a line, sorted by item: one after the other, by the names under which its trims were
 * ordered. A walk along all names would read all orders of other lines that come before.
 */
export function gatherLineItems(filter: Filter, part: Part): SQL {
  const { sort, rows, after, isCount } = part;
  const key = sql`item.name`;
  const place = behind(sort, after, { column: orders.productName, key });
  const isAhead = after ? (sort === "item" ? gte : lte)(orderItems.name, String(after.key)) : undefined;
  const isOfLine = sql`exists (select from ${trims}
    where ${eq(trims.id, sql`any(${orderItems.trims})`)} and ${eq(trims.line, filter.line ?? "threads")})`;
  // For a count, any will do: asked for the first ones, PostgreSQL would read and sort all orders of a name.
  const sorted = (columns?: SQL[]) => (isCount ? sql`` : sql`order by ${orderBy(sort, columns)}`);
  return atEachPlace(
    filter,
    part,
    (...about) => sql`select ${columnsOf(sort)} from (select ${orderItems.name} from ${orderItems}
        where ${and(isOfLine, isAhead)} ${sorted([sql`${orderItems.name}`])}) as item
      cross join lateral (select * from ${orders}
        where ${and(sql`${orders.productName} between ${key} and ${key}`, ...about, place)}
        ${sorted()} limit ${rows}) as orders
      ${firstOf(part, [key, orders.id])}`,
  );
}

/**
 * The columns by which an index sorts the orders of one item or one buyer; with one combination of states, only time.
 */
function indexed(lead: AnyPgColumn, { standings }: Filter): AnyPgColumn[] {
  return lead === orders.productName && !standings ? [orders.id, orders.orderQuantity] : [orders.id];
}

type Source = { names: Names; lead: AnyPgColumn; key: SQL; besides?: SQL; about: SQL | undefined };

/**
 * The indexes of items and buyers keep each name's orders by time, those of items by quantity too. Sorted by these or
 * by name, few rows are read per name; `between` keeps PostgreSQL on that index. Any other sorting reads all of them.
 */
function fromSource({ names, lead, key, besides, about }: Source, filter: Filter, part: Part): SQL {
  const { sort, rows, after, isCount } = part;
  const source = sql`${names.from} as source`;
  const [column] = sortColumns(sort);
  const [from, order] =
    column === lead
      ? [sql`(select * from ${source} order by ${orderBy(sort, [key])}) as source`, [key, orders.id]]
      : [source, sortColumns(sort)];
  const isIndexed = column === lead || (column && indexed(lead, filter).includes(column));
  return sql`select orders.* from ${from} cross join lateral (${isIndexed ? byIndex() : bySorting()} limit ${rows})
    as orders ${firstOf(part, order)}`;

  function byIndex(): SQL {
    const columns = column === lead ? sortColumns(sort) : [lead, ...sortColumns(sort)];
    // Given an ORDER BY, PostgreSQL may sort all orders of a name to count the first.
    return sql`select ${columnsOf(sort)} from ${orders}
      where ${and(sql`${lead} between ${key} and ${key}`, besides, about, behind(sort, after, { column: lead, key }))}
      ${isCount ? sql`` : sql`order by ${orderBy(sort, columns)}`}`;
  }

  function bySorting(): SQL {
    return sql`select ${columnsOf(sort)} from ${orders} where ${and(sql`${lead} = ${key}`, besides, about, behind(sort, after))}
      order by ${orderBy(sort, unindexed(sort))}`;
  }
}

/** The same values, but not the columns the index is sorted by. */
function unindexed(sort: OrderSort): SQL[] {
  return sortColumns(sort).map((column) => sql`coalesce(${column}, ${column})`);
}
