import type { Seller } from "#app/features/documents/facts.ts";
import type { PrintKind } from "#app/features/orders/facts.ts";

/** A line of a pick list: some pieces of an item for one order. */
export type PickLine = {
  /** The order's number. */
  order: number;
  article: number | null;
  item: string;
  pieces: number;
  packingUnit: number | null;
};

/** All that a pick or production list says. */
export type PickFacts = {
  kind: PrintKind;
  /** `PL-31` */
  number: string;
  /** The moment it is dated, and as people read it. */
  at: string;
  printed: string;
  seller: Seller;
  /** `12 orders, 11 buyers, 246,840 pieces` */
  summary: string;
  items: readonly (PickLine & { onShelf: number | null; orders: readonly { order: number; pieces: number }[] })[];
  deliveries: readonly { to: string; address: string; lines: readonly PickLine[] }[];
};
