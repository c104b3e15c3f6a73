import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { DocumentFacts } from "./facts.ts";
import type { InvoiceSettings } from "./invoices.server.ts";
import { findCreditable, listInvoicedCharges, takeSerial } from "./queries.server.ts";
import { taxCredited } from "./rules.ts";
import { creditNoteCounters, creditNotes, invoices, printedCreditNotes } from "./tables.server.ts";

/** What to take back of an invoice for one of its orders: `amount` in dollars and cents, with its share of the tax. */
export type Credited = {
  invoiceId: string;
  order: { id: string; number: number };
  /** None, if only the price is reduced. */
  pieces: number;
  amount: string;
  /** Whether it takes back all that is invoiced, or what is left of that: then freight is in it. */
  extent: "whole" | "rest" | "part";
  reason: string;
  actorId: string;
};

/**
 * Issues a credit note and returns its id and number, which is taken as those of invoices are. The caller holds the
 * order's row, and has made sure that no more is credited than was invoiced.
 */
export async function issueCreditNote(
  tx: Tx,
  { timeZone }: Pick<InvoiceSettings, "timeZone">,
  { invoiceId, order, pieces, amount, extent, reason, actorId }: Credited,
): Promise<{ id: string; number: string }> {
  const [invoice] = await tx
    .select({ number: invoices.number, content: invoices.content })
    .from(invoices)
    .where(eq(invoices.id, invoiceId));
  const billed: DocumentFacts | undefined = invoice && JSON.parse(invoice.content);
  const line = billed?.lines.find((one) => one.order === order.number);
  if (!invoice || !billed || !line) throw new Error("an invoice to credit, or its line, is not there");
  const at = (await readNow(tx)).toISOString();
  const day = dayAt(new Date(at), timeZone);
  const year = Number(day.slice(0, 4));
  const gross = toCents(amount);
  const { amount: all, charges: charged, credited } = await findCreditable(tx, invoiceId, order.id);
  const lineTax = all - toCents(roundToCents(line.total)) - charged;
  const tax = billed.tax && taxCredited(gross, { amount: all, tax: lineTax }, credited);
  const net = gross - (tax ?? 0n);
  const invoiced = extent === "part" ? [] : await listInvoicedCharges(tx, invoiceId, order.id);
  const ofExtent = invoiced.filter(({ kind }) => extent === "whole" || kind === "freight");
  const sum = ofExtent.reduce((cents, charge) => cents + toCents(charge.amount), 0n);
  // Of a rest that is less, the freight was credited before.
  const [charges, ofCharges] = sum > net ? [[], 0n] : [ofExtent, sum];
  const serial = await takeSerial(tx, year, creditNoteCounters);
  const number = `CN-${year}-${String(serial).padStart(5, "0")}`;
  const { deposit: _, ...said } = billed;
  const facts: DocumentFacts = {
    ...said,
    ...{ kind: "credit-note", number, at, day, dueOn: null, note: null },
    ...(billed.tax && tax !== undefined ? { tax: { ...billed.tax, amount: writeCents(tax), total: amount } } : {}),
    credits: { invoice: invoice.number, reason },
    lines: [{ ...line, pieces, total: writeCents(net - ofCharges) }],
    charges: charges.map((charge) => ({ ...charge, amount: charge.amount.replace(/^-/, "") })),
  };
  const content = JSON.stringify(facts);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const [issued] = await tx
    .insert(creditNotes)
    .values({
      ...{ year, serial, number, issuedOn: day, invoiceId, orderId: order.id },
      ...{ pieces, amount, reason, actorId, content, sha256 },
    })
    .returning({ id: creditNotes.id });
  if (!issued) throw new Error("the credit note was not inserted");
  return { id: issued.id, number };
}

/** A credit note by its number or id, with whose it is and where they are. */
export async function findNote(db: Db | Tx, name: string) {
  const [found] = await db
    .select({
      id: creditNotes.id,
      number: creditNotes.number,
      content: creditNotes.content,
      userId: orders.userId,
      companyId: orders.companyId,
      country: sql<string | null>`${profiles.country}`,
    })
    .from(creditNotes)
    .innerJoin(orders, eq(orders.id, creditNotes.orderId))
    .leftJoin(profiles, eq(profiles.userId, orders.userId))
    .where(name.startsWith("CN-") ? eq(creditNotes.number, name) : eq(creditNotes.id, name));
  return found;
}

export type CreditNote = NonNullable<Awaited<ReturnType<typeof findNote>>>;

/** A credit note as it was first printed on this paper. */
export async function findPrinted(db: Db, creditNoteId: string, paper: Paper): Promise<Uint8Array | undefined> {
  const [found] = await db
    .select({ bytes: printedCreditNotes.bytes })
    .from(printedCreditNotes)
    .where(and(eq(printedCreditNotes.creditNoteId, creditNoteId), eq(printedCreditNotes.paper, paper)));
  return found?.bytes;
}

/** Keeps the first printing of a credit note. Of two at once, one stays, and both get that one. */
export async function keepPrinted(db: Db, printed: typeof printedCreditNotes.$inferInsert): Promise<Uint8Array> {
  await db.insert(printedCreditNotes).values(printed).onConflictDoNothing();
  return (await findPrinted(db, printed.creditNoteId, printed.paper)) ?? printed.bytes;
}
