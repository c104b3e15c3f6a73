import { dayAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { describePieces } from "#app/contract/money.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import type { Closing, Correction, DeliveryInput } from "#app/features/orders/deliveries.contract.ts";
import { deliveryChanged, manyBuyers } from "#app/features/orders/problems.ts";
import * as orderQueries from "#app/features/orders/queries.server.ts";
import { hasLeft, isEnded } from "#app/features/orders/rules.ts";
import type { Actor, Billing, CreditNote } from "#app/features/orders/status/billing.server.ts";
import { toObject } from "#app/features/orders/status/cancelling.server.ts";
import { refuseState } from "#app/features/orders/status/conflict.server.ts";
import { insertEvent, insertEvents, type NewEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient, mailMove, releaseMoveMails } from "#app/features/orders/status/move-mails.server.ts";
import { moveOrder } from "#app/features/orders/status/moves.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { mailCorrection, mailDelivery } from "./mails.server.ts";
import { describePart } from "./pieces.rules.ts";
import * as queries from "./queries.server.ts";
import { closeShort, type Part, type Shipped, shipParts } from "./shipping.server.ts";

type OrderRow = orderQueries.OrderRow;
type Acting = Actor & { timeZone: string; billing: Billing };

/** What a delivery did: where each order is, and what pages have to know. */
type Delivered = {
  id: string;
  orders: { id: string; from: OrderRow["shipping"]; to: Shipped["to"] }[];
  invoicedToo: string[];
  /** The trims whose stock has changed. */
  trimIds: string[];
};

/**
 * Ships pieces of orders that go to one address, and invoices them if that is asked for: delivery, stock, states, events,
 * audit and one mail of each kind in `tx`, or nothing.
 * @throws Refusal not-found, wrong-state, many-buyers, above-tolerance with the most, above-available
 */
export async function deliver(tx: Tx, by: Acting, input: DeliveryInput): Promise<Delivered> {
  const { lines, note, invoice } = input;
  if (invoice) requirePermission(by.who, "issue-invoices");
  const today = dayAt(await readNow(tx), by.timeZone);
  if (input.shippedOn !== undefined && input.shippedOn > today) {
    const message = "This day is still to come";
    refuse(invalidInput, message, [{ field: "shippedOn", message }]);
  }
  const ids = lines.map(({ order }) => order);
  const locked = await queries.lockOrders(tx, ids, { withSheets: invoice === true });
  const parts: Part[] = [];
  for (const { order: id, pieces, before, isLast } of lines) {
    const order = locked.find((one) => one.id === id) ?? refuseUnknown();
    await checkShippable(tx, by, order, { before, isAlone: lines.length === 1 });
    parts.push({ order, pieces, isLast });
  }
  const destinations = new Set(
    parts.map(({ order: { userId, email, address } }) => JSON.stringify([userId, email, address])),
  );
  if (destinations.size > 1) refuse(manyBuyers, "A delivery goes to one address of one buyer.");
  const { deliveryId, shippedOn, shipped } = await shipParts(tx, by, parts, input);
  const creditNotes: CreditNote[] = [];
  for (const { order, after, to } of shipped) {
    const credited = to === "shipped" ? await creditShort(tx, by, order, after) : undefined;
    if (credited) creditNotes.push(credited);
  }
  await report(tx, by, shipped, { ...input, deliveryId, shippedOn, note, creditNotes });
  const invoicedToo = invoice ? await invoiceThese(tx, by, parts) : [];
  const moved = shipped.filter(({ to, after, order }) => to === "shipped" && after !== order.orderQuantity);
  return {
    id: deliveryId,
    orders: shipped.map(({ order, to }) => ({ id: order.id, from: order.shipping, to })),
    invoicedToo,
    trimIds: moved.flatMap(({ order }) => order.trimId ?? []),
  };
}

type Seen = { before: number; isAlone: boolean };

async function checkShippable(tx: Tx, { timeZone }: Acting, order: OrderRow, { before, isAlone }: Seen): Promise<void> {
  const isOpen = order.shipping === "packed" || order.shipping === "partly-shipped";
  if (isOpen && order.review === "accepted" && (order.shippedPieces ?? 0) === before) return;
  const from = before > 0 ? "partly-shipped" : "packed";
  await refuseState(tx, order, { track: "shipping", from, timeZone, isNamed: !isAlone });
}

/**
 * Invoices those of the locked orders that have no invoice, with one mail. Returns the other lines of their sheets that
 * are on the same invoices.
 */
async function invoiceThese(tx: Tx, by: Acting, parts: readonly Part[]): Promise<string[]> {
  const open = parts.filter(({ order }) => order.payment === "pending").map(({ order }) => order.id);
  const call = { id: newId(), orderIds: new Set(open), invoices: new Map(), deliveries: new Map() };
  const done = new Set<string>();
  for (const id of open) {
    if (done.has(id)) continue;
    const move = { track: "payment", from: "pending", to: "invoiced" } as const;
    const { alongside = [] } = await moveOrder(tx, { ...by, call }, id, move);
    for (const one of [id, ...alongside]) done.add(one);
  }
  await releaseMoveMails(tx, call);
  return [...done].filter((id) => !call.orderIds.has(id));
}

/**
 * Credits what an invoice bills beyond the pieces that have left of a closed order; without an invoice, the next one bills
 * what was delivered. The caller mails the note.
 */
async function creditShort(tx: Tx, by: Acting, order: OrderRow, left: number): Promise<CreditNote | undefined> {
  const billed = (await by.billing.listBilled(tx, [order.id])).get(order.id);
  const pieces = (billed?.pieces ?? 0) - left;
  if (pieces <= 0) return undefined;
  const reason = `${describePieces(pieces)} not delivered`;
  return by.billing.credit(tx, by, order, { pieces, reason, isMailed: false });
}

type Reported = Pick<DeliveryInput, "carrier" | "trackingNumber" | "trackingUrl" | "note"> & {
  deliveryId: string;
  shippedOn: string;
  creditNotes: readonly CreditNote[];
};

/** Writes events and audit rows of what shipped, and one mail about all of it. */
async function report(tx: Tx, by: Acting, shipped: readonly Shipped[], about: Reported): Promise<void> {
  const { carrier, trackingNumber, trackingUrl, note, deliveryId } = about;
  const [first, ...others] = shipped;
  if (!first) return;
  const recipient = await findRecipient(tx, first.order);
  const tracking = { carrier, trackingNumber, trackingUrl };
  const isMailed = recipient !== undefined;
  const [eventId = ""] = await insertEvents(
    tx,
    shipped.map(
      ({ order, pieces, to }): NewEvent => ({
        ...{ who: by.who, orderId: order.id, kind: "move", track: "shipping", from: order.shipping, to },
        ...{ ...tracking, deliveryId, pieces, isMailed, ...(note ? { note, noteFor: "buyer" } : {}) },
      }),
    ),
  );
  for (const { order, pieces, after } of shipped) {
    const before = { shipped: order.shippedPieces ?? 0 };
    await recordAction(tx, by, {
      action: orderActions.deliver,
      ...toObject(order),
      before,
      after: { shipped: after, pieces },
    });
  }
  if (!recipient) return;
  await mailDelivery(tx, recipient, [first, ...others], { ...about, eventId }, by.emailContext);
}

/**
 * Closes a partly shipped order: nothing more follows, the rest returns to stock, and what an invoice bills of it is
 * credited, once.
 * @throws Refusal not-found, wrong-state
 */
export async function closeOrder(tx: Tx, by: Acting, idOrNumber: IdOrNumber, { before, note }: Closing) {
  const order = (await orderQueries.lockOrder(tx, idOrNumber)) ?? refuseUnknown();
  if (order.shipping !== "partly-shipped" || order.shippedPieces !== before) {
    await refuseState(tx, order, { track: "shipping", from: "partly-shipped", timeZone: by.timeZone });
  }
  const returned = await closeShort(tx, by, order);
  const credited = await creditShort(tx, by, order, before);
  const recipient = await findRecipient(tx, order);
  const eventId = await insertEvent(tx, {
    ...{ who: by.who, orderId: order.id, kind: "move", track: "shipping", from: "partly-shipped", to: "shipped" },
    ...{ isMailed: recipient !== undefined, ...(note ? { note, noteFor: "buyer" } : {}) },
  });
  const audited = { action: orderActions.close, ...toObject(order) };
  await recordAction(tx, by, {
    ...audited,
    before: { pieces: order.orderQuantity },
    after: { shipped: before, returned },
  });
  if (recipient) {
    const move = { kind: "move", from: "partly-shipped", to: "shipped", closedShort: true, reason: note } as const;
    const parts = { [order.id]: describePart(before, before, { orderQuantity: order.orderQuantity, isLast: true }) };
    const creditNotes = credited ? [credited] : [];
    const reported = { ...move, parts, creditNotes, eventId, invoices: new Map<string, never>() };
    await mailMove(tx, recipient, [order], reported, { emailContext: by.emailContext, call: undefined });
  }
  return { returned, credited: credited ?? null, trimId: order.trimId ?? undefined };
}

/** Corrects how to follow a delivery. @throws Refusal not-found, delivery-changed */
export async function correct(tx: Tx, by: Acting, id: string, { version, ...correction }: Correction) {
  const delivery = (await queries.lockDelivery(tx, id)) ?? refuse(notFound, "This delivery does not exist.");
  if (delivery.version !== version) refuse(deliveryChanged, "Somebody else has corrected this delivery meanwhile.");
  const written = {
    carrier: correction.carrier || null,
    trackingNumber: correction.trackingNumber || null,
    trackingUrl: correction.trackingUrl,
  };
  const { carrier, trackingNumber, trackingUrl } = delivery;
  const before = { carrier, trackingNumber, trackingUrl };
  if (JSON.stringify(before) === JSON.stringify(written)) return 0;
  const orders = await queries.correctDelivery(tx, id, written);
  const [first, ...others] = orders;
  if (!first) return 0;
  const recipient = await findRecipient(tx, first);
  const words = [written.carrier, written.trackingNumber, written.trackingUrl].filter(Boolean).join(" ");
  const note = `Tracking corrected: ${words || "none"}`;
  await insertEvents(
    tx,
    orders.map(
      (order): NewEvent => ({
        ...{ who: by.who, orderId: order.id, kind: "note", note, noteFor: "buyer", deliveryId: id },
        isMailed: recipient !== undefined,
      }),
    ),
  );
  const object = { object: `Delivery of No. ${orders.map((order) => order.number).join(", ")}`, objectId: id };
  await recordAction(tx, by, { action: orderActions.track, ...object, before, after: written });
  if (recipient)
    await mailCorrection(tx, recipient, [first, ...others], { id, version: version + 1, ...written }, by.emailContext);
  return 1;
}

/** Sets an order's tolerance. @throws Refusal not-found, wrong-state once it is closed or has ended */
export async function setTolerance(tx: Tx, by: Acting, idOrNumber: IdOrNumber, tolerance: number): Promise<number> {
  const order = (await orderQueries.lockOrder(tx, idOrNumber)) ?? refuseUnknown();
  if (isEnded(order) || (hasLeft(order) && order.shipping !== "partly-shipped")) await refuseState(tx, order);
  if (order.tolerance === tolerance) return 0;
  await orderQueries.updateOrder(tx, order.id, { tolerance });
  const about = { action: orderActions.tolerate, ...toObject(order) };
  await recordAction(tx, by, { ...about, before: { tolerance: order.tolerance }, after: { tolerance } });
  return 1;
}

function refuseUnknown(): never {
  refuse(notFound, "This order does not exist.");
}
