/**
 * What a row of payments is: money that came in, money that was returned, a small difference given up, or the
 * opposite of an earlier row.
 */
export const paymentKinds = ["payment", "refund", "write-off", "reversal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** The most that may be written off of an invoice, in dollars: what banks keep for themselves. */
export const WRITE_OFF_MAX = 25;
