import { createHash } from "node:crypto";
import { dayAt } from "#app/contract/calendar.ts";
import { describePieces, formatPieces, roundToCents, totalPrice } from "#app/contract/money.ts";
import type { DocumentFacts } from "#app/features/documents/facts.ts";
import { DAY_MS } from "./days.ts";
import type { planInvoices } from "./invoices.ts";
import { type Story, toShipment } from "./stories.ts";

type Planned = Pick<ReturnType<typeof planInvoices>, "invoices" | "invoicedOrders">;
type Options = { now: number; timeZone: string; adminId: string; idAt: (ms: number) => string };

/** What the history of an order says of its claim. */
export type Note = {
  at: number;
  orderId: string;
  actorId: string;
  actorRole: "admin" | "buyer";
  note: string;
  noteFor: "buyer";
};

/** How long ago goods were delivered that are claimed, in days: the last moment is still to come. */
const [RECENT, OLD] = [4, 25];
/** One piece in so many is claimed. */
const SHARE = 100;
/** How long ago a claim was answered with a replacement: that order is the latest. */
const REPLACED_MS = 3 * 60_000;
/** What `claim.webp` shows. */
const PICTURED = "buttons";

/**
 * What buyers report about deliveries: one claim that waits for an answer, one that was refused, one that a credit note
 * settled, whose invoice is not paid yet, and one that an order at no cost has just settled.
 */
