import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { separator } from "#app/contract/page.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";
import { entryKinds } from "./facts.ts";

const statement = z
  .object({
    /** Whose it is: the company, or the buyer who belongs to none. */
    name: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** What was owed when the period began and when it ended; negative, if they had credit. In dollars and cents. */
    opening: z.string(),
    closing: z.string(),
    /** Of the period, the oldest first. */
    entries: z.array(
      z.object({
        day: z.iso.date(),
        kind: z.enum(entryKinds),
        /** Of the invoice or credit note. */
        number: z.string().nullable(),
        /** What the buyer knows it by: PO number, sheet or order; of money, the reference or the reason. */
        about: z.string(),
        /** The numbers of those that money was for. */
        invoices: z.array(z.string()),
        /** What it adds to the debt; negative, if it is taken off. */
        amount: z.string(),
        balance: z.string(),
      }),
    ),
    /** The invoices with something left to pay today, the one that is due first at first. */
    open: z.array(z.object({ number: z.string(), dueOn: z.iso.date(), amount: z.string() })),
    /** What is owed today on all of these, without the credit. */
    owed: z.string(),
    /** What was paid beyond the invoices, and is not used yet. */
    credit: z.string(),
    /** What was paid of orders that are not invoiced yet. */
    deposits: z.string(),
    /** What is asked for before production and not paid, of an order or a whole sheet, the oldest first. */
    openDeposits: z.array(z.object({ order: z.int(), sheet: z.int().nullable(), amount: z.string() })),
    today: z.iso.date(),
    /** Where to pay, as the setting `SELLER_BANK` says. */
    bank: z.array(z.object({ label: z.string(), value: z.string() })),
  })
  .meta({ id: "Statement" });

export type Statement = z.infer<typeof statement>;

const period = z.strictObject({
  /** Days in the shop's time zone; without them, from the first day of the last quarter until today. */
  from: day.optional(),
  to: day.optional(),
  /** For staff: of which company, or of which buyer; for buyers it is their own. */
  company: id.optional(),
  buyer: id.optional(),
});

export type Period = z.infer<typeof period>;

const read = { method: "GET", access: "signed-in", refuses: [notFound] } as const;

export const readStatement = endpoint({
  ...read,
  path: "/statement",
  summary:
    "Returns the statement of account of the caller's company, else of the caller, and to staff that of any: what was invoiced, credited and paid in a period, with the balance, and what is open today",
  query: period,
  output: statement,
});

export const downloadStatement = endpoint({
  ...read,
  path: "/statement.csv",
  summary: "The entries of a statement of account as CSV (RFC 4180) in UTF-8",
  query: period.extend({ separator }),
  output: z.string(),
  gives: "text/csv",
});

export const printStatement = endpoint({
  ...read,
  path: "/statement.pdf",
  summary: "A statement of account as a PDF",
  query: period.extend({ paper: z.enum(["A4", "Letter"]).optional() }),
  output: z.string(),
  gives: "application/pdf",
  refuses: [notFound, tooManyRequests],
});
