import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import type { StatusCounts } from "#app/features/orders/find/counts.server.ts";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { hasLeft } from "#app/features/orders/rules.ts";
import { sales } from "#app/features/orders/sums/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Sales } from "./contract.ts";

/** The lists of waiting orders, with the states that each shows. Tests compare them with the list's own tabs. */
const lists = {
  review: { review: "in-review", shipping: ["pending"] },
  produce: { review: "accepted", shipping: ["pending"] },
  pack: { review: "accepted", shipping: ["in-production"] },
  ship: { review: "accepted", shipping: ["packed", "partly-shipped"] },
} as const;

type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[];

/** How many orders each list has, and the day its first was placed. */
export async function countWaiting(db: Db | Tx, counts: StatusCounts, timeZone: string) {
  const places = counts.flatMap(({ count, ...status }) => {
    const name = listNames.find((one) => isIn(lists[one], status));
    return name ? [{ name, count, ...status }] : [];
  });
  // Ids begin with the time.
  const { rows } = await db.execute<{ name: ListName; oldestOn: string }>(sql`
    select place.name, (min(oldest.created_at) at time zone ${timeZone})::date::text as "oldestOn"
    from json_to_recordset(${JSON.stringify(places)}::json) as place(name text, review text, shipping text, payment text)
    cross join lateral (
      select created_at from ${orders} o
      where o.review = place.review and o.shipping = place.shipping and o.payment = place.payment order by o.id limit 1
    ) as oldest
    group by place.name`);
  const oldest = new Map(rows.map(({ name, oldestOn }) => [name, oldestOn]));
  const waiting = listNames.map((name) => {
    const found = places.filter((place) => place.name === name);
    return [name, { orders: found.reduce((sum, { count }) => sum + count, 0), oldestOn: oldest.get(name) ?? null }];
  });
  return Object.fromEntries(waiting) as Record<ListName, { orders: number; oldestOn: string | null }>;
}

const isIn = ({ review, shipping }: (typeof lists)[ListName], status: OrderStatus): boolean =>
  status.review === review && shipping.some((one) => one === status.shipping);

/** The accepted orders without an invoice, and how many of them have shipped. */
export function countToInvoice(counts: StatusCounts): { orders: number; shipped: number } {
  const found = counts.filter(({ review, payment }) => review === "accepted" && payment === "pending");
  const sum = (all: StatusCounts) => all.reduce((total, { count }) => total + count, 0);
  return {
    orders: sum(found),
    shipped: sum(found.filter(hasLeft)),
  };
}

/** What the accepted orders without an invoice come to. */
export async function sumToInvoice(db: Db | Tx): Promise<string> {
  const [found] = await db
    .select({ value: sql<string>`coalesce(sum(round(${orders.total}, 2)), 0)::numeric(30, 2)::text` })
    .from(orders)
    .where(and(eq(orders.review, "accepted"), eq(orders.payment, "pending")));
  return found?.value ?? "0.00";
}

/** The orders that were to be paid before `today`, and what is left to pay of them. */
export async function sumPastDue(db: Db | Tx, today: string) {
  const [found] = await db
    .select({
      orders: sql`count(*)`.mapWith(Number),
      value: sql<string>`coalesce(sum(order_rest(${orders.id}, ${orders.total})), 0)::numeric(30, 2)::text`,
      oldestOn: sql<string | null>`min(${orders.dueOn})::text`,
    })
    .from(orders)
    .where(and(eq(orders.review, "accepted"), eq(orders.payment, "invoiced"), lt(orders.dueOn, today)));
  return found ?? { orders: 0, value: "0.00", oldestOn: null };
}

/**
 * The trims of the catalogue below their mark; a trim that is out of stock is not counted again as below its minimum.
 */
export async function countLowStock(db: Db | Tx) {
  const [found] = await db
    .select({
      trims: sql`count(*)`.mapWith(Number),
      outOfStock: sql`count(*) filter (where ${trims.quantity} = 0)`.mapWith(Number),
      belowMinimum: sql`count(*) filter (where ${trims.quantity} between 1 and ${trims.moq} - 1)`.mapWith(Number),
    })
    .from(trims)
    .where(sql`${trims.isLow} and ${trims.removedAt} is null`);
  return found ?? { trims: 0, outOfStock: 0, belowMinimum: 0 };
}

const NEWEST = 6;

/** The newest orders of a list without what was declined or cancelled. */
export function listNewest(db: Db | Tx) {
  return ordersQuery(db).where(notEnded).orderBy(desc(orders.id)).limit(NEWEST);
}

const WEEKS = 53;

/** The sales of this many weeks, those without any too, the running one last. */
export async function listWeeks(db: Db | Tx, today: string) {
  const { rows } = await db.execute<Sales["weeks"][number]>(sql`
    select w::date::text as week, coalesce(sum(l.orders), 0)::int as orders,
      coalesce(sum(l.pieces), 0)::float8 as pieces, coalesce(sum(l.value), 0)::numeric(30, 2)::text as value,
      coalesce(jsonb_agg(jsonb_build_object('line', nullif(l.line, ''), 'orders', l.orders, 'pieces', l.pieces,
        'value', l.value::text) order by l.line) filter (where l.line is not null), '[]') as lines
    from generate_series(date_trunc('week', ${today}::date) - ${WEEKS - 1}::int * interval '1 week', ${today}::date,
      interval '1 week') w
    left join (
      select week, coalesce(${trims.line}, '') as line, sum(orders) as orders, sum(pieces) as pieces, sum(value) as value
      from ${sales} left join ${trims} on ${trims.id} = ${sales.trimId}
      where week > ${today}::date - ${7 * WEEKS}::int group by 1, 2
    ) as l on l.week = w::date
    group by w order by w`);
  return rows;
}

const BEST = 6;

/** The trims that sold best in the last twelve months with the running one, whether or not they are still offered. */
export async function listBest(db: Db | Tx, today: string) {
  const sold = db
    .select({
      trimId: sales.trimId,
      orders: sql`sum(${sales.orders})`.mapWith(Number).as("orders"),
      pieces: sql`sum(${sales.pieces})`.mapWith(Number).as("pieces"),
      value: sql<string>`sum(${sales.value})`.as("value"),
      place: sql`rank() over (order by sum(${sales.value}) desc, ${sales.trimId})`.mapWith(Number).as("place"),
      placeByPieces: sql`rank() over (order by sum(${sales.pieces}) desc, ${sales.trimId})`
        .mapWith(Number)
        .as("place_by_pieces"),
    })
    .from(sales)
    .where(sql`${sales.month} > date_trunc('month', ${today}::date) - interval '12 months'`)
    .groupBy(sales.trimId)
    .as("sold");
  const rows = await db
    .select({
      trimId: trims.id,
      number: trims.number,
      name: trims.name,
      img: trims.img,
      isOffered: sql<boolean>`${trims.removedAt} is null`,
      orders: sold.orders,
      pieces: sold.pieces,
      value: sold.value,
      place: sold.place,
      placeByPieces: sold.placeByPieces,
    })
    .from(sold)
    .innerJoin(trims, eq(trims.id, sold.trimId))
    .where(and(sql`least(${sold.place}, ${sold.placeByPieces}) <= ${BEST}`));
  const first = (key: "place" | "placeByPieces") =>
    rows
      .filter((row) => row[key] <= BEST)
      .sort((a, b) => a[key] - b[key])
      .map(({ place: _, placeByPieces: __, ...row }) => row);
  return { byValue: first("place"), byPieces: first("placeByPieces") };
}