export function planClaims({ invoices, invoicedOrders }: Planned, stories: readonly Story[], options: Options) {
  const { now, timeZone, adminId, idAt } = options;
  const today = dayAt(now, timeZone);
  const delivered = stories.flatMap((story) => {
    const at = story.happenings.find(({ move }) => move?.to === "delivered")?.at;
    const isClaimable = at !== undefined && at > now - OLD * DAY_MS && at < now - RECENT * DAY_MS;
    return isClaimable && story.order.orderQuantity >= SHARE ? [{ ...story, at }] : [];
  });
  const waiting = delivered.find(({ trim }) => trim.line === PICTURED);
  const others = delivered.filter((story) => story !== waiting);
  const owed = others.find(({ order }) => order.payment === "invoiced" && order.dueOn && order.dueOn > today);
  const [refused, ...rest] = others.filter((story) => story !== owed);
  const replaced = rest.at(-1);

  const result = { gets: null, reason: null, creditNote: null, replacementId: null };
  const settled = { state: "open", ...result, settledAt: null, settledBy: null };
  const claims = [];
  const notes: Note[] = [];
  const creditNotes = [];
  const replacements: Story[] = [];
  if (waiting) {
    claims.push(report(waiting, "wrong", "Other buttons are among them. The picture shows those of one bag.", settled));
    notes.push(say(waiting, 1, `Problem reported: ${about(waiting, "wrong")}`));
  }
  if (refused) {
    const reason = "The packing list and the scale agree on the full number.";
    const ended = { state: "refused", settledAt: iso(refused.at + 2 * DAY_MS), settledBy: adminId, reason };
    claims.push(report(refused, "missing", "We counted fewer than the label says.", { ...settled, ...ended }));
    notes.push(
      say(refused, 1, `Problem reported: ${about(refused, "missing")}`),
      say(refused, 2, `Claim refused: ${about(refused, "missing")}. ${reason}`, true),
    );
  }
  const billed = invoicedOrders.find(({ orderId }) => orderId === owed?.order.id);
  const invoice = invoices.find(({ id }) => id === billed?.invoiceId);
  if (owed && invoice) {
    const at = owed.at + 2 * DAY_MS;
    const note = credit(owed, invoice, at);
    const ended = {
      state: "accepted",
      settledAt: iso(at),
      settledBy: adminId,
      gets: "credit",
      creditNote: note.number,
    };
    creditNotes.push(note);
    claims.push(report(owed, "damaged", "Scratched along the edge, all from one box.", { ...settled, ...ended }));
    notes.push(say(owed, 1, `Problem reported: ${about(owed, "damaged")}`));
  }
  if (replaced) {
    const replacement = replace(replaced, stories.length + 1);
    const { id, number, orderQuantity } = replacement.order;
    const { at } = replacement;
    const ended = { state: "accepted", settledAt: iso(at), settledBy: adminId, gets: "replacement", replacementId: id };
    replacements.push(replacement);
    claims.push(report(replaced, "missing", "One bag of the packing list was not there.", { ...settled, ...ended }));
    const accepted = `Claim accepted: ${about(replaced, "missing")}. Order No. ${number} replaces them.`;
    const replaces = `Replaces ${formatPieces(orderQuantity)} pieces of order No. ${replaced.order.number}, at no cost`;
    const today = { ...say(replaced, 0, accepted, true), at: at + 10 };
    notes.push(say(replaced, 1, `Problem reported: ${about(replaced, "missing")}`), today, {
      ...today,
      orderId: id,
      note: replaces,
    });
  }
  return { claims, notes, creditNotes, replacements };

  function about({ order }: Story, kind: string) {
    return `${describePieces(piecesOf(order))} ${kind}`;
  }

  function report<Ended extends object>({ order, at }: Story, kind: string, words: string, ended: Ended) {
    const claimedAt = at + DAY_MS;
    const by = { orderId: order.id, buyerId: order.userId, authorId: order.userId };
    const what = { kind, pieces: piecesOf(order), wants: "credit", words };
    return { id: idAt(claimedAt), createdAt: iso(claimedAt), ...by, ...what, ...ended };
  }

  function say({ order, at }: Story, daysLater: number, note: string, isStaff = false): Note {
    const by = isStaff
      ? ({ actorId: adminId, actorRole: "admin" } as const)
      : ({ actorId: order.userId, actorRole: "buyer" } as const);
    return { at: at + daysLater * DAY_MS, orderId: order.id, ...by, note, noteFor: "buyer" };
  }

  /** An order as the shop writes it: accepted and paid for, because it costs nothing. */
  function replace({ order, trim, buyer }: Story, number: number): Story {
    const at = now - REPLACED_MS;
    const alone = { sheetId: null, sheetNumber: null, poNumber: null, wantedOn: null };
    const status = { review: "accepted", shipping: "pending", payment: "paid", dueOn: today } as const;
    const free = { orderQuantity: piecesOf(order), unitPrice: "0", total: "0" };
    return {
      order: {
        ...order,
        id: idAt(at),
        number,
        createdAt: iso(at),
        ...alone,
        ...status,
        ...free,
        ...toShipment(undefined),
      },
      ...{ at, by: "admin", happenings: [], trim, buyer },
    };
  }

  /** As the shop writes it, of an invoice without tax. */
  function credit({ order }: Story, invoice: Planned["invoices"][number], at: number) {
    const issuedOn = dayAt(at, timeZone);
    const number = `CN-${issuedOn.slice(0, 4)}-00001`;
    const reason = `Claim: ${describePieces(piecesOf(order))} damaged`;
    const pieces = piecesOf(order);
    const amount = roundToCents(totalPrice(order.unitPrice, pieces));
    const said: DocumentFacts = JSON.parse(invoice.content);
    const lines = said.lines
      .filter((line) => line.order === order.number)
      .map((line) => ({ ...line, pieces, total: amount }));
    const facts: DocumentFacts = {
      ...said,
      ...{ kind: "credit-note", number, at: iso(at), day: issuedOn, dueOn: null, note: null },
      ...{ credits: { invoice: invoice.number, reason }, lines, charges: [] },
    };
    const content = JSON.stringify(facts);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const year = Number(issuedOn.slice(0, 4));
    const of = { invoiceId: invoice.id, orderId: order.id, actorId: adminId };
    return {
      id: idAt(at),
      year,
      serial: 1,
      number,
      createdAt: iso(at),
      issuedOn,
      ...of,
      pieces,
      amount,
      reason,
      content,
      sha256,
    };
  }
}

function piecesOf({ orderQuantity }: Story["order"]): number {
  return Math.ceil(orderQuantity / SHARE);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
