import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { idOrNumber } from "#app/contract/id.ts";
import { line } from "#app/contract/line.ts";
import { pageQuery, searchHeaders, searchText, separator } from "#app/contract/page.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";
import { anyState, order, state } from "./contract.ts";
import { MOST_MOVED, sides, statusGroups } from "./facts.ts";

/** The ways to sort a list of orders; a minus reverses one. Orders without a day come last. */
export const orderSort = z.enum([
  ...["newest", "oldest", "email", "-email", "item", "-item"],
  ...["quantity", "-quantity", "total", "-total", "due", "wanted"],
] as const);

export type OrderSort = z.infer<typeof orderSort>;

const stateOrGroupCode = z.enum([...anyState.options, ...statusGroups]);

/** Older links say `In production` for `in-production`. */
const stateOrGroup = z.preprocess(
  (word: z.infer<typeof stateOrGroupCode>) => String(word).toLowerCase().replaceAll(" ", "-"),
  stateOrGroupCode,
);

const someNumber = z.coerce.number().int().min(1).max(2_147_483_647);

/** The filter and the sorting of orders. */
const orderQuery = {
  /**
   * What one knows of an order: words of buyer, company, e-mail, address or item by their beginnings; its number or the
   * start of its id; its sheet, as `S-31`; its article, as `Art. 003`; a PO or tracking number with or without punctuation; the
   * last digits of the phone; the amount; the day; the sheet's country. Typing errors are corrected if nothing else is found.
   */
  q: searchText.optional(),
  /** Only the orders with these numbers, also those that have ended. */
  number: z.union([z.array(someNumber).max(MOST_MOVED), someNumber.transform((one) => [one])]).optional(),
  sort: orderSort.optional(),
  /**
   * States, or `open`, `history` (ended, or delivered and paid), `ended` (declined or cancelled) and `uninvoiced`
   * (accepted, without an invoice). States of one track are alternatives; those of different tracks must all hold.
   * Without it: everything that has not ended.
   */
  state: z.union([z.array(stateOrGroup).max(20), stateOrGroup.transform((one) => [one])]).optional(),
  /** Ordered from this day in the shop's time zone to that. */
  from: day.optional(),
  to: day.optional(),
  wantedFrom: day.optional(),
  wantedTo: day.optional(),
  /** Its invoice is to be paid from this day to that. */
  dueFrom: day.optional(),
  dueTo: day.optional(),
  /** Shipped from this day in the shop's time zone to that. */
  shippedFrom: day.optional(),
  shippedTo: day.optional(),
  /** The beginning of the company's name. */
  company: searchText.optional(),
  /** Invoiced, not paid, and the last day to pay is over. */
  due: z.literal("past").optional(),
  /** Its conversation, or that of its sheet, waits for this side to answer; also orders that have ended. */
  waitingFor: z.enum(sides).optional(),
  /** The order sheet, by its id or number. */
  sheet: idOrNumber.optional(),
  /** The product line of the trim. */
  line: line.optional(),
};

export const listMyOrders = endpoint({
  method: "GET",
  path: "/orders",
  access: "signed-in",
  summary: "Lists the caller's own orders, newest first unless `sort` says otherwise; without `limit` all of them",
  query: z.strictObject({ email, ...orderQuery, ...pageQuery }),
  output: z.array(order),
  outputHeaders: searchHeaders,
  // A long list is sent one at a time.
  refuses: [tooManyRequests],
});

export const listCompanyOrders = endpoint({
  method: "GET",
  path: "/companyOrders",
  access: "signed-in",
  summary:
    "Lists the orders of the caller's company, newest first unless `sort` says otherwise; a total above 250 is capped; without `limit` all of them",
  query: z.strictObject({ ...orderQuery, ...pageQuery }),
  output: z.array(order),
  outputHeaders: searchHeaders,
  // A long list is sent one at a time.
  refuses: [notFound, tooManyRequests],
});

export const listAllOrders = endpoint({
  method: "GET",
  path: "/allOrders",
  access: "admin",
  summary: "Lists the orders of all buyers, newest first unless `sort` says otherwise; without `limit` all of them",
  query: z.strictObject({ ...orderQuery, ...pageQuery }),
  output: z.array(order),
  outputHeaders: searchHeaders,
  // A long list is sent one at a time.
  refuses: [tooManyRequests],
});

export const countByState = endpoint({
  method: "GET",
  path: "/orderCounts",
  access: "signed-in",
  summary:
    "Counts orders for each combination of states: the caller's own with `email`, all of them for an admin without it",
  query: z.strictObject({ email: email.optional() }),
  output: z.array(z.object({ ...state, count: z.int() })),
});

export const countCompanyByState = endpoint({
  method: "GET",
  path: "/companyOrderCounts",
  access: "signed-in",
  summary: "Counts the orders of the caller's company for each combination of states",
  output: z.array(z.object({ ...state, count: z.int() })),
  refuses: [notFound],
});

export const downloadAllOrders = endpoint({
  method: "GET",
  path: "/allOrders.csv",
  access: "admin",
  may: "see-buyers",
  summary: "Exports every order that is asked for as a table for a spreadsheet, and records that it was exported",
  query: z.strictObject({ ...orderQuery, separator }),
  output: z.string(),
  gives: "text/csv",
});
