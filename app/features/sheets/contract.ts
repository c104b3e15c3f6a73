import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { pageQuery, searchHeaders, searchText } from "#app/contract/page.ts";
import { price } from "#app/contract/price.ts";
import { notFound, tooManyRequests } from "#app/contract/problem.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { shipTo, shipToDraft } from "#app/contract/ship-to.ts";
import { companyAddress } from "#app/features/companies/contract.ts";
import { charge } from "#app/features/orders/charges.contract.ts";
import { billed, delivery, deposit, order, orderChange, orderEvent } from "#app/features/orders/contract.ts";
import { trim } from "#app/features/trims/contract.ts";

/** The fields of a draft besides its lines; null if nothing has been entered yet. */
const written = {
  poNumber: z.string().nullable(),
  /** A day in the shop's time zone. */
  wantedOn: z.iso.date().nullable(),
  address: z.string().nullable(),
  /** The address by its fields, instead of `address`, while it is written so. */
  shipTo: shipToDraft.nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  company: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
};

/** A line that is not sent yet. It holds no stock. */
const draftLine = z.object({
  trimId: id,
  orderQuantity: z.int(),
  /** The trim has left the catalogue: `trim` is null, and `name` is its last name. */
  gone: z.boolean(),
  name: z.string(),
  trim: trim.nullable(),
  /** What one piece cost at this quantity when the buyer last saw it; null if it was gone even then. */
  seenPrice: price.nullable(),
  seenAt: z.iso.datetime(),
});

/** A person's unsent order sheet. */
export const draft = z.object({ lines: z.array(draftLine), ...written }).meta({ id: "OrderDraft" });

/** The same as its reader is answered. */
const ownDraft = z.object({
  ...draft.shape,
  /** Whether the caller may send it at all: viewers of a company only look. */
  mayOrder: z.boolean(),
});

export type Draft = z.infer<typeof draft>;
export type DraftLine = z.infer<typeof draftLine>;

/** The headers of an answer with a draft. */
export const draftHeaders = { ETag: "the version of the draft, for `If-Match`" };

/** For which buyer an admin writes the draft; without it, it is the caller's own. */
export const draftQuery = z.strictObject({ for: id.optional() });

export const findDraft = endpoint({
  method: "GET",
  path: "/orderDraft",
  access: "signed-in",
  summary:
    "Returns the caller's unsent order sheet, or the one an admin writes for a buyer; an empty one if nothing was written yet",
  query: draftQuery,
  refuses: [notFound],
  output: ownDraft,
  outputHeaders: draftHeaders,
});

export const matchArticles = endpoint({
  method: "POST",
  path: "/orderDraft/matches",
  access: "signed-in",
  summary:
    "Finds the trims that a list names by article number (`003`, `#3`, `No. 003`, `Art. 003 Domed rivet`) or exact name",
  body: z.strictObject({ articles: z.array(z.string().max(300)).min(1).max(MAX_LINES) }),
  output: z.array(
    z.object({
      article: z.string(),
      trim: trim.nullable(),
      /** The best match of a search that has all digits written, if no trim has this name. */
      nearest: z.object({ _id: id, number: z.int(), name: z.string() }).nullable(),
    }),
  ),
  refuses: [tooManyRequests],
});

/** What the orders of a sheet have in common, as it was sent. */
const sheetShape = {
  _id: id,
  /** People read *Sheet S-31*. */
  number: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** The company it was sent for; null if its buyer belonged to none. */
  companyId: id.nullable(),
  company: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** The fields that the address was composed of; null if it was written as text. */
  shipTo: shipTo.nullable(),
  poNumber: z.string().nullable(),
  /** A day in the shop's time zone. */
  wantedOn: z.iso.date().nullable(),
  note: z.string().nullable(),
  /** The member of staff who entered it for the buyer; null if the buyer sent it. */
  enteredBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Counts the changes of its orders, from 1; a change names it. */
  version: z.int(),
  /** How many orders were sent, with how many pieces. */
  lines: z.int(),
  pieces: z.int(),
  /** In dollars and cents: each line rounded half up, then added, including orders that have ended since. */
  total: z.string(),
};

