import type { Standing } from "./facts.ts";
import { isEnded } from "./rules.ts";

/** What can be printed of an order or a sheet, in the order in which it comes to be. */
const documentKinds = ["confirmation", "proforma", "packing", "invoice"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentTitles: Record<DocumentKind, string> = {
  confirmation: "Order confirmation",
  proforma: "Pro-forma invoice",
  packing: "Packing list",
  invoice: "Invoice",
};

/** How many orders' packing lists one file holds. */
export const PACKING_LISTS_MAX = 200;

/** Whether a document lists an order in this state. */
export const isOnDocument: Record<DocumentKind, (standing: Standing) => boolean> = {
  // It says what was placed, whatever became of it.
  confirmation: () => true,
  proforma: (standing) => !isEnded(standing),
  packing: (standing) => !isEnded(standing) && packed.includes(standing.shipping),
  invoice: ({ payment }) => payment !== "Pending",
};
const packed: readonly Standing["shipping"][] = ["Packed", "Shipped", "Delivered"];

/** The documents of some orders; `missing` says why there is none. The packing list is for admins. */
export function listDocuments(orders: readonly Standing[], isAdmin: boolean) {
  return documentKinds
    .filter((kind) => isAdmin || kind !== "packing")
    .map((kind) => ({
      kind,
      title: documentTitles[kind],
      missing: orders.some(isOnDocument[kind]) ? undefined : orders.every(isEnded) ? "none" : later[kind],
    }));
}

const later: Record<DocumentKind, string> = {
  confirmation: "none",
  proforma: "none",
  packing: "once packed",
  invoice: "once invoiced",
};
