import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on orders. An admin's are recorded on their own orders, too: they may do to them what no buyer may. */
export const orderActions = {
  move: { code: "move-order", title: "Moved an order" },
  back: { code: "move-order-back", title: "Took back a move of an order" },
  note: { code: "note-order", title: "Wrote a note on an order" },
  deliver: { code: "deliver-order", title: "Shipped a part of an order" },
  close: { code: "close-order", title: "Closed an order short" },
  track: { code: "correct-delivery", title: "Corrected the tracking of a delivery" },
  tolerate: { code: "set-tolerance", title: "Changed the tolerance of an order" },
  print: { code: "print-orders", title: "Printed a pick or production list" },
  export: { code: "export-orders", title: "Exported orders" },
  change: { code: "change-order", title: "Changed an order" },
  charge: { code: "charge-order", title: "Added or removed freight or a discount" },
  message: { code: "write-message", title: "Wrote to a buyer about an order" },
  claim: { code: "settle-claim", title: "Settled a claim" },
  sendAgain: { code: "send-mail-again", title: "Sent a mail again" },
  delete: { code: "delete-order", title: "Cancelled an order" },
} as const satisfies Record<string, AuditAction>;
