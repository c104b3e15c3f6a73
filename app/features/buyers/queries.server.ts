import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { shape as orderShape } from "#app/features/orders/find/rows.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";
import type { BuyerSort } from "./contract.ts";
import { BOUGHT_OF, type BuyerPart, COUNT_LIMIT } from "./facts.ts";
import { behind, orderBy, type Place } from "./sort.server.ts";
import { buyerDays, buyerNotes, buyers } from "./tables.server.ts";

const NEWEST = 10;
const NOTES = 200;

const hasOrders = gt(buyers.orders, 0);

/** The contract's buyer. `today` is the day in the shop's time zone. */
const shapeOn = (today: string) => ({
  _id: buyers.id,
  name: buyers.name,
  email: buyers.email,
  orders: buyers.orders,
  pieces: buyers.pieces,
  value: buyers.value,
  unpaid: buyers.unpaid,
  firstOn: buyers.firstOn,
  lastOn: buyers.lastOn,
  usualDays: sql<number | null>`case when ${buyers.days} >= 3
    then (${buyers.lastOn} - ${buyers.firstOn}) / (${buyers.days} - 1) end`,
  days: sql<string[]>`(
    select coalesce(jsonb_agg(d.day order by d.day), '[]') from ${buyerDays} d
    where d.buyer_id = ${buyers.id} and d.day > ${today}::date - 365 and d.orders > 0)`,
});

/** What a list of buyers is narrowed to. */
export type Asked = { q: string | undefined; part: BuyerPart | undefined };

/** Each part of the list has an index. */
const parts: Record<BuyerPart, (today: string) => SQL> = {
  new: (today) => sql`${buyers.firstOn} >= date_trunc('quarter', ${today}::date)::date`,
  quiet: (today) => sql`${buyers.quietOn} <= ${today}::date`,
  owing: () => sql`${buyers.unpaid} > 0`,
};

function matches({ q, part }: Asked, today: string): SQL | undefined {
  return and(hasOrders, q ? matchesWords(buyers.words, q) : undefined, part && parts[part](today));
}

type Part = { among: Found | undefined; sort: BuyerSort; rows: number; after: Place | undefined };

/** One page of the buyers with orders, or of those that a search has found. */
export function listBuyers(db: Db | Tx, today: string, { among, sort, rows, after }: Part) {
  return db
    .select(shapeOn(today))
    .from(buyers)
    .where(and(hasOrders, among && within(among, today), behind(sort, after)))
    .orderBy(orderBy(sort))
    .limit(rows);
}

