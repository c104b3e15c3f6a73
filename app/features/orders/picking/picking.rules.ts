import { formatPieces } from "#app/contract/money.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import type { OrderStatus, PrintKind } from "#app/features/orders/facts.ts";
import type { PickedOrder } from "#app/features/orders/picking.contract.ts";

/** Whether an order waits to be picked or produced, and so belongs on a list of that kind. */
export const waitsFor: Record<PrintKind, (status: OrderStatus) => boolean> = {
  pick: ({ review, shipping }) => review === "accepted" && (shipping === "pending" || shipping === "in-production"),
  production: ({ review, shipping }) => review === "accepted" && shipping === "pending",
};

/** Whether an order of a list is still to be packed. */
export const isUnpacked = waitsFor.pick;

export const printTitles: Record<PrintKind, string> = { pick: "Pick list", production: "Production list" };

/** `PL-31` */
export function nameRun({ number }: { number: number }): string {
  return `PL-${number}`;
}

/** Pieces in packing units: `8 × 2,500`, and what is left over. */
export function describeUnits(pieces: number, unit: number | null): string {
  if (!unit) return "";
  const full = Math.floor(pieces / unit);
  const rest = pieces % unit;
  const parts = [
    ...(full ? [`${formatPieces(full)} × ${formatPieces(unit)}`] : []),
    ...(rest ? [formatPieces(rest)] : []),
  ];
  return parts.join(" + ");
}

type Item = Pick<PickedOrder, "trimId" | "productName" | "article" | "orderQuantity">;

/** What is needed of each item for all of these orders together, by article number. */
export function groupByItem<One extends Item>(orders: readonly One[]) {
  const groups = Map.groupBy(orders, ({ trimId, productName }) => trimId ?? productName);
  return [...groups]
    .flatMap(([key, own]) => {
      const [first] = own;
      const pieces = own.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
      return first ? [{ key, item: first, pieces, orders: own }] : [];
    })
    .toSorted((a, b) => (a.item.article ?? 0) - (b.item.article ?? 0));
}

type Delivered = Pick<PickedOrder, "email" | "company" | "name" | "address" | "shipTo">;

/** The orders that go to one address of one buyer, in the order of their numbers, with the lines of that address. */
export function groupByDelivery<One extends Delivered>(orders: readonly One[]) {
  const groups = Map.groupBy(orders, ({ email, address }) => JSON.stringify([email, address]));
  return [...groups].flatMap(([key, own]) => {
    return own[0] ? [{ key, to: listAddress({ ...own[0], country: null }), orders: own }] : [];
  });
}

/** The order's number in what was scanned or typed: `1550`, `No. 1550`; undefined if it is none. */
export function readScan(text: string): number | undefined {
  const [, digits] = /^(?:order\s*)?(?:no\.?\s*)?(\d{1,9})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
