import { and, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/contract/calendar.ts";
import { readNoteNumber, readSearchTerms } from "#app/contract/search-terms.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import { creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { type Age, ages, type InvoiceState, invoiceStates } from "#app/features/money/facts.ts";
import type { InvoicesQuery } from "#app/features/money/invoices.contract.ts";
import { invoicesOf, isAmong, isOfPayer, isUnpaid, type Payer } from "#app/features/money/ledger.server.ts";
import { invoiceBalances, invoiceSums, payments, reminders } from "#app/features/money/tables.server.ts";
import type { FailedMail } from "#app/features/orders/mails.contract.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesQuery } from "#app/platform/db/columns.server.ts";
import { listDeadEnclosures } from "#app/platform/mail/dead-mails.server.ts";
import { joinedFor, orderBy, type Place, after as rowsAfter } from "./sort.server.ts";

/** What a list of invoices is narrowed to. */
export type Narrowed = Pick<InvoicesQuery, "q" | "company" | "order" | "from" | "to" | "state" | "age">;

const one = invoiceBalances;
const isOwed = ({ rest }: Summed) => sql`${rest} > 0`;
const isToReturn = ({ rest }: Summed) => sql`${rest} < 0`;

/** The first and the last day on which what is owed was due, by its age today. */
function daysOfAge(age: Age, today: string): { from?: string; to?: string } {
  const past = (days: number) => addDays(today, -days);
  switch (age) {
    case "not-due":
      return { from: today };
    case "to-30":
      return { from: past(30), to: past(1) };
    case "to-60":
      return { from: past(60), to: past(31) };
    case "over-60":
      return { to: past(61) };
  }
}

/** What an invoice itself says, or one of its orders. Undefined if nothing is asked. */
function isAsked({ q, company, order, from, to }: Narrowed): SQL | undefined {
  return and(
    q ? or(matchesTyped(q), isCreditedBy(q)) : undefined,
    company ? inInvoices(invoicesOf(isOfPayer({ companyId: company, userId: null }))) : undefined,
    order ? inInvoices(invoicesOf(sql`o.id = ${order}`)) : undefined,
    from ? gte(invoices.issuedOn, from) : undefined,
    to ? lte(invoices.issuedOn, to) : undefined,
  );
}

const inInvoices = (ids: SQL) => sql`${invoices.id} in (${ids})`;
const mayBeOwed = inInvoices(invoicesOf(isUnpaid));
const hasCredit = sql`${invoices.id} in (select ${creditNotes.invoiceId} from ${creditNotes})`;

/** What is true of all invoices of a state, or of what is owed; paid are the others. */
function isOfState({ state, age }: Narrowed): SQL | undefined {
  if (state === "credited" || state === "to-return") return hasCredit;
  return age || (state && state !== "paid") ? mayBeOwed : undefined;
}

type Summed = typeof one | typeof invoiceSums;

/** The ids of invoices, for a page or for counting. What is known of them before they are added up is asked first. */
function pick(db: Db | Tx, narrowed: Narrowed, today: string, joined?: Summed) {
  const { state, age } = narrowed;
  const from = joined ?? (state || age ? invoiceSums : undefined);
  const found = and(isAsked(narrowed), isOfState(narrowed));
  const picked = db.select({ id: invoices.id }).from(invoices).$dynamic();
  if (!from) return { picked, condition: found };
  const due = age && daysOfAge(age, today);
  const condition = and(
    found ? isAmong(from.id, sql`select ${invoices.id} from ${invoices} where ${found}`) : undefined,
    hasState(from, state),
    due ? isOwed(from) : undefined,
    due?.from ? gte(invoices.dueOn, due.from) : undefined,
    due?.to ? lte(invoices.dueOn, due.to) : undefined,
  );
  return { picked: picked.innerJoin(from, eq(from.id, invoices.id)), condition };
}

function hasState(from: Summed, state: Narrowed["state"]): SQL | undefined {
  if (state === "owed") return isOwed(from);
  return state === "to-return" ? isToReturn(from) : state && eq(from.state, state);
}

/** Whether an invoice says what was typed: all words, and the day as a word, as the day of issue or as the due one. */
export function matchesTyped(typed: string): SQL | undefined {
  const { query, day } = readSearchTerms(typed);
  return and(
    query === undefined && day ? undefined : matchesQuery(invoices.words, query),
    day && or(matchesQuery(invoices.words, day.query), eq(invoices.issuedOn, day.on), eq(invoices.dueOn, day.on)),
  );
}

/** Whether an invoice is the one that the credit note of this number credits. Undefined if that is no such number. */
export function isCreditedBy(typed: string): SQL | undefined {
  const note = readNoteNumber(typed);
  return (
    note &&
    sql`${invoices.id} = any(array(select ${creditNotes.invoiceId} from ${creditNotes}
    where ${and(note.year === undefined ? undefined : eq(creditNotes.year, note.year), eq(creditNotes.serial, note.serial))}))`
  );
}

// Written out: in a query of one table, its columns are named without it.
const ownReminders = sql`from ${reminders} as reminder where reminder.invoice_id = "invoice_balances"."id"`;

const shape = {
  _id: one.id,
  number: one.number,
  year: one.year,
  serial: one.serial,
  issuedOn: one.issuedOn,
  dueOn: one.dueOn,
  companyId: one.companyId,
  userId: one.userId,
  company: one.company,
  name: one.name,
  email: one.email,
  poNumber: one.poNumber,
  buyer: one.buyer,
  total: one.billed,
  open: one.rest,
  state: one.state,
  reminders: sql`(select count(*) ${ownReminders})`.mapWith(Number),
  remindedOn: sql<string | null>`(select max(reminder.day)::text ${ownReminders})`,
};

type Page = Narrowed & { sort: NonNullable<InvoicesQuery["sort"]>; rows: number; after: Place | undefined };

/** One page of the invoices. `today` is the day in the shop's time zone. */
export function listInvoices(db: Db | Tx, today: string, { sort, rows, after, ...narrowed }: Page) {
  const { picked, condition } = pick(db, narrowed, today, joinedFor(sort));
  const page = picked
    .where(and(condition, rowsAfter(sort, after)))
    .orderBy(orderBy(sort, "least"))
    .limit(rows);
  return db.select(shape).from(one).where(isAmong(one.id, page.getSQL())).orderBy(orderBy(sort, "columns"));
}

/** How many there are. */
export async function countInvoices(db: Db | Tx, today: string, narrowed: Narrowed): Promise<number> {
  const { picked, condition } = pick(db, narrowed, today);
  return db.$count(picked.where(condition).as("picked"));
}

/** Invoices that are so, by number. */
function listWhere(db: Db | Tx, condition: SQL | undefined) {
  return db.select(shape).from(one).where(condition).orderBy(one.year, one.serial);
}

export type Row = Awaited<ReturnType<typeof listWhere>>[number];

/** These invoices, by number. */
export function listByNumber(db: Db | Tx, numbers: readonly string[]) {
  const found = sql`select ${invoices.id} from ${invoices} where ${inArray(invoices.number, [...numbers])}`;
  return listWhere(db, isAmong(one.id, found));
}

/** What is left to pay of a payer's invoices, by number. */
export function listOwedBy(db: Db | Tx, payer: Payer) {
  return listWhere(db, and(isAmong(one.id, invoicesOf(sql`${isOfPayer(payer)} and ${isUnpaid}`)), isOwed(one)));
}

type Counted = { count: number; sum: string };

/** How many invoices are in each state, and what is owed by age: all that a list or a page adds up is counted here. */
export async function sumInvoices(db: Db | Tx, today: string, narrowed: Omit<Narrowed, "state" | "age"> | Payer) {
  const asked = "companyId" in narrowed ? inInvoices(invoicesOf(isOfPayer(narrowed))) : isAsked(narrowed);
  const notPaid = and(asked, or(mayBeOwed, hasCredit));
  const counted = (those: SQL) =>
    sql<Counted>`json_build_object('count', count(*) filter (where ${those}), 'sum', coalesce(sum(abs(${one.rest})) filter (where ${those}), 0)::numeric(24, 2)::text)`;
  const isOfAge = (age: Age) => {
    const { from, to } = daysOfAge(age, today);
    const days = and(from ? gte(one.dueOn, from) : undefined, to ? lte(one.dueOn, to) : undefined);
    return sql`${isOwed(one)} and ${days}`;
  };
  const [found] = await db
    .select({
      all: sql`(select count(*) from ${invoices} where ${asked ?? sql`true`})`.mapWith(Number),
      owed: counted(isOwed(one)),
      pastDue: counted(sql`${isOwed(one)} and ${one.dueOn} < ${today}`),
      dueThisWeek: counted(sql`${isOwed(one)} and ${one.dueOn} between ${today} and ${addDays(today, 6)}`),
      toReturn: counted(isToReturn(one)),
      ages: ofEach(ages, (age) => counted(isOfAge(age))),
      states: ofEach(invoiceStates, (state: InvoiceState) =>
        sql<number>`count(*) filter (where ${one.state} = ${state})`.mapWith(Number),
      ),
    })
    .from(one)
    .where(isAmong(one.id, sql`select ${invoices.id} from ${invoices} where ${notPaid}`));
  if (!found) throw new Error("sums without a row");
  const { all, ...sums } = found;
  const { open, "partly-paid": partlyPaid, credited } = sums.states;
  return { ...sums, states: { ...sums.states, paid: all - open - partlyPaid - credited } };
}

function ofEach<Key extends string, Value>(keys: readonly Key[], write: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, write(key)])) as Record<Key, Value>;
}

