import { and, desc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderSort } from "#app/features/orders/contract.ts";
import { orderItems, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { type Filter, traits } from "./filter.server.ts";
import { hasWords, type Names, nameWays, type Sources, searched } from "./search.server.ts";
import { behind, orderBy, type Place, sortColumns } from "./sort.server.ts";

/** This many rows of a list sorted by `sort`, after a given place. */
export type Part = { sort: OrderSort; rows: number; after: Place | undefined };

/**
 * How many rows a page costs: by walking the list, if matches are spread evenly (`walked`), and by reading the sources
 * (`gathered`).
 */
export function weigh(sources: Sources, part: Part) {
  const { items, buyers, partly, total } = sources;
  const both = (partly.items.orders * partly.buyers.orders) / Math.max(1, total);
  const expected = Math.max(1, items.orders + buyers.orders + both);
  const byItem = read(items, orders.productName, part);
  return {
    walked: Math.ceil((part.rows * total) / expected),
    gathered: byItem + read(buyers, orders.email, part) + chooseSide(sources, part).rows,
  };
}

/** How many rows of these names are read. `share` is the part of their orders that match. */
function read({ names, count, orders: all }: Names, lead: AnyPgColumn, { sort, rows }: Part, share = 1): number {
  const [column] = sortColumns(sort);
  if (names === null) return Number.POSITIVE_INFINITY;
  if (all === 0) return 0;
  const least = column === lead ? rows : column && indexed(lead).includes(column) ? count * rows : all;
  return Math.min(all, Math.ceil(least / share));
}

/** Partial matches are found from either side: from the one where fewer rows are read. */
function chooseSide({ partly: { items, buyers }, total }: Sources, part: Part) {
  const byItem = read(items, orders.productName, part, buyers.orders / total);
  const byBuyer = read(buyers, orders.email, part, items.orders / total);
  return byItem < byBuyer ? { side: "items" as const, rows: byItem } : { side: "buyers" as const, rows: byBuyer };
}

/** The ids from the sources, the first of each kind for the page; any of them for a count. */
export function gatherIds(sources: Sources, filter: Filter & { q: string }, part: Part, isCount = false): SQL {
  const { q } = filter;
  const about = traits(filter);
  const { items, buyers, partly } = sources;
  const item = { lead: orders.productName, key: sql`source.name` };
  const buyer = { lead: orders.email, key: sql`source.email`, besides: sql`${orders.name} = source.name` };
  // Hidden from the planner, which would otherwise expect a rare match and sort all orders of the name.
  const matches = sql`coalesce(${hasWords(q)}, false)`;
  const some =
    chooseSide(sources, part).side === "items"
      ? { ...item, names: partly.items, besides: matches }
      : { ...buyer, names: partly.buyers, besides: sql`${buyer.besides} and ${matches}` };
  const all = [
    fromSource({ ...item, about, names: items }, part, isCount),
    fromSource({ ...buyer, about, names: buyers }, part, isCount),
    fromSource({ ...some, about }, part, isCount),
    sql`(select ${orders.id} from ${orders} where ${and(or(...nameWays(q, filter.sheets)) ?? sql`false`, about, behind(part.sort, part.after))}
      order by ${orderBy(part.sort, unindexed(part.sort))} limit ${part.rows})`,
  ];
  return sql.join(all, sql` union `);
}

/**
 * The ids of the first orders that stand at these places: for a list by time from the first of each place, by its index; for
 * any other from all of them, so only where they are few.
 */
export function gatherStanding(filter: Filter, { sort, rows, after }: Part): SQL {
  const [column] = sortColumns(sort);
  const about = and(
    traits({ ...filter, standings: undefined, isAnywhere: true }),
    searched(filter),
    behind(sort, after),
  );
  // "offset 0" keeps PostgreSQL on the index by state, place after place.
  const first = column === orders.id ? sql`order by ${orderBy(sort)} limit ${rows}` : sql`offset 0`;
  const columns = sql.join(sortColumns(sort), sql`, `);
  return sql`(select orders.id from ${placesOf(filter)}
    cross join lateral (select ${columns} from ${orders} where ${and(standsThere, about)} ${first}) as orders
    order by ${orderBy(sort)} limit ${rows})`;
}

/**
 * The ids of the first orders that stand at these places, as far as they are met within `reach` rows of a walk along the
 * index of the sorting. The places are hidden from the planner, which would otherwise sort all orders that stand there.
 */
export function gatherWalked(filter: Filter, { sort, rows, after }: Part, reach: number): SQL {
  const isMet = sql`coalesce(${traits(filter)}, false)`;
  return sql`(select orders.id from (select * from ${orders} where ${behind(sort, after) ?? sql`true`}
    order by ${orderBy(sort)} limit ${reach}) as orders where ${isMet} limit ${rows})`;
}

/**
 * The ids of the first orders that are wanted on these days, from the first of each day: left to itself, PostgreSQL walks
 * along all orders, as if those of a day were spread evenly.
 */
export function gatherWanted(filter: Filter, { sort, rows, after }: Part): SQL {
  const { wanted } = filter;
  const about = and(traits({ ...filter, wanted: undefined }), behind(sort, after));
  return sql`(select orders.id from generate_series(${wanted?.from}::date, ${wanted?.to}::date, interval '1 day') as day
    cross join lateral (select ${orders.id} from ${orders}
      where ${and(sql`${orders.wantedOn} = day::date`, about)} order by ${orderBy(sort)} limit ${rows}) as orders)`;
}

/**
 * The ids of the first orders of a line, from the first of each of its trims. What has not ended is in an index by trim,
 * so only the orders of the page itself are read. Any of them for a count.
 */
export function gatherLine(filter: Filter, { sort, rows, after }: Part, isCount = false): SQL {
  const about = and(traits({ ...filter, line: undefined }), behind(sort, after));
  return sql`(select orders.id from ${trims} cross join lateral (select ${orders.id} from ${orders}
    where ${and(eq(orders.trimId, trims.id), about)} order by ${orderBy(sort)} limit ${rows}) as orders
    where ${eq(trims.line, filter.line ?? "threads")} ${isCount ? sql`` : sql`order by ${orderBy(sort)}`} limit ${rows})`;
}

/**
 * The ids of the first orders of a line, sorted by item: name after name of those by which its trims were ordered. Along all
 * names, a walk would read all orders of other lines that come before.
 */
export function gatherLineItems(filter: Filter, { sort, rows, after }: Part): SQL {
  const key = sql`item.name`;
  const isMet = sql`coalesce(${traits(filter)}, false)`;
  const place = behind(sort, after, { column: orders.productName, key });
  const isAhead = after ? (sort === "item" ? gte : lte)(orderItems.name, String(after.key)) : undefined;
  const isOfLine = sql`exists (select from ${trims}
    where ${eq(trims.id, sql`any(${orderItems.trims})`)} and ${eq(trims.line, filter.line ?? "threads")})`;
  return sql`(select orders.id from (select ${orderItems.name} from ${orderItems} where ${and(isOfLine, isAhead)}
      order by ${orderBy(sort, [orderItems.name])}) as item
    cross join lateral (select ${orders.id} from ${orders}
      where ${and(sql`${orders.productName} between ${key} and ${key}`, isMet, place)}
      order by ${orderBy(sort)} limit ${rows}) as orders
    order by ${orderBy(sort, [key, orders.id])} limit ${rows})`;
}

/**
 * For a count: orders that stand at these places and match the rest, newest first of each place. With `reach`, only
 * those among the first so many of each place.
 */
export function gatherMet(filter: Filter, rows: number, reach?: number): SQL {
  const rest = { ...filter, standings: undefined, isAnywhere: true };
  const [within, met] = [sql`limit ${reach ?? rows}`, and(traits(rest), searched(filter))];
  return sql`select orders.id from ${placesOf(filter)} cross join lateral (
    select ${reach === undefined ? orders.id : sql`*`} from ${orders}
    where ${reach === undefined ? and(standsThere, met) : standsThere} order by ${desc(orders.id)} ${within}) as orders
    where ${reach === undefined ? sql`true` : met}`;
}

function placesOf({ standings }: Filter): SQL {
  return sql`json_to_recordset(${JSON.stringify(standings ?? [])}::json)
    as place(review text, shipping text, payment text)`;
}

const standsThere = sql`${orders.review} = place.review and ${orders.shipping} = place.shipping
  and ${orders.payment} = place.payment`;

/** By which columns an index keeps the orders of one item or one buyer. */
function indexed(lead: AnyPgColumn): AnyPgColumn[] {
  return lead === orders.productName ? [orders.id, orders.orderQuantity] : [orders.id];
}

type Source = { names: Names; lead: AnyPgColumn; key: SQL; besides?: SQL; about: SQL | undefined };

/**
 * The indexes of items and buyers keep each name's orders by time, those of items by quantity too. Sorted by these or by
 * name, few rows are read per name; `between` keeps PostgreSQL on that index. Any other sorting reads all of them.
 */
function fromSource({ names, lead, key, besides, about }: Source, { sort, rows, after }: Part, isCount: boolean): SQL {
  const source = sql`json_to_recordset(${JSON.stringify(names.names ?? [])}::json) as source(email text, name text)`;
  const [column] = sortColumns(sort);
  const [from, order] =
    column === lead
      ? [sql`(select * from ${source} order by ${orderBy(sort, [key])}) as source`, [key, orders.id]]
      : [source, sortColumns(sort)];
  const isIndexed = column === lead || (column && indexed(lead).includes(column));
  return sql`(select ${orders.id} from ${from} cross join lateral (${isIndexed ? byIndex() : bySorting()} limit ${rows})
    as orders ${isCount ? sql`` : sql`order by ${orderBy(sort, order)}`} limit ${rows})`;

  function byIndex(): SQL {
    const columns = column === lead ? sortColumns(sort) : [lead, ...sortColumns(sort)];
    return sql`select * from ${orders}
      where ${and(sql`${lead} between ${key} and ${key}`, besides, about, behind(sort, after, { column: lead, key }))}
      order by ${orderBy(sort, columns)}`;
  }

  function bySorting(): SQL {
    return sql`select * from ${orders} where ${and(sql`${lead} = ${key}`, besides, about, behind(sort, after))}
      order by ${orderBy(sort, unindexed(sort))}`;
  }
}

/** The same values, but not the columns the index is sorted by. */
function unindexed(sort: OrderSort): SQL[] {
  return sortColumns(sort).map((column) => sql`coalesce(${column}, ${column})`);
}
