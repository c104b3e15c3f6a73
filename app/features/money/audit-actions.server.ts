import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on invoices and their payments. */
export const moneyActions = {
  pay: { code: "book-payment", title: "Booked a payment" },
  refund: { code: "book-refund", title: "Booked a refund" },
  writeOff: { code: "write-off", title: "Wrote off a difference" },
  credit: { code: "credit-invoice", title: "Credited an invoice" },
  allocate: { code: "use-credit", title: "Used a credit for an invoice" },
  reverse: { code: "reverse-booking", title: "Reversed a booking" },
  remind: { code: "remind", title: "Reminded of invoices" },
  export: { code: "export-accounts", title: "Exported invoices and payments" },
} as const satisfies Record<string, AuditAction>;
