import { createHash } from "node:crypto";
import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { toCents } from "#app/contract/money.ts";
import { companies, companyAddresses } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { charges } from "#app/features/orders/charges/tables.server.ts";
import { heldPieces } from "#app/features/orders/deliveries/pieces.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { listBilled, Unbilled } from "./rules.ts";
import {
  type creditNoteCounters,
  creditNotes,
  invoiceCounters,
  invoicedCharges,
  invoicedOrders,
  invoices,
  printedInvoices,
} from "./tables.server.ts";

/** What a document can be of. */
export type Of = "order" | "sheet";

/** An order placed alone, or one of a sheet, with the profile of its buyer. */
export async function findOrder(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [found] = await selectOrders(db, isNamed(orders, idOrNumber));
  return found;
}

export type Source = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Those of these orders that exist, by number. */
export function listOrders(db: Db, numbers: readonly number[]): Promise<Source[]> {
  return selectOrders(db, inArray(orders.number, [...numbers]));
}

/** The address that the company wants on invoices; null if it names none. */
const billTo = {
  street: companyAddresses.street,
  postcode: companyAddresses.postcode,
  town: companyAddresses.town,
  country: companyAddresses.country,
};
const isBillTo = and(eq(companyAddresses.companyId, companies.id), companyAddresses.isForInvoices);

function selectOrders(db: Db | Tx, condition: SQL) {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      version: orders.version,
      userId: orders.userId,
      companyId: orders.companyId,
      createdAt: orders.createdAt,
      name: orders.name,
      email: orders.email,
      phone: orders.phone,
      address: orders.address,
      company: sql<string | null>`coalesce(${orders.company}, ${orderSheets.company}, ${profiles.company})`,
      country: sql<
        string | null
      >`coalesce(${orders.shipTo} ->> 'country', ${orderSheets.country}, ${profiles.country})`,
      shipTo: orders.shipTo,
      billTo,
      poNumber: orders.poNumber,
      wantedOn: orders.wantedOn,
      taxNumber: companies.taxNumber,
      isBuyerGone: sql<boolean>`not exists (select from ${users} where ${users.id} = ${orders.userId})`,
      note: sql<string | null>`null`,
      sheetId: orders.sheetId,
    })
    .from(orders)
    .leftJoin(orderSheets, eq(orderSheets.id, orders.sheetId))
    .leftJoin(profiles, eq(profiles.userId, orders.userId))
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(companyAddresses, isBillTo)
    .where(condition)
    .orderBy(orders.number);
}

/** What a sheet's documents say of it, by its id or number. */
export async function findSheet(db: Db | Tx, idOrNumber: IdOrNumber): Promise<Source | undefined> {
  const [found] = await selectSheets(db, isNamed(orderSheets, idOrNumber));
  return found;
}

/** As `findSheet`, for several at once, in no order. */
export function listSheets(db: Db, ids: readonly string[]): Promise<Source[]> {
  return selectSheets(db, inArray(orderSheets.id, [...ids]));
}

function selectSheets(db: Db | Tx, condition: SQL) {
  return db
    .select({
      id: orderSheets.id,
      number: orderSheets.number,
      version: orderSheets.version,
      userId: orderSheets.userId,
      companyId: orderSheets.companyId,
      createdAt: orderSheets.createdAt,
      name: orderSheets.name,
      email: orderSheets.email,
      phone: orderSheets.phone,
      address: orderSheets.address,
      company: orderSheets.company,
      country: orderSheets.country,
      shipTo: orderSheets.shipTo,
      billTo,
      poNumber: orderSheets.poNumber,
      wantedOn: orderSheets.wantedOn,
      taxNumber: companies.taxNumber,
      isBuyerGone: sql<boolean>`not exists (select from ${users} where ${users.id} = ${orderSheets.userId})`,
      note: orderSheets.note,
      sheetId: orderSheets.id,
    })
    .from(orderSheets)
    .leftJoin(companies, eq(companies.id, orderSheets.companyId))
    .leftJoin(companyAddresses, isBillTo)
    .where(condition);
}

/** The lines of an order or sheet, or the orders with these ids, in the order in which they were placed. */
export function listLines(db: Db | Tx, where: { of: Of; id: string } | { ids: readonly string[] }) {
  const condition =
    "ids" in where
      ? inArray(orders.id, [...where.ids])
      : eq(where.of === "order" ? orders.id : orders.sheetId, where.id);
  return selectLines(db, condition);
}

function selectLines(db: Db | Tx, condition: SQL) {
  return db
    .select({
      id: orders.id,
      sheetId: orders.sheetId,
      order: orders.number,
      article: trims.number,
      item: orders.productName,
      line: trims.line,
      pieces: orders.orderQuantity,
      /** What it is billed for: all of an open order, and of a closed one what was delivered. */
      billed: heldPieces().mapWith(Number),
      packingUnit: trims.packingUnit,
      unitPrice: orders.unitPrice,
      total: orders.total,
      review: orders.review,
      shipping: orders.shipping,
      payment: orders.payment,
      depositPercent: orders.depositPercent,
      carrier: orders.carrier,
      trackingNumber: orders.trackingNumber,
      dueOn: orders.dueOn,
    })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(condition)
    .orderBy(orders.number);
}

