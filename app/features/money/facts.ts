/**
 * What a row of payments is: money that came in, money that was returned, a small difference given up, or the
 * opposite of an earlier row.
 */
export const paymentKinds = ["payment", "refund", "write-off", "reversal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];