/** How many buyers have orders, or are in a part of the list, up to COUNT_LIMIT + 1. */
export async function countBuyers(db: Db | Tx, today: string, part?: BuyerPart): Promise<number> {
  const some = db
    .select({ id: buyers.id })
    .from(buyers)
    .where(matches({ q: undefined, part }, today))
    .limit(COUNT_LIMIT + 1);
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${some}) as found`);
  return rows[0]?.total ?? 0;
}

/** The buyers with orders that a list is narrowed to: up to COUNT_LIMIT + 1 of them. */
type Found = { asked: Asked; ids: string[] };

/** Undefined when everybody is asked for. */
export async function searchBuyers(db: Db | Tx, today: string, asked: Asked): Promise<Found | undefined> {
  if (!asked.q && !asked.part) return undefined;
  const rows = await db
    .select({ id: buyers.id })
    .from(buyers)
    .where(matches(asked, today))
    .limit(COUNT_LIMIT + 1);
  return { asked, ids: rows.map(({ id }) => id) };
}

/**
 * PostgreSQL cannot estimate how frequent the beginning of a word is, and would find one buyer by walking through all
 * of them, sorted. So a few matches are looked up by id; many are soon found by a short walk.
 */
function within({ asked, ids }: Found, today: string): SQL | undefined {
  return ids.length > COUNT_LIMIT ? matches(asked, today) : inArray(buyers.id, ids);
}

/** How many of the buyers who went quiet last are considered when the most valuable are chosen. */
const LATELY_QUIET = 200;

/** The most valuable of the buyers who have lately gone quiet: silent for over six weeks and twice as long as usual. */
export function listQuietBuyers(db: Db | Tx, today: string, rows: number) {
  const lately = db
    .select({ id: buyers.id })
    .from(buyers)
    .where(and(hasOrders, sql`${buyers.quietOn} between ${today}::date - 365 and ${today}::date`))
    .orderBy(desc(buyers.quietOn), desc(buyers.id))
    .limit(LATELY_QUIET);
  return db
    .select(shapeOn(today))
    .from(buyers)
    .where(sql`${buyers.id} in ${lately}`)
    .orderBy(desc(buyers.value), desc(buyers.id))
    .limit(rows);
}

/** A buyer with what the latest order says about them, and whether the account still exists. */
export async function findBuyer(db: Db | Tx, today: string, id: string) {
  const latest = db
    .select({ phone: orders.phone, address: orders.address })
    .from(orders)
    .where(eq(orders.userId, buyers.id))
    .orderBy(desc(orders.id))
    .limit(1)
    .as("latest");
  const [found] = await db
    .select({
      ...shapeOn(today),
      hasAccount: sql<boolean>`exists (select from ${users} where ${users.id} = ${buyers.id})`,
      openOrders: sql`(select count(*) from ${orders} where ${orders.userId} = ${buyers.id}
        and ${orders.review} in ('in review', 'accepted')
        and not (${orders.shipping} = 'Delivered' and ${orders.payment} in ('Paid', 'Refunded')))`.mapWith(Number),
      phone: latest.phone,
      address: latest.address,
      sheets: sql`(select count(*) from ${orderSheets} where ${orderSheets.userId} = ${buyers.id})`.mapWith(Number),
    })
    .from(buyers)
    .innerJoinLateral(latest, sql`true`)
    .where(eq(buyers.id, id));
  return found;
}

/** The last twelve months, the running one last, those without orders too. */
export async function listMonths(db: Db | Tx, today: string, id: string) {
  const { rows } = await db.execute<{ month: string; orders: number; pieces: number; value: string }>(sql`
    select m::date::text as month, coalesce(sum(d.orders), 0)::int as orders,
      coalesce(sum(d.pieces), 0)::float8 as pieces, coalesce(sum(d.value), 0)::numeric(30, 2)::text as value
    from generate_series(date_trunc('month', ${today}::date) - interval '11 months', ${today}::date, interval '1 month') m
    left join ${buyerDays} d on d.buyer_id = ${id} and d.day >= m and d.day < m + interval '1 month'
    group by m order by m`);
  return rows;
}

/** A buyer's newest orders, the newest first, as lists show them. */
export function listNewestOf(db: Db | Tx, id: string) {
  return db
    .select(orderShape)
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(eq(orders.userId, id))
    .orderBy(desc(orders.id))
    .limit(NEWEST);
}

const BOUGHT = 5;

/** The trims a buyer bought most of, by value, with each order rounded to cents. */
export async function listBoughtMost(db: Db | Tx, id: string) {
  const { rows } = await db.execute<{
    trimId: string | null;
    name: string;
    img: string | null;
    orders: number;
    pieces: number;
    value: string;
  }>(sql`
    select case when max(t.removed_at) is null then max(t.id::text) end as "trimId",
      (array_agg(o.product_name order by o.id desc))[1] as name, max(t.img) as img, count(*)::int as orders,
      sum(o.order_quantity)::float8 as pieces, sum(round(o.total, 2))::numeric(30, 2)::text as value
    from (select * from ${orders} where ${orders.userId} = ${id} order by ${orders.id} desc limit ${BOUGHT_OF}) o
    left join ${trims} t on t.id = o.trim_id
    where o.review in ('in review', 'accepted')
    group by coalesce(o.trim_id::text, o.product_name)
    order by sum(round(o.total, 2)) desc, name
    limit ${BOUGHT}`);
  return rows;
}

/** The latest notes, newest first. */
export function listNotes(db: Db | Tx, id: string) {
  return db
    .select({ _id: buyerNotes.id, at: buyerNotes.createdAt, by: users.name, note: buyerNotes.note })
    .from(buyerNotes)
    .leftJoin(users, eq(users.id, buyerNotes.authorId))
    .where(eq(buyerNotes.buyerId, id))
    .orderBy(desc(buyerNotes.id))
    .limit(NOTES);
}

/** Returns the note's id. */
export async function insertNote(tx: Tx, note: typeof buyerNotes.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(buyerNotes).values(note).returning({ id: buyerNotes.id });
  if (!inserted) throw new Error("the note was not inserted");
  return inserted.id;
}

/** A buyer's name. */
export async function findBuyerName(db: Db | Tx, id: string) {
  const [found] = await db.select({ name: buyers.name, email: buyers.email }).from(buyers).where(eq(buyers.id, id));
  return found;
}
