import { addDays, dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { describePieces } from "#app/contract/money.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { findTerms } from "#app/features/companies/queries.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import type { MoveInput, NoteInput } from "#app/features/orders/changes.contract.ts";
import { mailDelivery } from "#app/features/orders/deliveries/mails.server.ts";
import { describePart } from "#app/features/orders/deliveries/pieces.rules.ts";
import { restOf, shipParts, takeBackShipping } from "#app/features/orders/deliveries/shipping.server.ts";
import { checkDeposit } from "#app/features/orders/deposit/deposit.server.ts";
import { type OrderStatus, type State, states, tracks } from "#app/features/orders/facts.ts";
import { stateLabels } from "#app/features/orders/labels.ts";
import { aboveAvailable, lateDue } from "#app/features/orders/problems.ts";
import * as queries from "#app/features/orders/queries.server.ts";
import {
  DUE_DAYS,
  findStepBack,
  isSettledShort,
  listMoves,
  type Move,
  moves,
  permissionFor,
} from "#app/features/orders/rules.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { requirePermission, requireProof } from "#app/platform/http/access.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import type { Billing, Issued } from "./billing.server.ts";
import { giveBack, toObject } from "./cancelling.server.ts";
import { refuseState } from "./conflict.server.ts";
import { checkCredit, lockCreditOf } from "./credit.server.ts";
import { findLatestMove, insertEvent } from "./events.server.ts";
import { askAboutDue } from "./invoicing.rules.ts";
import { type BulkCall, findRecipient, isMailed, mailMove } from "./move-mails.server.ts";

/** Who acts, from where, and what their action needs besides. */
export type ActionContext = {
  who: Person;
  from: Client;
  emailContext: EmailContext;
  /** The shop's, for the day to pay. */
  timeZone: string;
  billing: Billing;
  /** The call it belongs to, if that moves several orders. */
  call?: BulkCall;
};

export type Done = {
  /** The trim whose pieces went back or were taken again, for the pages that show it; undefined if there was none. */
  trimId: string | undefined;
  /** The orders that made the same move with it: an invoice takes all lines of its sheet that are ready for it. */
  alongside?: readonly string[];
  /** All other lines of its sheet that its invoice took along. */
  invoicedToo?: readonly string[];
};

/**
 * Moves an order on one track, or takes the caller's own last move back: with its events, its row in the audit, its
 * pieces and its mail in `tx`, or nothing.
 * @throws Refusal invalid-input, not-found, wrong-state (with the state of each track in `errors`), above-available,
 * over-credit, deposit-due, proof-needed.
 */
export async function moveOrder(tx: Tx, by: ActionContext, idOrNumber: IdOrNumber, input: MoveInput): Promise<Done> {
  requirePermission(by.who, permissionFor(input));
  proveRefund(by.who, input);
  if (input.invoice !== undefined) requirePermission(by.who, "issue-invoices");
  if (input.overCredit !== undefined || input.beforeDeposit !== undefined) requirePermission(by.who, "manage-money");
  checkMove(input, dayAt(await readNow(tx), by.timeZone));
  const { order, others } = await lock(tx, by, idOrNumber, input);
  const wanted = (move: Move) => move.track === input.track && move.from === input.from && move.to === input.to;
  if (listMoves(order).some(wanted)) {
    // What ships may be invoiced already.
    const { invoice: _, ...shipped } = input;
    const isInvoiced = input.to === "shipped" && order.payment !== "pending";
    return moveForward(tx, by, order, isInvoiced ? { ...shipped, others: [] } : { ...input, others });
  }
  const latest = await findLatestMove(tx, order.id, by.who);
  const back = findStepBack(latest, latest?.nowMs ?? 0);
  const billed = (await by.billing.listBilled(tx, [order.id])).get(order.id);
  if (!latest || !back || !wanted(back) || isSettledShort(order, billed))
    return refuseState(tx, order, { ...input, timeZone: by.timeZone });
  return moveBack(tx, by, order, latest, input);
}

/**
 * The order, and with an invoice the other lines of its sheet that it will be for: those that are ready for it, and
 * those that the same call accepts.
 */
async function lock(tx: Tx, { call }: ActionContext, idOrNumber: IdOrNumber, { to, invoice }: MoveInput) {
  if (to === "accepted") await lockCreditOf(tx, idOrNumber);
  const isInvoicing = to === "invoiced" || invoice !== undefined;
  if (!isInvoicing) return { order: (await queries.lockOrder(tx, idOrNumber)) ?? refuseUnknown(), others: [] };
  const all = await queries.lockWithSheet(tx, idOrNumber);
  const order = all.find(({ id, number }) => id === idOrNumber || number === idOrNumber) ?? refuseUnknown();
  const isReady = (one: queries.OrderRow) =>
    listMoves(one).some(
      (move) =>
        move.to === "invoiced" || (invoice && to === "accepted" && move.to === to && call?.orderIds.has(one.id)),
    );
  return { order, others: all.filter((one) => one.id !== order.id && isReady(one)) };
}

/**
 * `today` is the day in the shop's time zone.
 * @throws Refusal invalid-input when a state is not one of the track, a field does not belong to the move, or the day to
 * pay is over; late-due when that is unusually late and `lateDue` does not say that it is meant.
 */
export function checkMove(input: MoveInput, today: string): void {
  const { track, from, to, note, noteFor } = input;
  const errors: { field: keyof MoveInput; message: string }[] = [];
  const check = (field: keyof MoveInput, isWrong: boolean, message: string) => {
    if (isWrong) errors.push({ field, message });
  };
  const isForward = moves.some((move) => move.track === track && move.from === from && move.to === to);
  const only = (field: keyof MoveInput, state: State) =>
    check(
      field,
      input[field] !== undefined && !(isForward && to === state),
      `Only with a move to ${stateLabels[state]}`,
    );
  const known: readonly State[] = states[track];
  check("from", !known.includes(from), `This is not a state of ${track}`);
  check("to", !known.includes(to), `This is not a state of ${track}`);
  check("to", to === "cancelled", "Cancel an order with DELETE /orders/{id}");
  for (const field of ["carrier", "trackingNumber", "trackingUrl"] as const) only(field, "shipped");
  only("dueOn", "invoiced");
  check(
    "invoice",
    input.invoice !== undefined && !(isForward && (to === "accepted" || to === "shipped")),
    `Only with a move to ${stateLabels.accepted} or ${stateLabels.shipped}`,
  );
  only("overCredit", "accepted");
  check(
    "beforeDeposit",
    input.beforeDeposit !== undefined && !(isForward && begins(input)),
    "Only with a move that begins an order",
  );
  const dueOn = input.dueOn ?? input.invoice?.dueOn;
  check("dueOn", dueOn !== undefined && dueOn < today, "This day is over");
  check("lateDue", input.lateDue !== undefined && dueOn === undefined, "Only with a day to pay");
  check("note", noteFor !== undefined && !note, "The note is empty");
  const isReason = isForward && to === "declined";
  check("note", isReason && (!note || noteFor === "internal"), "Please tell the buyer the reason");
  if (errors.length > 0) {
    refuse(invalidInput, errors.map(({ field, message }) => `${field}: ${message}`).join("; "), errors);
  }
  const question = dueOn && !input.lateDue && askAboutDue(dueOn, today);
  if (question) refuse(lateDue, question, [{ field: "dueOn", message: question }]);
}

/** The first step of making an order. */
const begins = ({ track, from }: MoveInput) => track === "shipping" && from === "pending";

/** Returning money wants a fresh proof, as `POST /refunds` does. @throws Refusal proof-needed */
export function proveRefund(who: Person, { to }: Pick<MoveInput, "to">): void {
  if (to === "refunded") requireProof({ proof: "everybody" }, who);
}

type Forward = MoveInput & { others: readonly queries.OrderRow[] };

async function moveForward(tx: Tx, by: ActionContext, order: queries.OrderRow, input: Forward): Promise<Done> {
  const { track, from, to, note, carrier, trackingNumber, trackingUrl, invoice, others } = input;
  const isInvoiced = to === "invoiced" || invoice !== undefined;
  const dueOn = isInvoiced
    ? (input.dueOn ?? invoice?.dueOn ?? (await findDueDay(tx, order, dayAt(await readNow(tx), by.timeZone))))
    : undefined;
  const accepted = others.filter(({ review }) => review === "in-review");
  const over =
    to === "accepted" ? await checkCredit(tx, by.billing, [order, ...accepted], input.overCredit) : undefined;
  const early = begins(input) ? await checkDeposit(tx, by.billing, order, input.beforeDeposit) : undefined;
  const shipment = to === "shipped" ? { carrier, trackingNumber, trackingUrl } : {};
  const sent = to === "shipped" ? await shipRest(tx, by, order, shipment) : undefined;
  const delivery = sent ? { deliveryId: sent.deliveryId, pieces: restOf(order) } : {};
  const after = { [track]: to, ...(invoice ? { payment: "invoiced" as const } : {}) };
  const done = to === "declined" ? await giveBack(tx, by, order) : { trimId: undefined };
  await queries.updateOrder(tx, order.id, { ...after, ...(dueOn ? { dueOn } : {}) });
  if (to === "paid") await by.billing.payRest(tx, by, order);
  if (to === "refunded") await by.billing.refundAll(tx, by, order, (input.noteFor === "buyer" && note) || "Refunded");
  const noteFor = note ? (to === "declined" ? "buyer" : (input.noteFor ?? "internal")) : undefined;
  const move = { kind: "move", track, from, to, note, noteFor, ...shipment, ...delivery } as const;
  const invoiced = { kind: "move", track: "payment", from: "pending", to: "invoiced", dueOn } as const;
  for (const other of others) await moveToo(tx, by, other, accepted.includes(other) ? [move, invoiced] : [invoiced]);
  const movedToo = invoice ? accepted : others;
  const invoices = by.call?.invoices ?? new Map<string, Issued>();
  let paidBefore: readonly string[] = [];
  if (dueOn) {
    const ids = [order.id, ...others.map(({ id }) => id)];
    const issued = await by.billing.issueInvoice(tx, ids, dueOn);
    for (const id of ids) invoices.set(id, issued);
    paidBefore = issued.deposit ? ids : [];
  }
  await tell(tx, by, order, invoice || !isInvoiced ? move : { ...move, dueOn }, { others: movedToo, invoices, sent });
  if (invoice) await tell(tx, by, order, invoiced, { others, invoices });
  if (paidBefore.length > 0) await by.billing.applyDeposit(tx, by, paidBefore);
  if (to === "declined") await by.billing.releaseDeposit(tx, by, order);
  const said = inWords(order, after);
  const override = over ?? early;
  if (override)
    await insertEvent(tx, { who: by.who, orderId: order.id, kind: "note", note: override, noteFor: "internal" });
  await recordAction(tx, by, {
    ...{ action: orderActions.move, ...toObject(order), before: said.before },
    after: { ...said.after, ...(over ? { overCredit: over } : {}), ...(early ? { beforeDeposit: early } : {}) },
  });
  return { ...done, alongside: movedToo.map(({ id }) => id), invoicedToo: others.map(({ id }) => id) };
}

/** The day to pay an order that is invoiced on `day`: as agreed with its company, else as usual. */
export async function findDueDay(tx: Tx, { companyId }: queries.OrderRow, day: string): Promise<string> {
  return addDays(day, (await findTerms(tx, companyId))?.termsDays ?? DUE_DAYS);
}

/** Adds another line of a sheet to the invoice of this move. The mails about its moves also mention it. */
async function moveToo(
  tx: Tx,
  by: ActionContext,
  order: queries.OrderRow,
  happenings: readonly Happened[],
): Promise<void> {
  const after = Object.fromEntries(happenings.map(({ track, to }) => [track, to]));
  const dueOn = happenings.find((one) => one.dueOn)?.dueOn;
  await queries.updateOrder(tx, order.id, { ...after, ...(dueOn ? { dueOn } : {}) });
  const isMailed = (await findRecipient(tx, order)) !== undefined;
  for (const happened of happenings) {
    await insertEvent(tx, { ...happened, who: by.who, orderId: order.id, isMailed, callId: by.call?.id });
  }
  await recordAction(tx, by, { action: orderActions.move, ...toObject(order), ...inWords(order, after) });
}

async function moveBack(
  tx: Tx,
  by: ActionContext,
  order: queries.OrderRow,
  { isMailed, deliveryId }: { isMailed: boolean; deliveryId: string | null },
  input: MoveInput,
) {
  const { track, from, to, note } = input;
  const done = from === "declined" ? await takePieces(tx, order) : { trimId: undefined };
  const after = { [track]: to };
  if (isShippingBack(input)) await takeBackShipping(tx, by, order, { deliveryId, to: input.to });
  else await queries.updateOrder(tx, order.id, after);
  if (from === "paid") await by.billing.reversePayment(tx, by, order);
  if (from === "refunded") await by.billing.reverseRefund(tx, by, order);
  const noteFor = note ? (input.noteFor ?? "internal") : undefined;
  await tell(tx, by, order, { kind: "back", track, from, to, note, noteFor }, { isWanted: isMailed });
  await recordAction(tx, by, { action: orderActions.back, ...toObject(order), ...inWords(order, after) });
  return done;
}

/** Ships all that has not left of an order, in one delivery with the others of its call that have the same address. */
async function shipRest(tx: Tx, by: ActionContext, order: queries.OrderRow, about: Tracking) {
  const address = JSON.stringify([order.userId, order.email, order.address]);
  const shared = by.call?.deliveries;
  const id = shared?.get(address) ?? newId();
  shared?.set(address, id);
  const parts = [{ order, pieces: restOf(order) }];
  return shipParts(tx, by, parts, about, id);
}

type Tracking = Partial<Record<"carrier" | "trackingNumber" | "trackingUrl", string | undefined>>;

/** Whether a step back undoes a delivery, or that an order was closed short. */
function isShippingBack(step: MoveInput): step is MoveInput & { to: "packed" | "partly-shipped" } {
  const { from, to } = step;
  return (from === "shipped" || from === "partly-shipped") && (to === "packed" || to === "partly-shipped");
}

type Happened = Move & { kind: "move" | "back" } & Partial<
    Record<"note" | "carrier" | "trackingNumber" | "trackingUrl" | "dueOn", string | undefined>
  > & { noteFor?: "buyer" | "internal" | undefined; deliveryId?: string; pieces?: number };

type Telling = {
  isWanted?: boolean;
  others?: readonly queries.OrderRow[];
  /** The invoices, by order. */
  invoices?: ReadonlyMap<string, Issued>;
  /** What left with a move to `shipped`. */
  sent?: Awaited<ReturnType<typeof shipParts>> | undefined;
};

/** Writes the event of a move, and the mail about it and `others` if its buyer gets one. */
async function tell(
  tx: Tx,
  { who, emailContext, call }: ActionContext,
  order: queries.OrderRow,
  happened: Happened,
  { isWanted = isMailed(happened.to), others = [], invoices = new Map(), sent }: Telling = {},
): Promise<void> {
  const recipient = isWanted ? await findRecipient(tx, order) : undefined;
  const written = { who, orderId: order.id, isMailed: recipient !== undefined, callId: call?.id };
  const eventId = await insertEvent(tx, { ...happened, ...written });
  if (!recipient) return;
  const [part] = sent?.shipped ?? [];
  if (sent && part && !call) {
    const note = happened.noteFor === "buyer" ? happened.note : undefined;
    return mailDelivery(tx, recipient, [part], { ...happened, note, shippedOn: sent.shippedOn, eventId }, emailContext);
  }
  const reason = happened.to === "declined" ? happened.note : undefined;
  const parts = part?.order.shippedPieces
    ? { [order.id]: describePart(part.pieces, part.after, { ...order, isLast: true }) }
    : undefined;
  const move = { ...happened, eventId, reason, invoices, parts };
  await mailMove(tx, recipient, [order, ...others], move, { emailContext, call });
}

/** Writes a note on an order. Returns its id. @throws Refusal not-found */
export async function writeNote(
  tx: Tx,
  by: ActionContext,
  idOrNumber: IdOrNumber,
  { note, noteFor }: NoteInput,
): Promise<string> {
  const order = (await queries.lockOrder(tx, idOrNumber)) ?? refuseUnknown();
  const id = await insertEvent(tx, { who: by.who, orderId: order.id, kind: "note", note, noteFor });
  await recordAction(tx, by, { action: orderActions.note, ...toObject(order), before: null, after: { noteFor } });
  return id;
}

async function takePieces(tx: Tx, { trimId, orderQuantity }: queries.OrderRow): Promise<Done> {
  if (trimId && !(await queries.takeAgain(tx, trimId, orderQuantity))) {
    const left = await queries.readQuantity(tx, trimId);
    refuse(aboveAvailable, `Only ${describePieces(left)} left, and this order needs ${orderQuantity}.`);
  }
  return { trimId: trimId ?? undefined };
}

function refuseUnknown(): never {
  refuse(notFound, "This order does not exist.");
}

/** What changes for the audit log, which keeps the words of its time. */
function inWords(order: OrderStatus, changed: Partial<OrderStatus>) {
  const toWords = (status: Partial<OrderStatus>) =>
    Object.fromEntries(
      tracks.flatMap((track) => (changed[track] && status[track] ? [[track, stateLabels[status[track]]]] : [])),
    );
  return { before: toWords(order), after: toWords(changed) };
}
