import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { pageQuery, searchHeaders, searchText, separator } from "#app/contract/page.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { order } from "#app/features/orders/contract.ts";
import { buyerKinds, buyerParts, COUNT_LIMIT, NOTE_MAX } from "./facts.ts";

/** Dollars and cents: each order rounded half up to cents, then added. */
export const value = z.string();

/** When the sums were counted; null while they are at most a minute old, or no order has changed since. */
export const asOf = z.iso.datetime().nullable();

/** Somebody who has ordered. Orders that were declined or cancelled are in no sum. */
export const buyer = z
  .object({
    /** Of the account, also after it is gone. */
    _id: id,
    /** As on the latest order. */
    name: z.string(),
    email: z.string(),
    orders: z.int(),
    pieces: z.int(),
    value,
    /** Of `value`, what is invoiced and not paid. */
    unpaid: value,
    /**
     * The first and the last day with orders, as days in the shop's time zone; null when all were declined or
     * cancelled.
     */
    firstOn: z.iso.date().nullable(),
    lastOn: z.iso.date().nullable(),
    /** The usual days from one day with orders to the next; null before the third. */
    usualDays: z.int().nullable(),
    /** The days of the last twelve months with orders. */
    days: z.array(z.iso.date()),
  })
  .meta({ id: "Buyer" });

export type Buyer = z.infer<typeof buyer>;

/** How many members of a company its row names. */
export const NAMED_MEMBERS = 3;

/** A row of the list: somebody who has ordered, or a company with the sums of its orders. */
export const buyerRow = z
  .object({
    ...buyer.shape,
    /** Of a company where its documents go, if anywhere of its own. */
    email: z.string().nullable(),
    /** Null for a person. */
    members: z
      .object({
        /** The company's number. */
        number: z.int(),
        count: z.int(),
        /** Up to three, managers first, then by name. */
        named: z.array(z.object({ _id: id, name: z.string(), email: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: "BuyerRow" });

export type BuyerRow = z.infer<typeof buyerRow>;

/** What admins wrote about a buyer. */
const buyerNote = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    /** As the admin is called today; null once the account is gone. */
    by: z.string().nullable(),
    note: z.string(),
  })
  .meta({ id: "BuyerNote" });

const buyerPage = z
  .object({
    ...buyer.shape,
    /** Whether the account is still there. */
    hasAccount: z.boolean(),
    /** Orders that have not ended, and are not both delivered and paid. */
    openOrders: z.int(),
    /** As on the latest order. */
    phone: z.string(),
    address: z.string(),
    /** How many order sheets they sent. */
    sheets: z.int(),
    /** The last twelve months, the running one last. */
    months: z.array(z.object({ month: z.iso.date(), orders: z.int(), pieces: z.int(), value })),
    /**
     * The trims bought most by value among the latest 500 orders; `trimId` is null once a trim has left the catalogue.
     */
    boughtMost: z.array(
      z.object({
        trimId: id.nullable(),
        name: z.string(),
        img: z.string().nullable(),
        orders: z.int(),
        pieces: z.int(),
        value,
        /** The pieces that they ordered most often at once, of several amounts the latest. */
        usual: z.int(),
      }),
    ),
    /** Newest first, ended ones too. */
    newest: z.array(order),
    notes: z.array(buyerNote),
  })
  .meta({ id: "BuyerPage" });

export type BuyerPage = z.infer<typeof buyerPage>;

/** The ways to sort the list of buyers; a minus reverses one. */
export const buyerSort = z.enum([
  ...(["name", "-name", "orders", "-orders", "pieces", "-pieces"] as const),
  ...(["value", "-value", "unpaid", "-unpaid", "last", "-last"] as const),
]);

export type BuyerSort = z.infer<typeof buyerSort>;

const buyerQuery = {
  /**
   * Beginnings of words in name, company, e-mail or address of the latest order, the last digits of its phone, or the
   * country. Typing errors are corrected if nothing else is found. A company is found by its name and its members.
   */
  q: searchText.optional(),
  /** Only those whose first order came this quarter, who have gone quiet, or who owe money. */
  part: z.enum(buyerParts).optional(),
  sort: buyerSort.optional(),
  /**
   * `company`, the default: companies, and everybody with orders who belongs to none. `person`: everybody with orders, also
   * members of companies.
   */
  by: z.enum(buyerKinds).optional(),
};

export const listBuyers = endpoint({
  method: "GET",
  path: "/buyers",
  access: "admin",
  may: "see-buyers",
  summary: "Lists who buys, companies and people without one, by value unless `sort` says otherwise",
  query: z.strictObject({ ...pageQuery, ...buyerQuery }),
  output: z.array(buyerRow),
  outputHeaders: searchHeaders,
});

export const countBuyers = endpoint({
  method: "GET",
  path: "/buyerCounts",
  access: "admin",
  may: "see-buyers",
  summary: `Counts companies and people without one who have orders, and each part of the list, each up to ${COUNT_LIMIT}`,
  output: z.object({ all: z.int(), new: z.int(), quiet: z.int(), owing: z.int(), asOf }),
});

export const downloadBuyers = endpoint({
  method: "GET",
  path: "/buyers.csv",
  access: "admin",
  may: "see-buyers",
  summary: "Exports whoever `q`, `part` and `by` find as a table for a spreadsheet, and records that it was exported",
  query: z.strictObject({ ...buyerQuery, separator }),
  output: z.string(),
  gives: "text/csv",
});

export const findBuyer = endpoint({
  method: "GET",
  path: "/buyers/{id}",
  access: "admin",
  may: "see-buyers",
  summary: "Returns a buyer with months, newest orders and the notes of admins, also after the account is gone",
  params: z.strictObject({ id }),
  output: buyerPage,
  refuses: [notFound],
});

export const noteBuyer = endpoint({
  method: "POST",
  path: "/buyers/{id}/notes",
  access: "admin",
  may: "see-buyers",
  summary: "Adds a note about a buyer, which only admins are ever sent",
  params: z.strictObject({ id }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: z.strictObject({ note: manyLines(NOTE_MAX).refine(isSeen, "Note is required") }),
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, requestRunning, keyReused],
});