export type SourceLine = Awaited<ReturnType<typeof listLines>>[number];

const oneOf = (column: typeof orders.id | typeof orders.sheetId | typeof orderSheets.id) =>
  sql`${column} = any(${sql.placeholder("ids")}::uuid[])`;
const readSources = {
  order: prepared("documents_orders", (db) => selectOrders(db, oneOf(orders.id))),
  sheet: prepared("documents_sheets", (db) => selectSheets(db, oneOf(orderSheets.id))),
};
const readLines = {
  order: prepared("documents_order_lines", (db) => selectLines(db, oneOf(orders.id))),
  sheet: prepared("documents_sheet_lines", (db) => selectLines(db, oneOf(orders.sheetId))),
};

/** The orders or sheets with these ids, each with its lines, by two statements that are planned once. */
export async function listWithLines(
  db: Db,
  of: Of,
  ids: readonly string[],
): Promise<(Source & { lines: SourceLine[] })[]> {
  if (ids.length === 0) return [];
  const [sources, lines] = await Promise.all([readSources[of](db, { ids }), readLines[of](db, { ids })]);
  const linesOf = Map.groupBy(lines, (line) => (of === "order" ? line.id : line.sheetId));
  return sources.map((source) => ({ ...source, lines: linesOf.get(source.id) ?? [] }));
}

/** The invoice of an order, or the latest of a sheet. */
export async function findInvoice(db: Db | Tx, of: Of, id: string) {
  const [found] = await db
    .select({ id: invoices.id, number: invoices.number, content: invoices.content, sha256: invoices.sha256 })
    .from(invoices)
    .leftJoin(invoicedOrders, eq(invoicedOrders.invoiceId, invoices.id))
    .where(of === "order" ? eq(invoicedOrders.orderId, id) : eq(invoices.sheetId, id))
    .orderBy(desc(invoices.year), desc(invoices.serial))
    .limit(1);
  return found;
}

export type Invoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** An invoice by its number or id, with whose it is and where they are. */
export async function findNamedInvoice(db: Db | Tx, name: string) {
  const [found] = await db
    .select({
      id: invoices.id,
      number: invoices.number,
      content: invoices.content,
      sha256: invoices.sha256,
      userId: orders.userId,
      companyId: orders.companyId,
      country: sql<string | null>`coalesce(${orderSheets.country}, ${profiles.country})`,
    })
    .from(invoices)
    .innerJoin(invoicedOrders, eq(invoicedOrders.invoiceId, invoices.id))
    .innerJoin(orders, eq(orders.id, invoicedOrders.orderId))
    .leftJoin(orderSheets, eq(orderSheets.id, orders.sheetId))
    .leftJoin(profiles, eq(profiles.userId, orders.userId))
    .where(/^\d{4}-\d{5,9}$/.test(name) ? eq(invoices.number, name) : eq(invoices.id, name))
    .orderBy(orders.number)
    .limit(1);
  return found;
}

export type NamedInvoice = NonNullable<Awaited<ReturnType<typeof findNamedInvoice>>>;

/**
 * Locks the orders of an order or sheet that are invoiced by their state and on no invoice, as those are that moved
 * before the shop kept invoices. Returns their ids, and the day to pay.
 */
export async function lockUninvoiced(tx: Tx, of: Of, id: string): Promise<{ id: string; dueOn: string | null }[]> {
  const locked = await tx
    .select({ id: orders.id, dueOn: orders.dueOn })
    .from(orders)
    .where(and(eq(of === "order" ? orders.id : orders.sheetId, id), ne(orders.payment, "pending")))
    .orderBy(orders.id)
    .for("no key update");
  if (locked.length === 0) return [];
  const ids = locked.map((order) => order.id);
  // Only now, with the locks held, is it certain what others have committed.
  const invoiced = await tx
    .select({ orderId: invoicedOrders.orderId })
    .from(invoicedOrders)
    .where(inArray(invoicedOrders.orderId, ids));
  const known = new Set(invoiced.map(({ orderId }) => orderId));
  return locked.filter((order) => !known.has(order.id));
}

/** The next number of a year. A call that wants the one after it waits until `tx` ends. */
export async function takeSerial(
  tx: Tx,
  year: number,
  counters: typeof invoiceCounters | typeof creditNoteCounters = invoiceCounters,
): Promise<number> {
  const [taken] = await tx
    .insert(counters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: counters.year, set: { last: sql`${counters.last} + 1` } })
    .returning({ serial: counters.last });
  if (!taken) throw new Error("no number was taken");
  return taken.serial;
}

