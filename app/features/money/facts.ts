/**
 * What a row of payments is: money that came in, money that was returned, a small difference given up, credit used for
 * an invoice, money moved between orders of one buyer, or the opposite of an earlier row.
 */
export const paymentKinds = ["payment", "refund", "write-off", "allocation", "transfer", "reversal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** What a line of a statement is. */
export const entryKinds = ["invoice", "credit-note", ...paymentKinds] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What an invoice is, by what happened to it: `owed` are the first two. */
export const invoiceStates = ["open", "partly-paid", "paid", "credited"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** How old what is owed is: by the days since it was due. */
export const ages = ["not-due", "to-30", "to-60", "over-60"] as const;
export type Age = (typeof ages)[number];

/** How sure it is what a line of a bank statement pays. `left-out`: money that goes out, or is not in dollars. */
export const matchWords = ["certain", "likely", "unsure", "none", "left-out"] as const;
export type MatchWord = (typeof matchWords)[number];

/** What is kept of a bank's text: no bank writes more about a transfer. */
export const TEXT_MAX = 250;
/** Statements are of days or weeks. */
export const MAX_LINES = 2000;
/** How many lines one call books or takes back. */
export const MOST_BOOKED = 100;

/** At most so many invoices are named in one call that reminds of them, and so many characters say something to it. */
export const MOST_REMINDED = 250;
export const REMINDER_MAX = 1000;
