import type { OrderStatus } from "./facts.ts";
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
export const isOnDocument: Record<DocumentKind, (status: OrderStatus) => boolean> = {
  confirmation: () => true,
  proforma: (status) => !isEnded(status),
  packing: ({ review }) => review === "accepted",
  invoice: ({ payment }) => payment !== "pending",
};

/** What a document lists of these orders. A confirmation leaves out what has ended, unless all has. */
export function listOn<One extends OrderStatus>(kind: DocumentKind, orders: readonly One[]): One[] {
  const listed = orders.filter(isOnDocument[kind]);
  const open = kind === "confirmation" ? listed.filter((one) => !isEnded(one)) : [];
  return open.length > 0 ? open : listed;
}

/** The documents of some orders; `missing` says why there is none. The packing list is for admins. */
export function listDocuments(orders: readonly OrderStatus[], isAdmin: boolean) {
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
  packing: "once accepted",
  invoice: "once invoiced",
};
