import { createHash } from "node:crypto";
import { dayAt } from "#app/contract/calendar.ts";
import { describePieces, roundToCents, totalPrice } from "#app/contract/money.ts";
import type { DocumentFacts } from "#app/features/documents/facts.ts";
import { DAY_MS } from "./days.ts";
import type { planInvoices } from "./invoices.ts";
import type { Story } from "./stories.ts";

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

/**
 * What buyers report about deliveries: one claim that waits for an answer, one that was refused, and one that a credit
 * note settled, whose invoice is not paid yet.
 */
export function planClaims({ invoices, invoicedOrders }: Planned, stories: readonly Story[], options: Options) {
  const { now, timeZone, adminId, idAt } = options;
  const today = dayAt(now, timeZone);
  const delivered = stories.flatMap((story) => {
    const at = story.happenings.find(({ move }) => move?.to === "delivered")?.at;
    const isClaimable = at !== undefined && at > now - OLD * DAY_MS && at < now - RECENT * DAY_MS;
    return isClaimable && story.order.orderQuantity >= SHARE ? [{ ...story, at }] : [];
  });
  const owed = delivered.find(({ order }) => order.payment === "invoiced" && order.dueOn && order.dueOn > today);
  const [waiting, refused] = delivered.filter((story) => story.order.userId !== owed?.order.userId);

  const settled = { state: "open", gets: null, reason: null, creditNote: null, settledAt: null, settledBy: null };
  const claims = [];
  const notes: Note[] = [];
  const creditNotes = [];
  if (waiting) {
    claims.push(report(waiting, "damaged", "Scratched along the edge, all from one box.", settled));
    notes.push(say(waiting, 1, `Problem reported: ${about(waiting, "damaged")}`));
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
    claims.push(report(owed, "wrong", "Another finish than on the order.", { ...settled, ...ended }));
    notes.push(say(owed, 1, `Problem reported: ${about(owed, "wrong")}`));
  }
  return { claims, notes, creditNotes };

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

  /** As the shop writes it, of an invoice without tax. */
  function credit({ order }: Story, invoice: Planned["invoices"][number], at: number) {
    const issuedOn = dayAt(at, timeZone);
    const number = `CN-${issuedOn.slice(0, 4)}-00001`;
    const reason = `Claim: ${describePieces(piecesOf(order))} wrong`;
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
