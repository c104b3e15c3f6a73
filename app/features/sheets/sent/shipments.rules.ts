import type { Order } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";

/** Orders that were sent together; `at` is when, if that is known. */
export type Shipment = Pick<Order, "carrier" | "trackingNumber" | "trackingUrl"> & {
  at: string | undefined;
  orders: number[];
};

/** The shipments of a sheet, the first one first. One parcel number is one shipment; without it, one action is. */
export function gatherShipments({ orders, events }: Pick<Sheet, "orders" | "events">): Shipment[] {
  const shipments = new Map<string, Shipment>();
  for (const order of orders) {
    const hasLeft = order.shipping === "shipped" || order.shipping === "delivered";
    if (!hasLeft || isEnded(order)) continue;
    const { carrier, trackingNumber, trackingUrl, number } = order;
    const left = events.findLast(
      ({ to, kind, orders: those }) => kind === "move" && to === "shipped" && those.includes(number),
    );
    const key = JSON.stringify([carrier, trackingNumber, trackingUrl, trackingNumber ? null : left?._id]);
    const known = shipments.get(key);
    if (known) known.orders.push(number);
    else shipments.set(key, { carrier, trackingNumber, trackingUrl, at: left?.at, orders: [number] });
  }
  return [...shipments.values()].sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}
