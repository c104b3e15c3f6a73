import { dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { mayActOn, mayRead } from "#app/features/orders/access.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import type { Claim, ClaimInput, Settlement } from "#app/features/orders/claims.contract.ts";
import { CLAIM_PICTURES } from "#app/features/orders/facts.ts";
import { aboveDelivered, claimLate, claimSettled, manyPictures, notInvoiced } from "#app/features/orders/problems.ts";
import * as orderQueries from "#app/features/orders/queries.server.ts";
import { hasLeft } from "#app/features/orders/rules.ts";
import type { Actor, Billing } from "#app/features/orders/status/billing.server.ts";
import { toObject } from "#app/features/orders/status/cancelling.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { lastClaimDay, mostClaimed, piecesDelivered } from "./claims.rules.ts";
import { mailClaim, mailRefusal, mailReplacement } from "./mails.server.ts";
import * as queries from "./queries.server.ts";
import { replace } from "./replacement.server.ts";

type OrderRow = orderQueries.OrderRow;
export type Acting = Actor & { timeZone: string; billing: Billing };

const NO_ORDER = "This order does not exist.";
const NO_CLAIM = "This claim does not exist.";

/**
 * What was claimed about an order, and how many more pieces the reader may claim, until which day.
 * @throws Refusal not-found
 */
export async function readClaims(db: Db, who: Person, idOrNumber: IdOrNumber, timeZone: string) {
  const order = (await orderQueries.findOrder(db, idOrNumber)) ?? refuse(notFound, NO_ORDER);
  if (!(await mayRead(db, who, order))) refuse(notFound, NO_ORDER);
  const claims: Claim[] = await queries.listClaims(db, { orderId: order._id }, { readerId: who.id });
  const until = await findLastDay(db, order._id, order, timeZone);
  const isInTime = until !== undefined && dayAt(await readNow(db), timeZone) <= until;
  const mayClaim = isInTime && !who.isAdmin && (await mayActOn(db, who, order));
  return { claims, most: mayClaim ? mostClaimed(piecesDelivered(order), claims) : 0, until: until ?? null };
}

/** The last day for a claim about an order that has been delivered as its state says. */
async function findLastDay(
  db: Db | Tx,
  orderId: string,
  order: Pick<OrderRow, "shipping" | "orderQuantity" | "shippedPieces">,
  timeZone: string,
): Promise<string | undefined> {
  if (piecesDelivered(order) === 0) return undefined;
  const found = await queries.findShipped(db, orderId);
  const dayOf = (at: string | null | undefined) => (at ? dayAt(new Date(at), timeZone) : undefined);
  const deliveredOn = order.shipping === "delivered" ? dayOf(found?.deliveredAt) : undefined;
  return lastClaimDay({ deliveredOn, shippedOn: dayOf(found?.shippedAt) });
}

/**
 * Writes a claim about a delivered order, with its note in the history and the mails to staff, in `tx`. Returns its id.
 * @throws Refusal not-found, not-allowed, claim-late, above-delivered with the most
 */
export async function addClaim(tx: Tx, by: Acting, idOrNumber: IdOrNumber, input: ClaimInput): Promise<string> {
  const { who, timeZone } = by;
  const order = (await orderQueries.lockOrder(tx, idOrNumber)) ?? refuse(notFound, NO_ORDER);
  if (!(await mayRead(tx, who, order))) refuse(notFound, NO_ORDER);
  if (who.isAdmin) refuse(notAllowed, "Only buyers claim.");
  if (!(await mayActOn(tx, who, order))) refuse(notAllowed, ONLY_LOOKS);
  const until = await findLastDay(tx, order.id, order, timeZone);
  // What shipped before there were events has no last day: it is long ago.
  const isLate = until === undefined ? hasLeft(order) : dayAt(await readNow(tx), timeZone) > until;
  if (isLate) {
    refuse(claimLate, "The last day for a claim about this order is over. Please write to us.");
  }
  const most = mostClaimed(piecesDelivered(order), await queries.listPieces(tx, order.id));
  if (input.pieces > most) {
    const message = most === 0 ? "There is nothing left to claim" : `At most ${formatPieces(most)}`;
    refuse(aboveDelivered, `${message}.`, [{ field: "pieces", message }]);
  }
  const about = { orderId: order.id, buyerId: order.userId ?? who.id, authorId: who.id };
  const id = await queries.insertClaim(tx, { ...about, ...input });
  const note = `Problem reported: ${describePieces(input.pieces)} ${input.kind}`;
  await insertEvent(tx, { who, orderId: order.id, kind: "note", note, noteFor: "buyer" });
  await mailClaim(tx, by, order, { id, ...input });
  return id;
}

/**
 * Adds a picture to an open claim of the caller's, in `tx`. Returns its id.
 * @throws Refusal not-found, claim-settled, many-pictures
 */
export async function addPicture(tx: Tx, who: Person, claimId: string, bytes: Uint8Array): Promise<string> {
  const claim = await queries.lockClaim(tx, claimId);
  if (!claim || claim.authorId !== who.id) refuse(notFound, NO_CLAIM);
  const order = await orderQueries.findOrder(tx, claim.orderId);
  // Whoever has left the company, or may only look now, adds nothing.
  if (!order || !(await mayActOn(tx, who, order))) refuse(notFound, NO_CLAIM);
  if (claim.state !== "open") refuseSettled();
  if ((await queries.countPictures(tx, claimId)) >= CLAIM_PICTURES) {
    refuse(manyPictures, `A claim has at most ${CLAIM_PICTURES} pictures.`);
  }
  return queries.insertPicture(tx, claimId, bytes);
}

/** A picture of a claim about an order that the caller may read. @throws Refusal not-found */
export async function readPicture(db: Db, who: Person, claimId: string, id: string): Promise<Uint8Array> {
  const claim = (await queries.findClaim(db, claimId)) ?? refuse(notFound, NO_CLAIM);
  const order = await orderQueries.findOrder(db, claim.orderId);
  if (!order || !(await mayRead(db, who, order))) refuse(notFound, NO_CLAIM);
  return (await queries.findPicture(db, claimId, id)) ?? refuse(notFound, "This picture does not exist.");
}

/** What came of a claim, and the trim whose stock has changed. */
type Outcome = { creditNote: string | null; replacement: number | null; trimId: string | undefined };

/**
 * Settles an open claim with all that follows in `tx`: a credit note, or an order that replaces the pieces, and the mail.
 * @throws Refusal not-found, not-allowed, claim-settled, not-invoiced, above-available
 */
export async function settle(tx: Tx, by: Acting, claimId: string, settlement: Settlement): Promise<Outcome> {
  const { who } = by;
  const found = (await queries.findClaim(tx, claimId)) ?? refuse(notFound, NO_CLAIM);
  const order = (await orderQueries.lockOrder(tx, found.orderId)) ?? refuse(notFound, NO_CLAIM);
  if (!(await mayRead(tx, who, order))) refuse(notFound, NO_CLAIM);
  const claim = await queries.lockClaim(tx, claimId);
  if (claim?.state !== "open") refuseSettled();
  const about = `${describePieces(claim.pieces)} ${claim.kind}`;
  const say = (note: string, isMailed: boolean) =>
    insertEvent(tx, { who, orderId: order.id, kind: "note", note, noteFor: "buyer", isMailed });
  const nothing = { creditNote: null, replacement: null, trimId: undefined };
  if (settlement.to === "withdrawn") {
    if (who.isAdmin) refuse(notAllowed, "Only the buyer withdraws a claim.");
    if (!(await mayActOn(tx, who, order))) refuse(notAllowed, ONLY_LOOKS);
    await queries.updateClaim(tx, claimId, { state: "withdrawn", settledBy: who.id });
    await say(`Claim withdrawn: ${about}`, false);
    return nothing;
  }
  if (!who.isAdmin) refuse(notAllowed, "Only we decide about a claim.");
  requirePermission(who, "manage-orders");
  const { to, gets, reason } = settlement;
  const outcome: Given = gets === undefined ? nothing : await give(tx, by, order, claim, gets);
  const { creditNote, replacement, replacementId } = outcome;
  await queries.updateClaim(tx, claimId, { state: to, settledBy: who.id, gets, reason, creditNote, replacementId });
  const recipient = await findRecipient(tx, order);
  const isMailed = recipient !== undefined;
  if (reason !== undefined) {
    await say(`Claim refused: ${about}. ${reason}`, isMailed);
    if (recipient) await mailRefusal(tx, recipient, order, { id: claimId, about, reason }, by.emailContext);
  }
  if (replacement !== null) {
    await say(`Claim accepted: ${about}. Order No. ${replacement} replaces them.`, isMailed);
    if (recipient) await mailReplacement(tx, recipient, order, { id: claimId, about, replacement }, by.emailContext);
  }
  await recordAction(tx, by, {
    ...{ action: orderActions.claim, ...toObject(order) },
    before: { claim: about, wants: claim.wants },
    after: { to, reason: reason ?? null, creditNote, replacement },
  });
  return outcome;
}

type Given = Outcome & { replacementId?: string };

async function give(
  tx: Tx,
  by: Acting,
  order: OrderRow,
  claim: queries.ClaimRow,
  gets: "credit" | "replacement",
): Promise<Given> {
  const { pieces, kind } = claim;
  if (gets === "replacement") {
    const replacement = await replace(tx, by, order, claim);
    return {
      creditNote: null,
      replacement: replacement.number,
      replacementId: replacement.id,
      trimId: replacement.trimId,
    };
  }
  const note = await by.billing.credit(tx, by, order, { pieces, reason: `Claim: ${describePieces(pieces)} ${kind}` });
  if (!note) refuse(notInvoiced, "No pieces of this order are on an invoice and not credited yet.");
  return { creditNote: note.number, replacement: null, trimId: undefined };
}

function refuseSettled(): never {
  refuse(claimSettled, "This claim is settled already.");
}