const listedSheet = z.object(sheetShape).meta({ id: "ListedOrderSheet" });

/**
 * What happened to orders of a sheet: if one person did the same to several at once, that is one entry, dated by the
 * first.
 */
const sheetEvent = z
  .object({
    ...orderEvent.shape,
    /** The numbers of the orders, in the order of the sheet. */
    orders: z.array(z.int()),
    /** What one call changed of them, each with the reason of its price; empty unless they were changed. */
    changes: z.array(z.object({ order: z.int(), change: orderChange, reason: z.string().nullable() })),
  })
  .meta({ id: "OrderSheetEvent" });

export type SheetEvent = z.infer<typeof sheetEvent>;

/** A sent sheet with its orders, in the order of its lines, also those that have ended since. */
const sheet = z
  .object({
    ...sheetShape,
    /** Whose it is, for admins alone: null in an answer to its buyer. */
    buyerId: id.nullable(),
    /** Whether the caller sent it, and whether they may change and cancel it at all. */
    isMine: z.boolean(),
    mayAct: z.boolean(),
    /** Whether the buyer’s account was deleted. */
    isBuyerGone: z.boolean(),
    orders: z.array(order),
    /** What stands invoiced of its orders, by their ids. */
    billed: z.array(billed.extend({ order: id })),
    /** What has left of it, the first delivery first. */
    deliveries: z.array(delivery),
    /** Freight and discounts of the sheet as a whole. */
    charges: z.array(charge),
    /** Null if none was agreed. */
    deposit: deposit.nullable(),
    /** Newest last; its buyer is told neither the names of admins nor their notes. */
    events: z.array(sheetEvent),
  })
  .meta({ id: "OrderSheet" });

export type Sheet = z.infer<typeof sheet>;

/** What an order sheet for a buyer starts with. */
const buyerDelivery = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    /** Those of the latest orders, the last one first. */
    addresses: z.array(z.object({ address: z.string(), shipTo: shipTo.nullable(), usedAt: z.iso.datetime() })),
    /** Those of the address book of the company that the buyer belongs to, the default one first; null for no company. */
    book: z.array(companyAddress).nullable(),
    /** What is agreed with that company, and what counts against it now, in dollars and cents; null for no company. */
    credit: z.object({ limit: z.string().nullable(), open: z.string(), uninvoiced: z.string() }).nullable(),
  })
  .meta({ id: "BuyerDelivery" });

export type BuyerDelivery = z.infer<typeof buyerDelivery>;

export const findBuyerDelivery = endpoint({
  method: "GET",
  path: "/buyers/{id}/delivery",
  access: "admin",
  may: "manage-orders",
  summary: "Returns how to reach a buyer with an account and where they were sent to, for an order sheet in their name",
  params: z.strictObject({ id }),
  output: buyerDelivery,
  refuses: [notFound],
});

export const listUsedPo = endpoint({
  method: "GET",
  path: "/usedPoNumbers",
  access: "signed-in",
  summary: "Lists the sent sheets of a buyer and their company that have a PO number already and are not over",
  query: draftQuery.extend({ po: oneLine(60).min(1) }),
  refuses: [notFound],
  output: z.array(z.object({ number: z.int(), createdAt: z.iso.datetime() })),
});

export const listSheets = endpoint({
  method: "GET",
  path: "/orderSheets",
  access: "signed-in",
  summary: "Lists sent order sheets, newest first: the caller's own with `email`, all of them for an admin without it",
  query: z.strictObject({
    ...pageQuery,
    email: email.optional(),
    /**
     * `S-31`, or what one knows of the sheet: words of buyer, company, e-mail or address by their beginnings, its PO number,
     * the last digits of the phone, its total, day or country. Typing errors are corrected if nothing else is found.
     */
    q: searchText.optional(),
  }),
  output: z.array(listedSheet),
  outputHeaders: searchHeaders,
});

export const findSheet = endpoint({
  method: "GET",
  path: "/orderSheets/{id}",
  access: "signed-in",
  summary:
    "Returns a sent order sheet with its orders and what happened to them, by id or number: buyers see their own and their company's, admins any",
  params: z.strictObject({ id: idOrNumber }),
  output: sheet,
  refuses: [notFound],
});