/** Of this row of `invoiced_charges`, the order is not wholly credited on its invoice. */
const isNotCredited = sql`exists (
  select from ${invoicedOrders} as bill where bill.order_id = line.order_id and bill.invoice_id = line.invoice_id
    and not (bill.amount > 0 and bill.amount <= (
      select coalesce(sum(note.amount), 0) from ${creditNotes} as note
      where note.order_id = line.order_id and note.invoice_id = line.invoice_id)))`;

/** What no standing invoice bills of the charges of an order or sheet, by its id, the first one first. */
export async function listUnbilled(tx: Tx, ownerId: string): Promise<Unbilled[]> {
  const { rows } = await tx.execute<Omit<Unbilled, "cents"> & { amount: string }>(sql`
    select id, kind, reason, amount::text from (
      select id, kind, reason, created_at, case kind when 'discount' then -amount else amount end - (
        select coalesce(sum(line.amount), 0) from ${invoicedCharges} as line
        where line.charge_id = charge.id and ${isNotCredited}) as amount
      from ${charges} as charge where order_id = ${ownerId} or sheet_id = ${ownerId}
    ) as rest where amount <> 0 order by created_at, id`);
  return rows.map(({ amount, ...charge }) => ({ ...charge, cents: toCents(amount) }));
}

/** The latest invoices that bill these charges, by their ids. */
export async function listCharged(db: Db | Tx, chargeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (chargeIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; number: string }>(sql`
    select line.charge_id as id, invoice.number from ${invoicedCharges} as line
    join ${invoices} as invoice on invoice.id = line.invoice_id
    where line.charge_id in ${[...chargeIds]} and ${isNotCredited}
    order by invoice.year, invoice.serial`);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** What an invoice bills of charges in the amount of one of its orders. */
export function listInvoicedCharges(tx: Tx, invoiceId: string, orderId: string) {
  return tx
    .select({ kind: invoicedCharges.kind, reason: invoicedCharges.reason, amount: invoicedCharges.amount })
    .from(invoicedCharges)
    .where(and(eq(invoicedCharges.invoiceId, invoiceId), eq(invoicedCharges.orderId, orderId)))
    .orderBy(invoicedCharges.chargeId);
}

/** What an invoice bills of one of its orders with tax, of it charges without, and what is credited already, in cents. */
export async function findCreditable(tx: Tx, invoiceId: string, orderId: string) {
  type Row = Record<"amount" | "charges" | "credited" | "creditedTax", string>;
  const { rows } = await tx.execute<Row>(sql`
    select line.amount::text, note.amount::text as credited, note.tax::text as "creditedTax",
      (select coalesce(sum(amount), 0)::text from ${invoicedCharges}
        where invoice_id = line.invoice_id and order_id = line.order_id) as charges
    from ${invoicedOrders} as line cross join lateral (
      select coalesce(sum(amount), 0) as amount, coalesce(sum((content::jsonb #>> '{tax,amount}')::numeric), 0) as tax
      from ${creditNotes} where invoice_id = line.invoice_id and order_id = line.order_id
    ) as note
    where line.invoice_id = ${invoiceId} and line.order_id = ${orderId}`);
  const { amount = "0", charges = "0", credited = "0", creditedTax = "0" } = rows[0] ?? {};
  return {
    ...{ amount: toCents(amount), charges: toCents(charges) },
    credited: { amount: toCents(credited), tax: toCents(creditedTax) },
  };
}

type NewInvoice = Omit<typeof invoices.$inferInsert, "id" | "sha256">;

/** Keeps an invoice and what it bills of each of its orders. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice, billed: ReturnType<typeof listBilled>): Promise<void> {
  const sha256 = createHash("sha256").update(invoice.content).digest("hex");
  const [inserted] = await tx
    .insert(invoices)
    .values({ ...invoice, sha256 })
    .returning({ id: invoices.id });
  if (!inserted) throw new Error("the invoice was not inserted");
  const invoiceId = inserted.id;
  await tx.insert(invoicedOrders).values(billed.map(({ charges: _, ...one }) => ({ ...one, invoiceId })));
  const ofCharges = billed.flatMap(({ orderId, charges }) => charges.map((one) => ({ ...one, orderId, invoiceId })));
  if (ofCharges.length > 0) await tx.insert(invoicedCharges).values(ofCharges);
}

/** An invoice as it was first printed on this paper. */
export async function findPrinted(db: Db, invoiceId: string, paper: Paper): Promise<Uint8Array | undefined> {
  const [found] = await db
    .select({ bytes: printedInvoices.bytes })
    .from(printedInvoices)
    .where(and(eq(printedInvoices.invoiceId, invoiceId), eq(printedInvoices.paper, paper)));
  return found?.bytes;
}

/** Keeps the first printing of an invoice. Of two at once, one stays, and both get that one. */
export async function keepPrinted(db: Db, printed: typeof printedInvoices.$inferInsert): Promise<Uint8Array> {
  await db.insert(printedInvoices).values(printed).onConflictDoNothing();
  return (await findPrinted(db, printed.invoiceId, printed.paper)) ?? printed.bytes;
}
