import { and, asc, eq, getTableColumns, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { IdOrNumber } from "#app/contract/id.ts";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import type { TrimChange, TrimInput } from "./changes.contract.ts";
import type { Family, Trim } from "./contract.ts";
import type { Facts } from "./facts.contract.ts";
import {
  families,
  lowStockNotified,
  priceBreaks,
  stockMovements,
  trimOrders,
  trims,
  watches,
} from "./tables.server.ts";

const { words: _words, isLow: _isLow, ...shownColumns } = getTableColumns(trims);
const { id: _id, createdAt: _, removedAt, colour, colourShade, colourHex, ...others } = shownColumns;
const { sizeText, sizeMm, sizeMmHeight, ...plain } = others;

const ownBreaks = sql<Trim["priceBreaks"]>`(
  select coalesce(jsonb_agg(jsonb_build_object('from', b."from", 'price', b.price::text) order by b."from"), '[]')
  from ${priceBreaks} b where b.trim_id = ${trims.id})`;

/** The contract's trim: columns under their own names, except colour and size, which the API sends as objects. */
export const shape = {
  _id,
  ...plain,
  priceBreaks: ownBreaks,
  colour: whole<Facts["colour"]>({ name: colour, shade: colourShade, hex: colourHex }),
  size: whole<Facts["size"]>({ text: sizeText, mm: sizeMm, mmHeight: sizeMmHeight }),
} satisfies Record<keyof Trim, PgColumn | SQL>;

/** In the catalogue. */
export const offered = isNull(removedAt);

/** By its id or its article number. */
export async function findTrim(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [found] = await db
    .select(shape)
    .from(trims)
    .where(and(isNamed(trims, idOrNumber), offered));
  return found;
}

const MOST_RELATIVES = 60;

/** The other trims of this one's family, by article number. */
export async function listRelatives(db: Db | Tx, { _id, family }: Pick<Trim, "_id" | "family">) {
  if (!family) return [];
  return db
    .select(shape)
    .from(trims)
    .where(and(eq(trims.family, family), ne(trims.id, _id), offered))
    .orderBy(asc(trims.number))
    .limit(MOST_RELATIVES);
}

/** The family of this slug, if there is one. */
export async function findFamily(db: Db | Tx, slug: string | null) {
  if (!slug) return undefined;
  const [found] = await db.select().from(families).where(eq(families.slug, slug));
  return found;
}

/** Describes families; what is there already stays as it is. */
export async function insertFamilies(tx: Tx, described: Family[]): Promise<void> {
  await tx.insert(families).values(described).onConflictDoNothing();
}

/** These trims in any order, including those that have left the catalogue, with the time at which they did. */
export async function listTrimsById(db: Db | Tx, ids: string[]) {
  return db
    .select({ ...shape, removedAt: trims.removedAt })
    .from(trims)
    .where(inArray(trims.id, ids));
}

/** The trims that have one of these numbers or names, regardless of case. */
export async function findNamedTrims(db: Db | Tx, wanted: readonly { number: number | undefined; name: string }[]) {
  const numbers = wanted.flatMap(({ number }) => number ?? []);
  const names = sql`(select lower(name) from json_array_elements_text(${JSON.stringify(wanted.map(({ name }) => name))}::json) as name)`;
  return db
    .select(shape)
    .from(trims)
    .where(and(offered, or(inArray(trims.number, numbers), sql`lower(${trims.name}) in ${names}`)));
}

/** The trim, locked with its breaks until the transaction ends. Read after the lock: before it, breaks may change. */
export async function lockTrim(tx: Tx, id: string) {
  await tx
    .select({ id: trims.id })
    .from(trims)
    .where(and(eq(trims.id, id), offered))
    .for("no key update");
  return findTrim(tx, id);
}

type NewTrim = TrimInput & { description: string; alt: string; number?: number };
type Changes = Omit<TrimChange, "restock" | "why" | "was">;

/** Returns its id, or undefined when the name is taken. Its first quantity becomes the first stock movement. */
export async function insertTrim(tx: Tx, trim: NewTrim, email: string | null): Promise<string | undefined> {
  const [inserted] = await tx
    .insert(trims)
    .values(toColumns(trim))
    .onConflictDoNothing()
    .returning({ id: trims.id, number: trims.number });
  if (!inserted) return undefined;
  await startCountingOrders(tx, [inserted]);
  const movement = { trimId: inserted.id, email, delta: trim.quantity, why: "first stock" };
  await tx.insert(stockMovements).values(movement);
  await insertBreaks(tx, inserted.id, trim.priceBreaks ?? []);
  return inserted.id;
}

/** Lets new trims appear in a list that is sorted by how often each was ordered. */
export async function startCountingOrders(
  db: Db | Tx,
  added: readonly { id: string; number: number }[],
): Promise<void> {
  await db.insert(trimOrders).values(added.map(({ id, number }) => ({ trimId: id, number, orders: 0 })));
}

/** Changes a trim and, if they are among the fields, all its price breaks. Another trim's name violates the index. */
export async function updateTrim(tx: Tx, id: string, { priceBreaks: breaks, ...fields }: Changes): Promise<void> {
  if (Object.keys(fields).length > 0) {
    await tx.update(trims).set(toColumns(fields)).where(eq(trims.id, id));
    await forgetLowStock(tx, [id]);
  }
  if (!breaks) return;
  await tx.delete(priceBreaks).where(eq(priceBreaks.trimId, id));
  await insertBreaks(tx, id, breaks);
}

async function insertBreaks(tx: Tx, trimId: string, breaks: Trim["priceBreaks"]): Promise<void> {
  if (breaks.length > 0) await tx.insert(priceBreaks).values(breaks.map((step) => ({ trimId, ...step })));
}

/**
 * Forgets that admins were told of the low stock of those trims that have enough again, so that they are told when it
 * falls again. To be called wherever a stock rises or a mark changes.
 */
export async function forgetLowStock(tx: Tx, trimIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from ${lowStockNotified} using ${trims}
    where ${inArray(lowStockNotified.trimId, [...trimIds])} and ${trims.id} = ${lowStockNotified.trimId}
      and not ${trims.isLow}`);
}

/** Records pieces that were added or removed by hand. */
export async function insertMovement(tx: Tx, movement: typeof stockMovements.$inferInsert): Promise<void> {
  await tx.insert(stockMovements).values(movement);
}

/** Takes a trim out of the catalogue: of two calls at once, one succeeds and the other finds nothing. */
export async function removeTrim(tx: Tx, id: string) {
  const { _id: _, ...fields } = shape;
  const [gone] = await tx
    .update(trims)
    .set({ removedAt: sql`now()` })
    .where(and(eq(trims.id, id), offered))
    .returning({ id: trims.id, ...fields });
  return gone;
}

/** The trim's stock at this moment. */
export async function findStock(db: Db, id: string) {
  const [found] = await selectStock(db, id);
  return found;
}

/** The trim's stock, which cannot change until the transaction ends. */
export async function holdStock(tx: Tx, id: string) {
  const [found] = await selectStock(tx, id).for("share");
  return found;
}

function selectStock(db: Db | Tx, id: string) {
  return db
    .select({ quantity: trims.quantity, moq: trims.moq })
    .from(trims)
    .where(and(eq(trims.id, id), offered));
}

type Watch = { trimId: string; userId: string };

/** Whether this person waits for the trim. */
export async function hasWatch(db: Db, { trimId, userId }: Watch): Promise<boolean> {
  const found = await db
    .select({ id: watches.id })
    .from(watches)
    .where(and(eq(watches.trimId, trimId), eq(watches.userId, userId)));
  return found.length > 0;
}

/** Asking twice is asking once. */
export async function insertWatch(tx: Tx, watch: Watch): Promise<void> {
  await tx.insert(watches).values(watch).onConflictDoNothing();
}

/** Returns how many watches ended: 0 or 1. */
export async function deleteWatch(db: Db, { trimId, userId }: Watch): Promise<number> {
  const { rowCount } = await db.delete(watches).where(and(eq(watches.trimId, trimId), eq(watches.userId, userId)));
  return rowCount ?? 0;
}

export type EndedWatch = {
  id: string;
  person: string;
  email: string;
  isVerified: boolean;
  name: string;
  number: number;
  quantity: number;
  moq: number;
};

/** Ends all watches of those trims whose minimum order is in stock: of two simultaneous transactions, one gets them. */
export async function takeWatches(tx: Tx, trimIds: readonly string[]): Promise<EndedWatch[]> {
  const { rows } = await tx.execute<EndedWatch>(sql`
    delete from ${watches} using ${trims}, ${users}
    where ${inArray(watches.trimId, [...trimIds])} and ${trims.id} = ${watches.trimId} and ${users.id} = ${watches.userId}
      and ${trims.quantity} >= ${trims.moq} and ${trims.removedAt} is null
    returning ${watches.id} as id, ${users.name} as person, ${users.email} as email,
      ${users.emailVerified} as "isVerified", ${trims.name} as name, ${trims.number} as number,
      ${trims.quantity} as quantity, ${trims.moq} as moq`);
  return rows;
}

/** The parts of a fact that is known entirely or not at all. */
function whole<Fact>(parts: Record<string, PgColumn>) {
  const pairs = Object.entries(parts).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  const known = sql.join(Object.values(parts), sql`, `);
  return sql<Fact>`case when num_nonnulls(${known}) > 0 then jsonb_build_object(${sql.join(pairs, sql`, `)}) end`;
}

/** A trim as stored in its row; omitted fields stay unchanged. */
export function toColumns<Fields extends Pick<Partial<Facts>, "colour" | "size">>({ colour, size, ...fields }: Fields) {
  return {
    ...fields,
    ...(colour !== undefined && {
      colour: colour?.name ?? null,
      colourShade: colour?.shade ?? null,
      colourHex: colour?.hex ?? null,
    }),
    ...(size !== undefined && {
      sizeText: size?.text ?? null,
      sizeMm: size?.mm ?? null,
      sizeMmHeight: size?.mmHeight ?? null,
    }),
  };
}
