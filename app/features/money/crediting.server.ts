import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { issueCreditNote } from "#app/features/documents/credit-notes.server.ts";
import type { InvoiceSettings } from "#app/features/documents/invoices.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Actor, CreditNote } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { moneyActions } from "./audit-actions.server.ts";
import type { CreditNoteInput } from "./booking.contract.ts";
import { addLedgers, listLedgers } from "./ledger.server.ts";
import { lockInvoice, pick } from "./locking.server.ts";
import { mailCreditNote } from "./mails.server.ts";
import { aboveMost } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { creditFor, restOf } from "./rules.ts";
import { limitWriteOffs, moveSurplus, refuseMore, settle } from "./settling.server.ts";

type Billed = NonNullable<Awaited<ReturnType<typeof queries.findBilled>>>;
type Settings = Pick<InvoiceSettings, "timeZone">;

/**
 * Credits an order on its invoice: so many pieces at the price they were invoiced at, or `amount` in cents. The note is
 * mailed to the buyer unless the caller does, and named in the history. The caller holds the order's row, has made sure that so much is left,
 * and writes the state that follows. Undefined when it comes to nothing.
 */
export async function creditLine(
  tx: Tx,
  by: Actor,
  settings: Settings,
  order: OrderRow,
  line: Billed,
  { pieces, amount, reason, isMailed = true }: { pieces: number; amount?: bigint; reason: string; isMailed?: boolean },
): Promise<CreditNote | undefined> {
  const [all, credited] = [toCents(line.amount), toCents(line.credited)];
  const left = { pieces: line.pieces - line.creditedPieces, amount: all - credited };
  const goods = { pieces: line.pieces, amount: all - toCents(line.freight) };
  const cents = amount ?? creditFor(pieces, { line: goods, left });
  if (cents <= 0n) return undefined;
  const written = writeCents(cents);
  const extent = cents < left.amount ? "part" : credited === 0n ? "whole" : "rest";
  const about = {
    invoiceId: line.invoiceId,
    order,
    pieces,
    amount: written,
    extent,
    reason,
    actorId: by.who.id,
  } as const;
  const note = { ...(await issueCreditNote(tx, settings, about)), amount: written };
  await limitWriteOffs(tx, { ...by, timeZone: settings.timeZone }, order, line.invoiceId);
  const said = `Credit note ${note.number} over ${formatTotal(written)}, of invoice ${line.number}: ${reason}`;
  const recipient = await findRecipient(tx, order);
  const happened = { kind: "note", note: said, noteFor: "buyer", isMailed: recipient !== undefined } as const;
  await insertEvent(tx, { who: by.who, orderId: order.id, ...happened });
  if (recipient && isMailed) {
    await mailCreditNote(tx, recipient, { ...note, order, invoice: line.number, reason }, by.emailContext);
  }
  return note;
}

type Credited = { creditNotes: (CreditNote & { order: string })[]; open: bigint };

/**
 * Credits orders of an invoice, one credit note for each. What was paid of them beyond that pays the others of the
 * invoice, and is otherwise owed back. `open` is what is left to pay of the invoice, in cents.
 * @throws Refusal not-found, balance-changed, above-most.
 */
export async function creditInvoice(
  tx: Tx,
  by: Actor & Settings,
  { invoice: number, lines: wanted, open, reason }: CreditNoteInput,
): Promise<Credited> {
  const invoice = await lockInvoice(tx, { invoice: number, open });
  const lines = pick(
    invoice,
    wanted?.map(({ order }) => order),
  );
  const creditNotes: Credited["creditNotes"] = [];
  for (const { order } of lines) {
    const line = await queries.findBilled(tx, order.id, invoice.id);
    if (!line) throw new Error("an order that is not on its invoice");
    const asked = wanted?.find((one) => one.order === order.id);
    const left = { pieces: line.pieces - line.creditedPieces, cents: toCents(line.amount) - toCents(line.credited) };
    if (wanted && left.cents === 0n) refuseMore(0n, `be credited of No. ${order.number}`);
    if ((asked?.pieces ?? 0) > left.pieces) refusePieces(left.pieces, order.number);
    const amount = asked?.amount === undefined ? undefined : toCents(asked.amount);
    if ((amount ?? 0n) > left.cents) refuseMore(left.cents, `be credited of No. ${order.number}`);
    const pieces = asked?.pieces ?? (amount === undefined ? left.pieces : 0);
    const note = await creditLine(tx, by, by, order, line, { pieces, reason, ...(amount ? { amount } : {}) });
    if (note) creditNotes.push({ ...note, order: order.id });
  }
  if (creditNotes.length === 0) refuseMore(0n, "be credited");
  await moveSurplus(tx, by, { invoiceId: invoice.id });
  for (const { order } of invoice.lines) await settle(tx, by, order);
  const after = { creditNotes: creditNotes.map((note) => note.number).join(", "), reason };
  const object = { object: `Invoice ${invoice.number}`, objectId: invoice.id };
  await recordAction(tx, by, { action: moneyActions.credit, ...object, before: null, after });
  return { creditNotes, open: restOf(addLedgers(await listLedgers(tx, { invoiceId: invoice.id }))) };
}

function refusePieces(most: number, number: number): never {
  const message = `At most ${most} pieces of No. ${number} can be credited.`;
  refuse(aboveMost, message, [{ field: "pieces", message }], { pieces: most });
}
