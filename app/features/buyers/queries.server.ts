import { and, desc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { readSearchTerms } from "#app/contract/search-terms.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { buyers, buyersNow, customers, orderSums } from "#app/features/orders/sums/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesQuery } from "#app/platform/db/columns.server.ts";
import { type BuyerSort, NAMED_MEMBERS } from "./contract.ts";
import { BOUGHT_OF, type BuyerKind, type BuyerPart } from "./facts.ts";
import { type Listed, orderBy, type Place, after as rowsAfter } from "./sort.server.ts";
import { buyerNotes } from "./tables.server.ts";

const NEWEST = 10;
const NOTES = 200;

/** The contract's buyer. `today` is the day in the shop's time zone. */
const shapeOn = (today: string, from: typeof buyersNow | Listed) => ({
  _id: from.id,
  name: from.name,
  company: from.company,
  country: from.country,
  orders: from.orders,
  pieces: from.pieces,
  value: from.value,
  unpaid: from.unpaid,
  firstOn: from.firstOn,
  lastOn: from.lastOn,
  usualDays: from.usualDays,
  days: sql<string[]>`array(select day::text from unnest(${from.days}) as day where day > ${today}::date - 365)`,
});

/** What a list of buyers is narrowed to. */
export type Asked = { q?: string | undefined; part?: BuyerPart | undefined };

const parts: Record<BuyerPart, (today: string, from: Listed) => SQL> = {
  new: (today, from) => sql`${from.firstOn} >= date_trunc('quarter', ${today}::date)::date`,
  quiet: (today, from) => sql`${from.quietOn} <= ${today}::date`,
  owing: (_, from) => sql`${from.unpaid} > 0`,
};

function matches({ q, part }: Asked, today: string, from: Listed): SQL | undefined {
  return and(q ? matchesTyped(from, q) : undefined, part && parts[part](today, from));
}

/** A company is also found by its members, as accounts and as buyers. */
function matchesTyped(from: Listed, q: string): SQL | undefined {
  const { query } = readSearchTerms(q);
  const own = matchesQuery(from.words, query);
  if (from !== customers) return own;
  const account = sql`search_vector(${users.name} || ' ' || ${users.email})`;
  return or(
    own,
    sql`${customers.id} in (
      select ${companyMembers.companyId} from ${companyMembers} join ${users} on ${users.id} = ${companyMembers.userId}
        where ${matchesQuery(account, query)}
      union all select ${companyMembers.companyId} from ${companyMembers} join ${buyers} on ${buyers.id} = ${companyMembers.userId}
        where ${matchesQuery(buyers.words, query)})`,
  );
}

type Page = Asked & { sort: BuyerSort; rows: number; after: Place | undefined };

/** One page of the buyers with orders, as they were summed last. */
export function listBuyers(db: Db | Tx, today: string, { sort, rows, after, ...asked }: Page) {
  return db
    .select({ ...shapeOn(today, buyers), email: buyers.email })
    .from(buyers)
    .where(and(matches(asked, today, buyers), rowsAfter(sort, after, buyers)))
    .orderBy(orderBy(sort, buyers))
    .limit(rows);
}

/** How many buyers with orders a list is narrowed to. */
export function countBuyers(db: Db | Tx, today: string, asked: Asked): Promise<number> {
  return db.$count(buyers, matches(asked, today, buyers));
}

type Companies = { onlyCompanies?: boolean };

/** One page of companies and, unless they alone are asked for, of the buyers without one. */
export async function listCustomers(
  db: Db | Tx,
  today: string,
  { sort, rows, after, onlyCompanies, ...asked }: Page & Companies,
) {
  const found = await db
    .select({ ...shapeOn(today, customers), email: customers.email, number: customers.number })
    .from(customers)
    .where(and(ofCompanies(onlyCompanies), matches(asked, today, customers), rowsAfter(sort, after, customers)))
    .orderBy(orderBy(sort, customers))
    .limit(rows);
  const members = await nameMembers(
    db,
    found.flatMap(({ _id, number }) => (number === null ? [] : _id)),
  );
  return found.map(({ number, ...row }) => ({
    ...row,
    members: number === null ? null : { number, ...(members.get(row._id) ?? { count: 0, named: [] }) },
  }));
}

/** How many companies, and buyers without one, a list is narrowed to. */
export function countCustomers(
  db: Db | Tx,
  today: string,
  { onlyCompanies, ...asked }: Asked & Companies,
): Promise<number> {
  return db.$count(customers, and(ofCompanies(onlyCompanies), matches(asked, today, customers)));
}

const ofCompanies = (isWanted: boolean | undefined) => (isWanted ? eq(customers.isCompany, true) : undefined);

/** How many members each of these companies has, and the first of them. */
async function nameMembers(db: Db | Tx, ids: readonly string[]) {
  const rank = sql<number>`row_number() over (partition by ${companyMembers.companyId}
    order by ${companyMembers.role} <> 'manager', ${users.name}, ${users.id})`;
  const ranked = db
    .select({
      companyId: companyMembers.companyId,
      _id: users.id,
      name: users.name,
      email: users.email,
      rank: rank.as("rank"),
      count: sql<number>`count(*) over (partition by ${companyMembers.companyId})`.mapWith(Number).as("count"),
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(inArray(companyMembers.companyId, [...ids]), eq(users.role, "buyer")))
    .as("ranked");
  const rows = await db.select().from(ranked).where(lte(ranked.rank, NAMED_MEMBERS)).orderBy(ranked.rank);
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map(
    [...byCompany].map(([companyId, some]) => [
      companyId,
      { count: some[0]?.count ?? 0, named: some.map(({ _id, name, email }) => ({ _id, name, email })) },
    ]),
  );
}

type By = { by?: BuyerKind | undefined };

/** One page of what a list asks for: companies and people without one, or every person. */
export async function listRows(db: Db | Tx, today: string, { by = "company", ...page }: Page & By) {
  if (by === "company") return listCustomers(db, today, page);
  return (await listBuyers(db, today, page)).map((buyer) => ({ ...buyer, members: null }));
}

/** How many a list asks for. */
export function countRows(db: Db | Tx, today: string, { by = "company", ...asked }: Asked & By): Promise<number> {
  return (by === "company" ? countCustomers : countBuyers)(db, today, asked);
}

/** How many of the buyers who went quiet last are considered when the most valuable are chosen. */
const LATELY_QUIET = 200;

/** The most valuable of the buyers who have lately gone quiet: silent for over six weeks and twice as long as usual. */
export function listQuietBuyers(db: Db | Tx, today: string, rows: number) {
  const lately = db
    .select({ id: buyers.id })
    .from(buyers)
    .where(sql`${buyers.quietOn} between ${today}::date - 365 and ${today}::date`)
    .orderBy(desc(buyers.quietOn), desc(buyers.id))
    .limit(LATELY_QUIET);
  return db
    .select({ ...shapeOn(today, buyers), email: buyers.email })
    .from(buyers)
    .where(sql`${buyers.id} in ${lately}`)
    .orderBy(desc(buyers.value), desc(buyers.id))
    .limit(rows);
}

/** A buyer as of now, with what the latest order says about them, and whether the account still exists. */
export async function findBuyer(db: Db | Tx, today: string, id: string) {
  const [found] = await db
    .select({
      ...shapeOn(today, buyersNow),
      email: buyersNow.email,
      hasAccount: sql<boolean>`exists (select from ${users} where ${users.id} = ${id})`,
      openOrders: sql`(select count(*) from ${orders} where ${orders.userId} = ${id}
        and ${orders.review} in ('in-review', 'accepted')
        and not (${orders.shipping} = 'delivered' and ${orders.payment} in ('paid', 'refunded')))`.mapWith(Number),
      phone: buyersNow.phone,
      address: buyersNow.address,
      sheets: sql`(select count(*) from ${orderSheets} where ${orderSheets.userId} = ${id})`.mapWith(Number),
    })
    .from(buyersNow)
    .where(eq(buyersNow.id, id));
  return found;
}

/** The last twelve months, the running one last, those without orders too. */
export async function listMonths(db: Db | Tx, today: string, id: string) {
  const { rows } = await db.execute<{ month: string; orders: number; pieces: number; value: string }>(sql`
    with own as (
      select date_trunc('month', ${orders.createdAt} at time zone ${orderSums.timeZone})::date as month, count(*)::int as orders,
        sum(${orders.orderQuantity})::float8 as pieces, sum(round(${orders.total}, 2)) as value
      from ${orders}, ${orderSums}
      where ${orders.userId} = ${id} and ${orders.review} in ('in-review', 'accepted') group by 1
    )
    select m::date::text as month, coalesce(orders, 0) as orders, coalesce(pieces, 0) as pieces,
      coalesce(value, 0)::numeric(30, 2)::text as value
    from generate_series(date_trunc('month', ${today}::date) - interval '11 months', ${today}::date, interval '1 month') m
    left join own on own.month = m::date order by m`);
  return rows;
}

/** A buyer's newest orders, the newest first, as lists show them. */
export function listNewestOf(db: Db | Tx, id: string) {
  return ordersQuery(db).where(eq(orders.userId, id)).orderBy(desc(orders.id)).limit(NEWEST);
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
    usual: number;
  }>(sql`
    select case when max(t.removed_at) is null then max(t.id::text) end as "trimId",
      (array_agg(o.product_name order by o.id desc))[1] as name, max(t.img) as img, count(*)::int as orders,
      sum(o.order_quantity)::float8 as pieces, sum(round(o.total, 2))::numeric(30, 2)::text as value,
      (array_agg(o.order_quantity order by o.times desc, o.id desc))[1] as usual
    from (
      select *, count(*) over (partition by coalesce(trim_id::text, product_name), order_quantity) as times
      from (select * from ${orders} where ${orders.userId} = ${id} order by ${orders.id} desc limit ${BOUGHT_OF}) latest
      where review in ('in-review', 'accepted')
    ) o
    left join ${trims} t on t.id = o.trim_id
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

/** A buyer's name and e-mail, as on the latest order. */
export async function findBuyerName(db: Db | Tx, id: string) {
  const [found] = await db
    .select({ name: orders.name, email: orders.email })
    .from(orders)
    .where(eq(orders.userId, id))
    .orderBy(desc(orders.id))
    .limit(1);
  return found;
}
