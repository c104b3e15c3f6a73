import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Claim } from "#app/features/orders/claims.contract.ts";
import type { ClaimState } from "#app/features/orders/facts.ts";
import { ERASED, orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { claimPictures, claims } from "./tables.server.ts";

export type ClaimRow = typeof claims.$inferSelect;

/** Writes a claim. Returns its id. */
export async function insertClaim(tx: Tx, values: typeof claims.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(claims).values(values).returning({ id: claims.id });
  if (!inserted) throw new Error("the claim was not inserted");
  return inserted.id;
}

export async function findClaim(db: Db | Tx, id: string): Promise<ClaimRow | undefined> {
  const [found] = await db.select().from(claims).where(eq(claims.id, id));
  return found;
}

/** A claim, locked until `tx` ends, so that it is settled once. */
export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  const [found] = await tx.select().from(claims).where(eq(claims.id, id)).for("no key update");
  return found;
}

type Settled = Pick<ClaimRow, "state" | "settledBy"> &
  Partial<Pick<ClaimRow, "gets" | "reason" | "creditNote" | "replacementId">>;

/** Writes what became of a claim. Its caller holds the row. */
export async function updateClaim(tx: Tx, id: string, settled: Settled): Promise<void> {
  await tx
    .update(claims)
    .set({ ...settled, settledAt: sql`now()` })
    .where(eq(claims.id, id));
}

/** The claims of an order, as `mostClaimed` reads them. */
export function listPieces(db: Db | Tx, orderId: string) {
  return db.select({ state: claims.state, pieces: claims.pieces }).from(claims).where(eq(claims.orderId, orderId));
}

/** When an order was last shipped, and when it was delivered, if it still is. */
export async function findShipped(db: Db | Tx, orderId: string) {
  const [found] = await db
    .select({
      shippedAt: sql<
        string | null
      >`max(${orderEvents.createdAt}) filter (where ${orderEvents.to} in ('partly-shipped', 'shipped'))`,
      deliveredAt: sql<string | null>`max(${orderEvents.createdAt}) filter (where ${orderEvents.to} = 'delivered')`,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.track, "shipping")));
  return found;
}

type Page = { readerId: string; limit?: number; after?: string | undefined };

/** Claims, the newest first, older than `after`; one more than `limit`, if there is one. */
export async function listClaims(
  db: Db | Tx,
  of: { orderId?: string; state?: ClaimState | undefined },
  { readerId, limit, after }: Page,
): Promise<Claim[]> {
  const replacing = alias(orders, "replacing");
  const listed = db
    .select({
      _id: claims.id,
      at: claims.createdAt,
      order: orders.number,
      productName: orders.productName,
      unitPrice: orders.unitPrice,
      kind: claims.kind,
      pieces: claims.pieces,
      wants: claims.wants,
      words: claims.words,
      state: claims.state,
      gets: claims.gets,
      reason: claims.reason,
      creditNote: claims.creditNote,
      replacement: replacing.number,
      settledAt: claims.settledAt,
      pictures: sql<string[]>`array(select id from ${claimPictures} where claim_id = ${claims.id} order by id)`,
      buyer: sql<string>`coalesce(${orders.company}, ${orders.name})`,
      isMine: sql<boolean>`${claims.authorId} = ${readerId}`,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .leftJoin(replacing, eq(replacing.id, claims.replacementId))
    .where(and(matching(of), after ? lt(claims.id, after) : undefined))
    .orderBy(desc(claims.id));
  return limit === undefined ? listed : listed.limit(limit + 1);
}

/** How many claims there are. */
export function countClaims(db: Db, state: ClaimState | undefined): Promise<number> {
  return db.$count(claims, matching({ state }));
}

function matching({ orderId, state }: { orderId?: string; state?: ClaimState | undefined }): SQL | undefined {
  return and(
    orderId === undefined ? undefined : eq(claims.orderId, orderId),
    state === undefined ? undefined : eq(claims.state, state),
  );
}

export function countPictures(tx: Tx, claimId: string): Promise<number> {
  return tx.$count(claimPictures, eq(claimPictures.claimId, claimId));
}

/** Adds a picture to a claim. Returns its id. */
export async function insertPicture(tx: Tx, claimId: string, bytes: Uint8Array): Promise<string> {
  const [inserted] = await tx.insert(claimPictures).values({ claimId, bytes }).returning({ id: claimPictures.id });
  if (!inserted) throw new Error("the picture was not inserted");
  return inserted.id;
}

export async function findPicture(db: Db, claimId: string, id: string): Promise<Uint8Array | undefined> {
  const [found] = await db
    .select({ bytes: claimPictures.bytes })
    .from(claimPictures)
    .where(and(eq(claimPictures.claimId, claimId), eq(claimPictures.id, id)));
  return found?.bytes;
}

/** What was claimed about a buyer's orders, for their own data, oldest first, behind `after`. */
export function listClaimsOf(db: Db, buyerId: string, rows: number, after: string | undefined) {
  return db
    .select({
      _id: claims.id,
      at: claims.createdAt,
      order: orders.number,
      kind: claims.kind,
      pieces: claims.pieces,
      wants: claims.wants,
      words: claims.words,
      state: claims.state,
      gets: claims.gets,
      reason: claims.reason,
      creditNote: claims.creditNote,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .where(and(eq(claims.buyerId, buyerId), after ? sql`${claims.id} > ${after}` : undefined))
    .orderBy(claims.id)
    .limit(rows);
}

/** Erases the words and pictures of these buyers' claims. Returns how many claims had words. */
export async function eraseClaims(tx: Tx, buyerIds: readonly string[]): Promise<number> {
  const theirs = inArray(claims.buyerId, [...buyerIds]);
  const own = tx.select({ id: claims.id }).from(claims).where(theirs);
  await tx.delete(claimPictures).where(inArray(claimPictures.claimId, own));
  const { rowCount } = await tx
    .update(claims)
    .set({ words: ERASED, reason: sql`case when ${claims.reason} is not null then ${ERASED} end` })
    .where(and(theirs, sql`${claims.words} <> ${ERASED}`));
  return rowCount ?? 0;
}