/** What an invoice says, and the sheet that it is for. */
export async function findContent(db: Db | Tx, invoiceId: string) {
  const [found] = await db
    .select({ content: invoices.content, sheet: orderSheets.number })
    .from(invoices)
    .leftJoin(orderSheets, eq(orderSheets.id, invoices.sheetId))
    .where(eq(invoices.id, invoiceId));
  return found;
}

/** The orders of an invoice, by number, with the pieces that it bills and those that are credited. */
export function listBilledOrders(db: Db | Tx, invoiceId: string) {
  return db
    .select({
      _id: orders.id,
      number: orders.number,
      review: orders.review,
      shipping: orders.shipping,
      payment: orders.payment,
      pieces: invoicedOrders.pieces,
      goods: sql<string>`(${invoicedOrders.amount} - ${invoicedOrders.freight})::text`,
      creditedPieces: sql<number>`(select coalesce(sum(${creditNotes.pieces}), 0) from ${creditNotes}
        where ${creditNotes.orderId} = ${orders.id} and ${creditNotes.invoiceId} = ${invoicedOrders.invoiceId})`.mapWith(
        Number,
      ),
    })
    .from(invoicedOrders)
    .innerJoin(orders, eq(orders.id, invoicedOrders.orderId))
    .where(eq(invoicedOrders.invoiceId, invoiceId))
    .orderBy(orders.number);
}

