import { formatPieces } from "#app/contract/money.ts";
import { pieces as pieceCount } from "#app/contract/quantity.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { leastPieces, mostPieces } from "#app/features/orders/deliveries/pieces.rules.ts";
import type { DeliveryInput } from "#app/features/orders/deliveries.contract.ts";
import { MOST_MOVED } from "#app/features/orders/facts.ts";

/** What has to be known of an order to ship it, or a part of it. */
export type Shippable = Pick<
  Order,
  "_id" | "number" | "productName" | "orderQuantity" | "shippedPieces" | "tolerance" | "payment"
>;

/** How many pieces of an order are left to ship. */
export function restOf({ orderQuantity, shippedPieces }: Pick<Shippable, "orderQuantity" | "shippedPieces">): number {
  return orderQuantity - shippedPieces;
}

/** What is typed for the pieces of each order, by its id; without it, all that are left ship. */
export type TypedPieces = Readonly<Record<string, string>>;

/** How many pieces of an order are to ship, as typed: none or an empty field leaves it out. Or what is wrong with it. */
export function readPieces(order: Shippable, typed: TypedPieces): { pieces: number } | { fault: string } {
  const written = typed[order._id];
  if (written === undefined) return { pieces: restOf(order) };
  if (/^\s*0*\s*$/.test(written)) return { pieces: 0 };
  const read = pieceCount.safeParse(written);
  if (!read.success) return { fault: read.error.issues[0]?.message ?? "" };
  const most = mostPieces(order) - order.shippedPieces;
  return read.data > most ? { fault: `At most ${formatPieces(most)}` } : { pieces: read.data };
}

/** What becomes of an order if so many more of its pieces ship; undefined if that is all of it. */
export function sayRest(order: Shippable, pieces: number): string | undefined {
  const after = order.shippedPieces + pieces;
  if (pieces === 0) return "stays here";
  if (after > order.orderQuantity) return `${formatPieces(after - order.orderQuantity)} more than ordered`;
  if (after === order.orderQuantity) return undefined;
  const missing = formatPieces(order.orderQuantity - after);
  return after >= leastPieces(order) ? `complete with ${missing} fewer` : `${missing} follow`;
}

/** "18,000 pieces of 10 orders", of a parcel. */
export function describeContents(orders: readonly Shippable[], typed: TypedPieces): string {
  const counts = orders.map((order) => readPieces(order, typed)).map((read) => ("pieces" in read ? read.pieces : 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const some = counts.filter((count) => count > 0).length;
  return `${formatPieces(all)} pieces of ${some === 1 ? "one order" : `${some} orders`}`;
}

/** Orders that ship together, and the call that ships them. */
export type Shipment = { orders: Order[]; body: DeliveryInput };

type About = Omit<DeliveryInput, "lines">;

/**
 * The deliveries of these parcels; one for each, or more for one with more orders than a call takes. Orders of which
 * nothing ships are left out. Nothing of what is typed may be wrong.
 */
export function listShipments(
  parcels: readonly { orders: readonly Order[]; about: About }[],
  typed: TypedPieces,
): Shipment[] {
  return parcels.flatMap(({ orders, about }) => {
    const lines = orders.flatMap((order) => {
      const read = readPieces(order, typed);
      if (!("pieces" in read) || read.pieces === 0) return [];
      return { order, line: { order: order._id, pieces: read.pieces, before: order.shippedPieces } };
    });
    const parts = Array.from({ length: Math.ceil(lines.length / MOST_MOVED) }, (_, at) =>
      lines.slice(at * MOST_MOVED, (at + 1) * MOST_MOVED),
    );
    return parts.map((part) => ({
      orders: part.map(({ order }) => order),
      body: { lines: part.map(({ line }) => line), ...about },
    }));
  });
}
