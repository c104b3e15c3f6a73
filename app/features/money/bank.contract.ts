import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { bodyTooLarge, keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { isPlainText } from "#app/contract/text.ts";
import { payable } from "./booking.contract.ts";
import { MAX_LINES, MOST_BOOKED, matchWords, paymentKinds, TEXT_MAX } from "./facts.ts";
import { notAStatement } from "./problems.ts";

const MAX_BYTES = 2 * 1024 * 1024;

const shared = { access: "admin", may: "manage-money" } as const;
const dollars = z.string().regex(/^-?\d{1,15}\.\d{2}$/);

/** What a line of a statement is known by: no two are alike in all of it. */
const line = {
  day,
  /** Dollars and cents, negative where money went out. */
  amount: dollars,
  text: z.string().max(TEXT_MAX).refine(isPlainText, "Not a text"),
  /** Equal lines of a statement are counted from 1. */
  nth: z.int().min(1).max(MAX_LINES),
};

const openInvoice = z.object({
  number: z.string(),
  /** What is left to pay. */
  open: z.string(),
  company: z.string(),
  dueOn: z.iso.date(),
});

export type OpenInvoiceShown = z.infer<typeof openInvoice>;

const matchedLine = z.object({
  ...line,
  word: z.enum([...matchWords, "booked"]),
  /** Why. */
  reason: z.string(),
  /** What it pays; of an unsure line, what it may pay; of a booked one, what it paid. */
  invoices: z.array(z.string()),
  /** Of a booked one, who paid. */
  company: z.string().nullable(),
});

export type MatchedLine = z.infer<typeof matchedLine>;

export const readBankStatement = endpoint({
  ...shared,
  method: "POST",
  path: "/bankStatements",
  summary:
    "Reads a bank statement, as pasted lines, CSV or CAMT.053, and finds the open invoices that its lines pay; books and stores nothing",
  takes: {
    types: ["text/plain", "text/csv", "application/xml", "text/xml", "application/octet-stream", "multipart/form-data"],
    maxBytes: MAX_BYTES,
    otherwise: notAStatement,
  },
  output: z
    .object({
      lines: z.array(matchedLine),
      /** What has no day or no amount, shortened. */
      unread: z.array(z.string()),
      /** Every open invoice. */
      open: z.array(openInvoice),
    })
    .meta({ id: "BankStatement" }),
  refuses: [notAStatement, bodyTooLarge],
});

const headers = z.object({ "idempotency-key": z.string().min(1).max(200) });

const outcomes = z.array(
  z.object({
    ok: z.boolean(),
    /** Why not, as a problem document would say it. */
    code: z.string().optional(),
    detail: z.string().optional(),
  }),
);

const chosenLine = z.strictObject({
  ...line,
  /** What it pays, in this order; the last gets what is more, which becomes credit. */
  invoices: z
    .array(z.strictObject({ number: payable, open: dollars }))
    .min(1)
    .max(50)
    .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, "Name each invoice once"),
});

export type ChosenLine = z.infer<typeof chosenLine>;

export const bookBankLines = endpoint({
  ...shared,
  method: "POST",
  path: "/bankLines",
  summary:
    "Books lines of a bank statement as payments, each once and independently; the answer says for each whether it is booked",
  headers,
  body: z.strictObject({ lines: z.array(chosenLine).min(1).max(MOST_BOOKED) }),
  output: outcomes,
  refuses: [requestRunning, keyReused],
});

export type LineName = z.infer<z.ZodObject<typeof line>>;

export const unbookBankLines = endpoint({
  ...shared,
  method: "POST",
  path: "/bankLineReversals",
  summary:
    "Takes back lines that the caller booked within the hour, by rows that reverse their payments; the answer says for each whether it is",
  headers,
  body: z.strictObject({ lines: z.array(z.strictObject(line)).min(1).max(MOST_BOOKED) }),
  output: outcomes,
  refuses: [requestRunning, keyReused, notFound],
});

const payment = z
  .object({
    /** Of the booking, by which it can be reversed. */
    _id: id,
    day: z.iso.date(),
    kind: z.enum(paymentKinds),
    /** What it takes off the debt: of a refund or a reversal negative. */
    amount: z.string(),
    reference: z.string().nullable(),
    reason: z.string().nullable(),
    /** Numbers of invoices; none, while it is credit. */
    invoices: z.array(z.string()),
    /** Who paid: the company, or else the person. */
    company: z.string(),
    /** Who booked it; null for what the shop did itself. */
    by: z.string().nullable(),
    at: z.iso.datetime(),
    isReversed: z.boolean(),
  })
  .meta({ id: "Payment" });

export type Payment = z.infer<typeof payment>;

export const listPayments = endpoint({
  ...shared,
  method: "GET",
  path: "/payments",
  summary: "Lists what was paid, returned, written off and reversed, the latest day first",
  query: z.strictObject({
    ...pageQuery,
    /** Of these days, by the bank. */
    from: day.optional(),
    to: day.optional(),
  }),
  output: z.array(payment),
  outputHeaders: pageHeaders,
});