/**
 * The rows of all bookings that have a row of this invoice, the oldest first. What was paid of an order before it was
 * invoiced is a row of its first invoice.
 */
export function listBooked(db: Db | Tx, invoiceId: string) {
  const firstInvoice = sql<string | null>`coalesce(${payments.invoiceId},
    (select min(line.invoice_id::text)::uuid from ${invoicedOrders} as line where line.order_id = ${payments.orderId}))`;
  const ofOrders = db
    .select({ id: invoicedOrders.orderId })
    .from(invoicedOrders)
    .where(eq(invoicedOrders.invoiceId, invoiceId));
  const bookings = db
    .select({ id: payments.booking })
    .from(payments)
    .where(
      or(
        eq(payments.invoiceId, invoiceId),
        and(isNull(payments.invoiceId), inArray(payments.orderId, ofOrders), sql`${firstInvoice} = ${invoiceId}`),
      ),
    );
  return db
    .select({
      booking: payments.booking,
      invoiceId: firstInvoice,
      kind: payments.kind,
      day: payments.day,
      amount: payments.amount,
      reference: payments.reference,
      reason: payments.reason,
      by: users.name,
      order: orders.number,
      isReversed: sql<boolean>`exists (select from ${payments} as undone where undone.reverses = ${payments.id})`,
    })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(users, eq(users.id, payments.actorId))
    .where(inArray(payments.booking, bookings))
    .orderBy(payments.seq);
}

