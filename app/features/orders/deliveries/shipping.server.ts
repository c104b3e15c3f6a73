import { dayAt } from "#app/contract/calendar.ts";
import { describePieces } from "#app/contract/money.ts";
import { invalidInput } from "#app/contract/problem.ts";
import { aboveAvailable, aboveTolerance } from "#app/features/orders/problems.ts";
import * as orderQueries from "#app/features/orders/queries.server.ts";
import { isClosed } from "#app/features/orders/rules.ts";
import { addToStock } from "#app/features/trims/stock/stock.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { leastPieces, mostPieces } from "./pieces.rules.ts";
import * as queries from "./queries.server.ts";

type OrderRow = orderQueries.OrderRow;

/** Pieces of a locked order that ship; without `isLast`, it is complete once the least that it allows has left. */
export type Part = { order: OrderRow; pieces: number; isLast?: boolean | undefined };

type About = Partial<Record<"carrier" | "trackingNumber" | "trackingUrl" | "shippedOn", string | undefined>>;
type Context = { who: Person; emailContext: EmailContext; timeZone: string };

/** An order after a delivery: how much of it has left in all, and its state. */
export type Shipped = Part & { after: number; to: "partly-shipped" | "shipped" };

/**
 * Writes what leaves together: the delivery, the pieces and states of its orders, and the stock where an order ends with
 * other pieces than were ordered. The caller has locked the orders, checked their states, and writes events and mails.
 * `deliveryId` adds the parts to a delivery that may be there already.
 * @throws Refusal above-tolerance with the most, above-available
 */
export async function shipParts(
  tx: Tx,
  { who, emailContext, timeZone }: Context,
  parts: readonly Part[],
  { shippedOn, carrier, trackingNumber, trackingUrl }: About,
  deliveryId: string = newId(),
): Promise<{ deliveryId: string; shippedOn: string; shipped: Shipped[] }> {
  const shipped = parts.map((part): Shipped => {
    const { order, pieces } = part;
    const after = (order.shippedPieces ?? 0) + pieces;
    if (after > mostPieces(order)) refuseTooMany(order);
    const isLast = after >= order.orderQuantity || (part.isLast ?? after >= leastPieces(order));
    return { ...part, after, to: isLast ? "shipped" : "partly-shipped" };
  });
  const day = shippedOn ?? dayAt(await readNow(tx), timeZone);
  const tracking = {
    carrier: carrier ?? null,
    trackingNumber: trackingNumber ?? null,
    trackingUrl: trackingUrl ?? null,
  };
  // By trim, as placing locks them, so that the two never wait for each other.
  for (const { order, after, to } of shipped.toSorted((a, b) => compare(a.order.trimId, b.order.trimId))) {
    if (to === "shipped") await takeFromStock(tx, order, after - order.orderQuantity, emailContext);
  }
  await queries.insertDelivery(
    tx,
    { id: deliveryId, shippedOn: day, ...tracking, actorId: who.id },
    shipped.map(({ order, pieces }) => ({ orderId: order.id, pieces })),
  );
  for (const { order, after, to } of shipped) {
    await orderQueries.updateOrder(tx, order.id, { shipping: to, shippedPieces: after, ...tracking });
  }
  return { deliveryId, shippedOn: day, shipped };
}

/** The pieces of an order that have not left. */
export function restOf({ orderQuantity, shippedPieces }: OrderRow): number {
  return orderQuantity - (shippedPieces ?? 0);
}

/** Closes a locked, partly shipped order with what has left. Returns how many pieces went back to stock. */
export async function closeShort(tx: Tx, { emailContext }: Pick<Context, "emailContext">, order: OrderRow) {
  const rest = restOf(order);
  await takeFromStock(tx, order, -rest, emailContext);
  await orderQueries.updateOrder(tx, order.id, { shipping: "shipped" });
  return rest;
}

/**
 * Takes the latest delivery of a locked order back, or that it was closed short (without `deliveryId`), and leaves it in
 * state `to`.
 * @throws Refusal above-available when others have ordered the pieces meanwhile
 */
export async function takeBackShipping(
  tx: Tx,
  { emailContext }: Pick<Context, "emailContext">,
  order: OrderRow,
  { deliveryId, to }: { deliveryId: string | null; to: OrderRow["shipping"] },
): Promise<void> {
  const shipped = order.shippedPieces ?? order.orderQuantity;
  if (isClosed(order)) await takeFromStock(tx, order, order.orderQuantity - shipped, emailContext);
  const pieces = await queries.deleteLines(tx, order.id, to === "packed" ? "all" : deliveryId);
  const left = to === "partly-shipped" ? shipped - pieces : null;
  await orderQueries.updateOrder(tx, order.id, {
    shipping: to,
    shippedPieces: left,
    ...(await queries.findTracking(tx, order.id)),
  });
}

/** Takes so many pieces of an order's trim, or gives them back if there are fewer than none. */
async function takeFromStock(tx: Tx, { trimId }: OrderRow, pieces: number, emailContext: EmailContext): Promise<void> {
  if (!trimId || pieces === 0) return;
  if (pieces < 0) {
    if (await addToStock(tx, trimId, -pieces, emailContext)) return;
    refuse(invalidInput, "With these pieces the stock would be more than the shop can count.");
  }
  if (await orderQueries.takeAgain(tx, trimId, pieces)) return;
  const left = await orderQueries.readQuantity(tx, trimId);
  refuse(aboveAvailable, `Only ${describePieces(left)} left, and this needs ${describePieces(pieces)} more.`);
}

function refuseTooMany(order: OrderRow): never {
  const most = mostPieces(order) - (order.shippedPieces ?? 0);
  const message = `At most ${describePieces(most)} of order No. ${order.number} can ship.`;
  refuse(aboveTolerance, message, [{ field: "pieces", message }]);
}

const compare = (a: string | null, b: string | null) => (a ?? "").localeCompare(b ?? "");
