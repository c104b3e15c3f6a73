import { dayAt } from "#app/contract/calendar.ts";
import { roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { notFound } from "#app/contract/problem.ts";
import type { DocumentFacts } from "#app/features/documents/facts.ts";
import * as contract from "#app/features/money/invoices.contract.ts";
import { listLedgers, sumCredit } from "#app/features/money/ledger.server.ts";
import { restOf } from "#app/features/money/rules.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { answerPage } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { listEntries } from "./entries.rules.ts";
import * as queries from "./queries.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

const MOST = 1000;

/** The list of invoices, and each of them. Days are those of `timeZone`. */
export function invoicesApi({ timeZone }: { timeZone: string }): Served[] {
  const readToday = () => dayAt(new Date(), timeZone);
  return [
    serve(contract.listInvoices, async (call) => {
      const { db, query } = call;
      const { limit = MOST, after, sort = "-number", ...narrowed } = query;
      const today = readToday();
      const [rows, total, dead] = await Promise.all([
        queries.listInvoices(db, today, { ...narrowed, sort, rows: limit + 1, after: readCursor(sort, after) }),
        queries.countInvoices(db, today, narrowed),
        queries.listDeadMails(db),
      ]);
      const shown = answerPage(call, { rows, total, limit, toCursor: (row) => toCursor(sort, row) });
      return shown.map((row) => ({ ...row, isMailDead: dead.has(row._id) }));
    }),

    serve(contract.sumInvoices, ({ db, query }) => queries.sumInvoices(db, readToday(), query)),

    serve(contract.findInvoice, async ({ db, params }) => {
      return (await findInvoice(db, readToday(), params.number)) ?? refuse(notFound, "This invoice does not exist.");
    }),
  ];
}

async function findInvoice(db: Db, today: string, number: string): Promise<contract.InvoicePage | undefined> {
  const [invoice] = await queries.listByNumber(db, [number]);
  if (!invoice) return undefined;
  const { _id: id, companyId, userId } = invoice;
  const payer = { companyId, userId };
  const [content, billed, ledgers, booked, notes, remindings, dead, sums, credit, creditLimit] = await Promise.all([
    queries.findContent(db, id),
    queries.listBilledOrders(db, id),
    listLedgers(db, { invoiceId: id }),
    queries.listBooked(db, id),
    queries.listNotes(db, id),
    queries.listReminders(db, id),
    queries.listDeadMails(db),
    queries.sumInvoices(db, today, payer),
    sumCredit(db, payer),
    companyId ? queries.findCreditLimit(db, companyId) : null,
  ]);
  const facts: DocumentFacts | undefined = content && JSON.parse(content.content);
  if (!facts) return undefined;
  const said = new Map(facts.lines.map((line) => [line.order, line]));
  const lines = billed.flatMap(({ creditedPieces, ...order }) => {
    const line = said.get(order.number);
    const ledger = ledgers.find(({ orderId }) => orderId === order._id);
    if (!line || !ledger) return [];
    const { item, article, unitPrice, total } = line;
    const creditable = { creditablePieces: order.pieces - creditedPieces, creditable: ledger.billed - ledger.credited };
    const sums = { creditable: writeCents(creditable.creditable), open: writeCents(restOf(ledger)) };
    return [{ ...order, item, article, unitPrice, total: roundToCents(total), ...creditable, ...sums }];
  });
  const { tax, buyer } = facts;
  const net = toCents(invoice.total) - toCents(tax?.amount ?? "0");
  const deadMails = dead.get(id) ?? [];
  return {
    ...invoice,
    isMailDead: deadMails.length > 0,
    sheet: content?.sheet ?? null,
    billTo: { name: buyer.name, company: buyer.company, address: buyer.address, phone: buyer.phone },
    tax: tax ? { rate: tax.rate, amount: tax.amount, sentence: tax.sentence } : null,
    ...{ net: writeCents(net), lines, entries: listEntries(id, booked, notes), remindings, deadMails },
    paid: writeCents(ledgers.reduce((sum, { paid, refunded }) => sum + paid - refunded, 0n)),
    account: {
      ...{ invoices: sums.owed.count, open: sums.owed.sum, pastDue: sums.pastDue.sum },
      ...{ credit: writeCents(credit), creditLimit },
    },
  };
}
