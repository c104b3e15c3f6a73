/**
 * What a row of payments is: money that came in, money that was returned, a small difference given up, credit used for
 * an invoice, money moved between orders of one buyer, or the opposite of an earlier row.
 */
export const paymentKinds = ["payment", "refund", "write-off", "allocation", "transfer", "reversal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** What a line of a statement is. */
export const entryKinds = ["invoice", "credit-note", ...paymentKinds] as const;
export type EntryKind = (typeof entryKinds)[number];
