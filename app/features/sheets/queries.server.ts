import { and, desc, eq, exists, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { findMembership, findTerms, listAddresses } from "#app/features/companies/queries.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { type Buyers, notEnded, ofBuyers } from "#app/features/orders/find/filter.server.ts";
import { sheetWays } from "#app/features/orders/find/named.server.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { matchesTyped } from "#app/features/orders/find/search.server.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import type { BuyerDelivery } from "./contract.ts";
import type { DraftOf } from "./draft/draft.server.ts";
import { orderDrafts, pendingSheetNotifications } from "./tables.server.ts";

/** What the orders of a sheet have in common, and their sums. */
export type NewSheet = Omit<typeof orderSheets.$inferInsert, "id" | "number" | "createdAt">;

/** Returns id and number of the sheet, whose orders are written next. */
export async function insertSheet(tx: Tx, sheet: NewSheet): Promise<{ id: string; number: number }> {
  const [inserted] = await tx
    .insert(orderSheets)
    .values(sheet)
    .returning({ id: orderSheets.id, number: orderSheets.number });
  if (!inserted) throw new Error("the sheet was not inserted");
  return inserted;
}

/** Leaves the mails of a sheet to be written. They are sent if, and only if, the transaction commits. */
export async function queueNotification(
  tx: Tx,
  sheetId: string,
  { isVerified }: { isVerified: boolean },
): Promise<void> {
  await tx.insert(pendingSheetNotifications).values({ sheetId, isVerified });
}

/** Deletes a draft if this is its version, or none is given. */
export async function deleteDraft(tx: Tx, { userId, forId }: DraftOf, version?: string): Promise<void> {
  const ofVersion = version === undefined ? undefined : sql`${orderDrafts.version}::text = ${version}`;
  const isOf = and(eq(orderDrafts.userId, userId), eq(orderDrafts.forId, forId));
  await tx.delete(orderDrafts).where(and(isOf, ofVersion));
}

/** The contract's sheet, without its orders. */
export const shape = {
  _id: orderSheets.id,
  number: orderSheets.number,
  name: orderSheets.name,
  email: orderSheets.email,
  phone: orderSheets.phone,
  address: orderSheets.address,
  companyId: orderSheets.companyId,
  company: orderSheets.company,
  country: orderSheets.country,
  shipTo: orderSheets.shipTo,
  poNumber: orderSheets.poNumber,
  wantedOn: orderSheets.wantedOn,
  note: orderSheets.note,
  enteredBy: orderSheets.enteredBy,
  createdAt: orderSheets.createdAt,
  version: orderSheets.version,
  lines: orderSheets.lines,
  pieces: orderSheets.pieces,
  total: orderSheets.total,
};

/** A sheet by its id or number, and its buyer. */
export async function findSheet(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [found] = await db
    .select({
      ...shape,
      userId: orderSheets.userId,
      isBuyerGone: sql<boolean>`not exists (select from ${users} where ${users.id} = ${orderSheets.userId})`,
    })
    .from(orderSheets)
    .where(isNamed(orderSheets, idOrNumber));
  return found;
}

/** The orders of a sheet in the order of its lines, wherever they stand. */
export function listOrdersOf(db: Db | Tx, sheetId: string) {
  return ordersQuery(db).where(eq(orders.sheetId, sheetId)).orderBy(orders.number);
}

/** As many sheets with the same PO number as anybody is told of. */
const MOST_USED = 3;

/** The latest sheets of a buyer, or of their company, with this PO number and an order that was not declined or cancelled. */
export async function listUsedPo(db: Db, buyerId: string, poNumber: string) {
  const membership = await findMembership(db, buyerId);
  const isTheirs = membership
    ? eq(orderSheets.companyId, membership.companyId)
    : and(eq(orderSheets.userId, buyerId), isNull(orderSheets.companyId));
  const counted = db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.sheetId, orderSheets.id), notEnded));
  return db
    .select({ number: orderSheets.number, createdAt: orderSheets.createdAt })
    .from(orderSheets)
    .where(and(sql`lower(${orderSheets.poNumber}) = lower(${poNumber})`, isTheirs, exists(counted)))
    .orderBy(desc(orderSheets.id))
    .limit(MOST_USED);
}

/** Searches are counted up to this limit. */
export const COUNT_LIMIT = 1000;

/** Which sheets: whose, and what they are searched for. */
export type SheetFilter = Buyers & { q?: string | undefined };

/**
 * Newest first, older than the sheet `after`; one row more than `limit` if there is one. And how many match, up to
 * COUNT_LIMIT + 1.
 */
export function listSheets(db: Db | Tx, filter: SheetFilter, { limit, after }: { limit: number; after?: string }) {
  const found = db
    .select({ id: orderSheets.id })
    .from(orderSheets)
    .where(matching(filter))
    .limit(COUNT_LIMIT + 1)
    .as("found");
  const counted = db.$count(found);
  const page = db
    .select({ ...shape, counted })
    .from(orderSheets)
    .where(and(matching(filter), after ? lt(orderSheets.id, after) : undefined))
    .orderBy(desc(orderSheets.id))
    .limit(limit + 1);
  return withTotal(page, after, () => counted);
}

function matching({ q, ...buyers }: SheetFilter): SQL | undefined {
  return and(ofBuyers(buyers, orderSheets), q ? or(matchesTyped(orderSheets, q), ...sheetWays(q)) : undefined);
}

/** Whoever may order and has an account; members of staff are no buyers. */
export async function findBuyer(db: Db | Tx, id: string) {
  const [found] = await db
    .select({ id: users.id, name: users.name, email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "buyer")));
  return found;
}

const ORDERS_READ = 50;
const MOST_ADDRESSES = 3;

/** The contract's delivery of a buyer, from their latest orders and their profile. */
export async function findBuyerDelivery(
  db: Db,
  billing: Pick<Billing, "sumCreditUsed">,
  id: string,
): Promise<BuyerDelivery | undefined> {
  const buyer = await findBuyer(db, id);
  if (!buyer) return undefined;
  const [latest, [profile], membership] = await Promise.all([
    db
      .select({ address: orders.address, shipTo: orders.shipTo, phone: orders.phone, usedAt: orders.createdAt })
      .from(orders)
      .where(eq(orders.userId, id))
      .orderBy(desc(orders.id))
      .limit(ORDERS_READ),
    db.select().from(profiles).where(eq(profiles.userId, id)),
    findMembership(db, id),
  ]);
  const [book, credit] = membership
    ? await Promise.all([listAddresses(db, membership.companyId), readCredit(db, billing, membership.companyId)])
    : [null, null];
  const addresses = new Map<string, BuyerDelivery["addresses"][number]>();
  for (const { phone: _, ...used } of latest) if (!addresses.has(used.address)) addresses.set(used.address, used);
  return {
    ...{ _id: id, name: buyer.name, email: buyer.email, phone: latest[0]?.phone ?? profile?.phone ?? null },
    ...{
      company: membership?.company ?? profile?.company ?? null,
      country: membership?.country ?? profile?.country ?? null,
    },
    addresses: [...addresses.values()].slice(0, MOST_ADDRESSES),
    ...{ book, credit },
  };
}

async function readCredit(db: Db, billing: Pick<Billing, "sumCreditUsed">, companyId: string) {
  const [terms, used] = await Promise.all([findTerms(db, companyId), billing.sumCreditUsed(db, companyId)]);
  return { limit: terms?.creditLimit ?? null, ...used };
}
