import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { aboveMost, alreadyReversed, balanceChanged } from "./problems.ts";

/** Dollars and cents, as decimal text. */
const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, "Please write an amount such as 1250.00")
  .refine((written) => /[1-9]/.test(written), "It must be more than nothing");

/** What people call an invoice: `2026-00001`. */
export const invoiceNumber = z.string().regex(/^\d{4}-\d{5,9}$/, "Not the number of an invoice");

/** An invoice, or what a deposit that comes before one is paid for: `No. 46`, or of a sheet `S-31`. */
export const payable = z
  .string()
  .regex(/^(\d{4}-\d{5,9}|No\. \d{1,9}|S-\d{1,9})$/, "Not the number of an invoice, nor of a deposit");

const reference = oneLine(140).optional();
const reason = oneLine(200).refine(isSeen, "Reason is required");

const onInvoice = {
  invoice: invoiceNumber,
  /** Those of its orders that it is for; without them, all. */
  orders: z.array(id).min(1).max(500).optional(),
  /**
   * What is left to pay of the whole invoice, as the caller sees it; negative, if more was paid. If that is no longer
   * true, nothing is booked.
   */
  open: z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,2})?$/)
    .optional(),
};

const shared = {
  method: "POST",
  access: "admin",
  may: "manage-money",
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
} as const;

const refuses = [notFound, aboveMost, balanceChanged, requestRunning, keyReused] as const;

const acknowledged = z.literal(true);

/** What was booked: its id, by which it can be reversed, and what is left to pay of the invoice. */
const booked = z.object({ acknowledged, insertedId: id, open: z.string() });

const onPayable = { ...onInvoice, invoice: payable };

const paymentInput = z.strictObject({
  ...onPayable,
  amount,
  /** The bank's day. */
  day,
  /** What the statement says. */
  reference,
});
export type PaymentInput = z.infer<typeof paymentInput>;

export const bookPayment = endpoint({
  ...shared,
  path: "/payments",
  summary:
    "Books a payment on an invoice, or as a deposit before it: its orders are paid in their order, and what is more becomes the credit of the company or buyer",
  body: paymentInput,
  output: booked.extend({
    /** What became credit. */
    credit: z.string(),
  }),
  refuses,
});

const refundInput = z.strictObject({
  ...onPayable,
  /** What is returned: of what was paid on the invoice, or of its company's or buyer's credit. */
  from: z.enum(["invoice", "credit"]).default("invoice"),
  amount,
  day,
  reference,
  reason,
});
export type RefundInput = z.infer<typeof refundInput>;

export const bookRefund = endpoint({
  ...shared,
  path: "/refunds",
  proof: "everybody",
  summary: "Books money that was returned, at most what was paid; first of orders that were paid too much",
  body: refundInput,
  output: booked,
  refuses,
});

const writeOffInput = z.strictObject({ ...onInvoice, amount, reason });
export type WriteOffInput = z.infer<typeof writeOffInput>;

export const bookWriteOff = endpoint({
  ...shared,
  path: "/writeOffs",
  summary: "Gives up a difference, at most what is left to pay",
  body: writeOffInput,
  output: booked,
  refuses,
});

const allocationInput = z.strictObject({ ...onPayable, amount });
export type AllocationInput = z.infer<typeof allocationInput>;

export const allocateCredit = endpoint({
  ...shared,
  path: "/allocations",
  summary:
    "Pays an invoice, or a deposit before it, of the credit of its company or buyer, at most what there is and what is left to pay",
  body: allocationInput,
  output: booked,
  refuses,
});

const credited = z.strictObject({
  order: id,
  /** So many pieces, at the price they were invoiced at. */
  pieces: z.int().min(1).optional(),
  /** So much, with its tax; without pieces, the price is reduced. */
  amount: amount.optional(),
});

const creditNoteInput = z.strictObject({
  invoice: onInvoice.invoice,
  open: onInvoice.open,
  /** What to credit of which order: pieces, an amount, or all that is left of it. Without lines, all that is left. */
  lines: z
    .array(credited)
    .min(1)
    .max(500)
    .refine((lines) => new Set(lines.map(({ order }) => order)).size === lines.length, "Name each order once")
    .optional(),
  reason,
});
export type CreditNoteInput = z.infer<typeof creditNoteInput>;

export const addCreditNotes = endpoint({
  ...shared,
  path: "/creditNotes",
  summary: "Credits orders of an invoice, at most what is not credited yet: one credit note each, mailed to the buyer",
  body: creditNoteInput,
  output: z.object({
    acknowledged,
    creditNotes: z.array(z.object({ _id: id, number: z.string(), amount: z.string(), order: id })),
    open: z.string(),
  }),
  refuses,
});

const reversalInput = z.strictObject({ booking: id, reason });
export type ReversalInput = z.infer<typeof reversalInput>;

export const reverseBooking = endpoint({
  ...shared,
  path: "/reversals",
  summary: "Takes a payment, refund, write-off or use of credit back, by rows that say the opposite",
  body: reversalInput,
  output: z.object({ acknowledged, insertedId: id }),
  refuses: [notFound, alreadyReversed, aboveMost, requestRunning, keyReused],
});
