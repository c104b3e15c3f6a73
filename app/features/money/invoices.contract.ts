import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageHeaders, pageQuery, searchText } from "#app/contract/page.ts";
import { notFound } from "#app/contract/problem.ts";
import { order } from "#app/features/orders/contract.ts";
import { failedMail } from "#app/features/orders/mails.contract.ts";
import { invoiceNumber } from "./booking.contract.ts";
import { ages, invoiceStates, paymentKinds } from "./facts.ts";

/** Dollars and cents; negative where it says so. */
const sum = z.string();

/** An invoice in a list. */
const invoice = z
  .object({
    _id: id,
    /** `2026-00001` */
    number: z.string(),
    /** Days in the shop's time zone. */
    issuedOn: z.iso.date(),
    dueOn: z.iso.date(),
    companyId: id.nullable(),
    company: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    poNumber: z.string().nullable(),
    /** What it bills, with its tax. */
    total: sum,
    /** What is left to pay; negative, if more was paid. */
    open: sum,
    state: z.enum(invoiceStates),
    /** How often it was reminded of, and when last. */
    reminders: z.int(),
    remindedOn: z.iso.date().nullable(),
    /** Whether a mail that encloses it could not be delivered. */
    isMailDead: z.boolean(),
  })
  .meta({ id: "Invoice" });

export type Invoice = z.infer<typeof invoice>;

export const invoiceSorts = ["number", "-number", "due", "-due", "buyer", "-buyer", "open", "-open"] as const;
const invoiceSort = z.enum(invoiceSorts);
export type InvoiceSort = z.infer<typeof invoiceSort>;

/** The states that a list shows: `owed` is what is left to pay, `to-return` what was paid and is credited. */
const wantedStates = ["owed", "to-return", ...invoiceStates] as const;

const narrowing = {
  /** Beginnings of words in what it says, its number, an amount or a day. */
  q: searchText.optional(),
  /** A company. */
  company: id.optional(),
  /** First and last day of issue. */
  from: day.optional(),
  to: day.optional(),
};

const invoicesQuery = z.strictObject({
  ...pageQuery,
  ...narrowing,
  /** Those that an order is on. */
  order: id.optional(),
  state: z.enum(wantedStates).optional(),
  /** Of what is owed: not due yet, or so many days past. */
  age: z.enum(ages).optional(),
  sort: invoiceSort.optional(),
});

export type InvoicesQuery = z.infer<typeof invoicesQuery>;

const read = { method: "GET", access: "admin", may: "see-invoices" } as const;

export const listInvoices = endpoint({
  ...read,
  path: "/invoices",
  summary: "Lists invoices, the newest first unless `sort` says otherwise",
  query: invoicesQuery,
  output: z.array(invoice),
  outputHeaders: pageHeaders,
});

const counted = z.object({ count: z.int(), sum });

export const invoiceSums = z
  .object({
    /** All that is left to pay, and of it what falls due within seven days. */
    owed: counted,
    dueThisWeek: counted,
    /** What was paid, is credited, and was not returned yet. */
    toReturn: counted,
    ages: z.record(z.enum(ages), counted),
    states: z.record(z.enum(invoiceStates), z.int()),
  })
  .meta({ id: "InvoiceSums" });

export type InvoiceSums = z.infer<typeof invoiceSums>;

export const sumInvoices = endpoint({
  ...read,
  path: "/invoiceSums",
  summary: "Returns how many invoices there are in each state, and what is owed by age",
  query: z.strictObject(narrowing),
  output: invoiceSums,
});

const by = z.string().nullable();

/** What happened to an invoice's money. */
const entry = z.object({
  /** Of a booking its number, by which it can be reversed; else that of the credit note. */
  _id: id,
  kind: z.enum([...paymentKinds, "credit-note"]),
  day: z.iso.date(),
  /** What it takes off what is owed: a refund is negative. */
  amount: sum,
  /** What its reversal would take back: all that stands of the booking, also on other invoices and as credit. */
  whole: sum,
  /** What the bank said, or the credit note's number. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** Whoever booked it; null if that is not known. */
  by,
  /** The orders' numbers. */
  orders: z.array(z.int()),
  isReversed: z.boolean(),
});

export type InvoiceEntry = z.infer<typeof entry>;

const line = z.object({
  ...order.pick({ _id: true, number: true, review: true, shipping: true, payment: true }).shape,
  item: z.string(),
  article: z.int().nullable(),
  pieces: z.int(),
  unitPrice: z.string(),
  /** Net. */
  total: z.string(),
  /** What the pieces were invoiced with, with its tax and without freight: each is credited with its share of it. */
  goods: sum,
  /** What of it can still be credited, with its tax. */
  creditablePieces: z.int(),
  creditable: sum,
  open: sum,
});

const invoicePage = z
  .object({
    ...invoice.shape,
    /** Of the sheet that it is for. */
    sheet: z.int().nullable(),
    billTo: z.object({ name: z.string(), company: z.string().nullable(), address: z.string(), phone: z.string() }),
    tax: z.object({ rate: z.string(), amount: z.string(), sentence: z.string().nullable() }).nullable(),
    net: sum,
    lines: z.array(line),
    entries: z.array(entry),
    /** What was paid and not returned. */
    paid: sum,
    remindings: z.array(z.object({ _id: id, day: z.iso.date(), by, invoices: z.int() })),
    /** Its mails that could not be delivered. */
    deadMails: z.array(failedMail),
    /** All invoices of its company, or of its buyer who belongs to none. */
    account: z.object({ invoices: z.int(), open: sum, pastDue: sum, credit: sum, creditLimit: sum.nullable() }),
  })
  .meta({ id: "InvoicePage" });

export type InvoicePage = z.infer<typeof invoicePage>;

export const findInvoice = endpoint({
  ...read,
  path: "/invoices/{number}",
  summary: "Returns an invoice with its lines, what was booked on it, and its company's other debts",
  params: z.strictObject({ number: invoiceNumber }),
  output: invoicePage,
  refuses: [notFound],
});