/** The credit notes of an invoice, the oldest first. */
export function listNotes(db: Db | Tx, invoiceId: string) {
  return db
    .select({
      _id: creditNotes.id,
      number: creditNotes.number,
      day: creditNotes.issuedOn,
      amount: creditNotes.amount,
      reason: creditNotes.reason,
      by: users.name,
      order: orders.number,
    })
    .from(creditNotes)
    .leftJoin(orders, eq(orders.id, creditNotes.orderId))
    .leftJoin(users, eq(users.id, creditNotes.actorId))
    .where(eq(creditNotes.invoiceId, invoiceId))
    .orderBy(creditNotes.id);
}

/** When an invoice was reminded of, the latest first, each with how many invoices were in that mail. */
export function listReminders(db: Db | Tx, invoiceId: string) {
  return db
    .select({
      _id: reminders.id,
      day: reminders.day,
      by: users.name,
      invoices: sql`(select count(*) from ${reminders} as other where other.mail = ${reminders.mail})`.mapWith(Number),
    })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.actorId))
    .where(eq(reminders.invoiceId, invoiceId))
    .orderBy(desc(reminders.id));
}

/** What a company may owe; null for no limit. */
export async function findCreditLimit(db: Db | Tx, companyId: string): Promise<string | null> {
  const [found] = await db
    .select({ creditLimit: companies.creditLimit })
    .from(companies)
    .where(eq(companies.id, companyId));
  return found?.creditLimit ?? null;
}

/** Mails that enclose an invoice and could not be delivered, by the invoice's id. */
export async function listDeadMails(db: Db | Tx): Promise<ReadonlyMap<string, FailedMail[]>> {
  const dead = await listDeadEnclosures(db);
  const enclosing = dead.flatMap(({ enclosed, ...mail }) =>
    enclosed.flatMap((name) => {
      const [, of = "invoice", id] = /^invoice (?:(order|sheet) )?([0-9a-f-]{36})$/.exec(name) ?? [];
      return id ? [{ of, id, ...mail }] : [];
    }),
  );
  if (enclosing.length === 0) return new Map();
  const ids = (of: string) => enclosing.filter((each) => each.of === of).map(({ id }) => id);
  const { rows } = await db.execute<{ of: string; id: string; invoiceId: string }>(sql`
    select 'order' as of, order_id as id, max(invoice_id::text) as "invoiceId" from ${invoicedOrders}
    where order_id = any(${sql.param(ids("order"))}::uuid[]) group by order_id
    union all
    select 'sheet', sheet_id, max(id::text) from ${invoices}
    where sheet_id = any(${sql.param(ids("sheet"))}::uuid[]) group by sheet_id`);
  const invoiceOf = new Map(rows.map(({ of, id, invoiceId }) => [`${of} ${id}`, invoiceId]));
  const all = enclosing.map(({ of, id, ...mail }) => {
    return { mail, invoiceId: of === "invoice" ? id : invoiceOf.get(`${of} ${id}`) };
  });
  return new Map(
    [...Map.groupBy(all, ({ invoiceId }) => invoiceId ?? "")].map(([id, some]) => [id, some.map(({ mail }) => mail)]),
  );
}
