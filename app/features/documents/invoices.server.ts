import { dayAt } from "#app/contract/calendar.ts";
import { roundToCents, toCents, totalPrice, writeCents } from "#app/contract/money.ts";
import type { Issued } from "#app/features/orders/status/billing.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { DocumentFacts, Seller } from "./facts.ts";
import { gatherFacts } from "./gather.server.ts";
import * as queries from "./queries.server.ts";
import { limitCharges, listBilled, toCharge, totalOf } from "./rules.ts";

export type InvoiceSettings = { seller: Seller; timeZone: string };

/**
 * Issues one invoice for these orders, which are one alone or lines of one sheet, and returns its number: taken from a row
 * that stays locked until `tx` ends: a rollback leaves no gap, and no two have the same. What no other invoice bills of
 * the charges of the order or sheet is on it, too. `paid` is what was paid before it, in cents.
 */
export async function issueInvoice(
  tx: Tx,
  { seller, timeZone }: InvoiceSettings,
  orderIds: readonly string[],
  dueOn: string,
  paid = 0n,
): Promise<Issued> {
  const [first = ""] = orderIds;
  const order = (await queries.findOrder(tx, first)) ?? refuseStrange();
  const sheet = order.sheetId ? ((await queries.findSheet(tx, order.sheetId)) ?? refuseStrange()) : undefined;
  const lines = await queries.listLines(tx, { ids: orderIds });
  const goods = lines.reduce((sum, line) => sum + toCents(roundToCents(totalPrice(line.unitPrice, line.billed))), 0n);
  const charges = limitCharges(await queries.listUnbilled(tx, sheet?.id ?? order.id), goods);
  const at = (await readNow(tx)).toISOString();
  const year = Number(dayAt(new Date(at), timeZone).slice(0, 4));
  const serial = await queries.takeSerial(tx, year);
  const number = `${year}-${String(serial).padStart(5, "0")}`;
  const gathered = gatherFacts({
    kind: "invoice",
    of: sheet ? "sheet" : "order",
    source: sheet ?? order,
    ...{ lines, seller: seller, timeZone, at, charges: charges.map(toCharge), invoice: { number, dueOn } },
  });
  const total = toCents(totalOf(gathered));
  const deposit = writeCents(paid < total ? paid : total);
  const facts = { ...gathered, ...(paid > 0n ? { deposit } : {}) };
  const invoice = { year, serial, number, issuedOn: facts.day, dueOn, sheetId: sheet?.id ?? null };
  const billed = listBilled(
    facts.lines.map((line, at) => ({ ...line, id: lines[at]?.id ?? refuseStrange() })),
    facts.tax?.amount,
    charges,
  );
  await queries.insertInvoice(tx, { ...invoice, content: JSON.stringify(facts) }, billed);
  return { number, amount: writeCents(total - toCents(deposit)), ...(paid > 0n ? { deposit } : {}) };
}

/**
 * The invoice of an order, or the latest of a sheet; undefined when nothing is invoiced. Orders that were invoiced
 * before the shop kept invoices are put onto one now.
 */
export async function findOrIssue(db: Db, settings: InvoiceSettings, of: queries.Of, id: string) {
  const found = await queries.findInvoice(db, of, id);
  if (found) return found;
  await inTransaction(db, (tx) => findOrIssueIn(tx, settings, of, id));
  return queries.findInvoice(db, of, id);
}

/** As `findOrIssue`, in a transaction that goes on. */
export async function findOrIssueIn(tx: Tx, settings: InvoiceSettings, of: queries.Of, id: string): Promise<void> {
  const orders = await queries.lockUninvoiced(tx, of, id);
  const [first] = orders;
  if (!first?.dueOn) return;
  await issueInvoice(
    tx,
    settings,
    orders.map((order) => order.id),
    first.dueOn,
  );
}

/** What an invoice says, as it was kept. */
export function readInvoice({ content }: Pick<queries.Invoice, "content">): DocumentFacts {
  return JSON.parse(content);
}

function refuseStrange(): never {
  throw new Error("an order that was invoiced, or its sheet, is not there");
}
