import { and, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderSort } from "./contract.ts";
import { hasWords, type Names, nameWays, type Sources } from "./search.server.ts";
import { behind, orderBy, type Place, sortColumns } from "./sort.server.ts";
import { orders } from "./tables.server.ts";

/** This many rows of a list sorted by `sort`, after a given place. */
export type Part = { sort: OrderSort; rows: number; after: Place | undefined };

/**
 * How many rows a page costs: by walking the list, if matches are spread evenly (`walked`), and by reading the sources
 * (`gathered`).
 */
export function weigh({ items, buyers, partly, total }: Sources, { sort, rows }: Part) {
  const [column] = sortColumns(sort);
  const read = ({ names, count, orders: all }: Names, lead: AnyPgColumn) => {
    if (names === null) return Number.POSITIVE_INFINITY;
    if (column === lead) return Math.min(all, rows);
    return column === orders.id ? Math.min(all, count * rows) : all;
  };
  const expected = Math.max(1, items.orders + buyers.orders + partly.orders);
  return {
    walked: Math.ceil((rows * total) / expected),
    gathered: read(items, orders.productName) + read(buyers, orders.email) + read(partly, orders.email),
  };
}

/** The ids from the sources, the first of each kind for the page; any of them for a count. */
export function gatherIds({ items, buyers, partly }: Sources, q: string, part: Part, isCount = false): SQL {
  const item = { lead: orders.productName, key: sql`source.name` };
  const buyer = { lead: orders.email, key: sql`source.email`, besides: sql`${orders.name} = source.name` };
  const all = [
    fromSource({ ...item, names: items }, part, isCount),
    fromSource({ ...buyer, names: buyers }, part, isCount),
    fromSource({ ...buyer, names: partly, besides: sql`${buyer.besides} and ${hasWords(q)}` }, part, isCount),
    sql`(select ${orders.id} from ${orders} where ${and(or(...nameWays(q)) ?? sql`false`, behind(part.sort, part.after))}
      order by ${orderBy(part.sort, unindexed(part.sort))} limit ${part.rows})`,
  ];
  return sql.join(all, sql` union `);
}

type Source = { names: Names; lead: AnyPgColumn; key: SQL; besides?: SQL };

/**
 * The indexes of items and buyers keep each name's orders by time. Sorted by time or by name, few rows are read per
 * name; `between` keeps PostgreSQL on that index. Any other sorting reads all of them.
 */
function fromSource({ names, lead, key, besides }: Source, { sort, rows, after }: Part, isCount: boolean): SQL {
  const source = sql`json_to_recordset(${JSON.stringify(names.names ?? [])}::json) as source(email text, name text)`;
  const [column] = sortColumns(sort);
  const [from, order, ofOne] =
    column === lead
      ? [sql`(select * from ${source} order by ${orderBy(sort, [key])}) as source`, [key, orders.id], byIndex()]
      : [source, sortColumns(sort), column === orders.id ? byIndex() : bySorting()];
  return sql`(select ${orders.id} from ${from} cross join lateral (${ofOne} limit ${rows}) as orders
    ${isCount ? sql`` : sql`order by ${orderBy(sort, order)}`} limit ${rows})`;

  function byIndex(): SQL {
    const place = after && { id: after.id, key: column === lead ? after.key : key };
    return sql`select * from ${orders}
      where ${and(sql`${lead} between ${key} and ${key}`, besides, behind(sort, place, lead))}
      order by ${orderBy(sort, [lead, orders.id])}`;
  }

  function bySorting(): SQL {
    return sql`select * from ${orders} where ${and(sql`${lead} = ${key}`, besides, behind(sort, after))}
      order by ${orderBy(sort, unindexed(sort))}`;
  }
}

/** The same values, but not the columns the index is sorted by. */
function unindexed(sort: OrderSort): SQL[] {
  return sortColumns(sort).map((column) => sql`coalesce(${column}, ${column})`);
}
