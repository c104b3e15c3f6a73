import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { price } from "#app/contract/price.ts";
import { notFound } from "#app/contract/problem.ts";
import { shipTo } from "#app/contract/ship-to.ts";
import { charge } from "#app/features/orders/charges.contract.ts";
import { eventKinds, readers, sides, states, tracks } from "./facts.ts";

/** The states of an order. */
export const state = {
  review: z.enum(states.review),
  shipping: z.enum(states.shipping),
  payment: z.enum(states.payment),
};

/** How to find a shipment, and the last day to pay an invoice; null if there is none. */
const shipment = {
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** A day in the shop's time zone, `2026-12-23`. */
  dueOn: z.iso.date().nullable(),
};

/** A placed order, with the price and total at the time of placing. */
export const order = z
  .object({
    _id: id,
    /** The number people quote on the phone. */
    number: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    productName: z.string(),
    orderQuantity: z.int(),
    unitPrice: price,
    total: z.string(),
    img: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** The trim, also after it has left the catalogue, and its article number. */
    trimId: id.nullable(),
    articleNumber: z.int().nullable(),
    ...state,
    ...shipment,
    /** The order sheet it was sent with; null for an order placed alone. */
    sheetId: id.nullable(),
    sheetNumber: z.int().nullable(),
    /** How many orders the sheet was sent as. */
    sheetLines: z.int().nullable(),
    poNumber: z.string().nullable(),
    /** A day in the shop's time zone. */
    wantedOn: z.iso.date().nullable(),
    /** Pieces that have left the warehouse. */
    shippedPieces: z.int(),
    /** By how many percent the pieces delivered may differ from those ordered. */
    tolerance: z.int(),
    /** When it was last printed on a pick or production list, and the number of that list. */
    printedAt: z.iso.datetime().nullable(),
    printRun: z.int().nullable(),
    /** When we promise to deliver. */
    promisedOn: z.iso.date().nullable(),
    /** Counts its changes, from 1; a change names it. */
    version: z.int(),
    /** The company it was placed for; null if its buyer belonged to none. Its name then, or as its sheet says it. */
    companyId: id.nullable(),
    company: z.string().nullable(),
    /** How many days the company has to pay an invoice; null for as many as usual. */
    termsDays: z.int().nullable(),
    /** The fields that the address was composed of; null if it was written as text. */
    shipTo: shipTo.nullable(),
    /** Whether the buyer’s account was deleted. */
    isBuyerGone: z.boolean(),
    /** Who is to answer in its conversation, or in that of its sheet, and since when; null if nobody is. */
    waitingFor: z.enum(sides).nullable(),
    waitingSince: z.iso.datetime().nullable(),
  })
  .meta({ id: "Order" });

export type Order = z.infer<typeof order>;

/** A state of any track. */
export const anyState = z.enum([...states.review, ...states.shipping, ...states.payment]);

const terms = z
  .object({
    orderQuantity: z.int(),
    unitPrice: price,
    address: z.string(),
    poNumber: z.string().nullable(),
    wantedOn: z.iso.date().nullable(),
    promisedOn: z.iso.date().nullable(),
  })
  .partial();

/** The version that a change of an order made, and what differs: as it was, and as it is. */
export const orderChange = z.object({ version: z.int(), before: terms, after: terms });

/** What happened to an order. */
export const orderEvent = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    /** `back` is a move that was taken back. */
    kind: z.enum(eventKinds),
    /** Null unless something moved. */
    track: z.enum(tracks).nullable(),
    from: anyState.nullable(),
    to: anyState.nullable(),
    by: z.object({
      role: z.enum(["buyer", "admin"]),
      /** The person's current name. Null for buyers if it was an admin: they are not told the names of admins. */
      name: z.string().nullable(),
      isMe: z.boolean(),
    }),
    note: z.string().nullable(),
    /** How many pieces shipped, if it is about a delivery. */
    pieces: z.int().nullable(),
    /** Notes for admins are in no answer to a buyer. */
    noteFor: z.enum(readers).nullable(),
    /** Null unless it was changed. */
    change: orderChange.nullable(),
    ...shipment,
  })
  .meta({ id: "OrderEvent" });

export type OrderEvent = z.infer<typeof orderEvent>;

/** What left the warehouse together, with the lines that the reader may see. */
export const delivery = z
  .object({
    _id: id,
    version: z.int(),
    at: z.iso.datetime(),
    /** A day in the shop's time zone. */
    shippedOn: z.iso.date(),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    /** The pieces of each order, by its number. */
    lines: z.array(z.object({ order: z.int(), pieces: z.int(), orderQuantity: z.int() })),
  })
  .meta({ id: "Delivery" });

export type Delivery = z.infer<typeof delivery>;

/** What stands invoiced of an order: on its latest invoice, and not credited since; `amount` is with tax. */
export const billed = z.object({
  invoice: z.string(),
  /** With those that a claim was credited for: they were delivered. */
  pieces: z.int(),
  amount: z.string(),
  /** What the invoice billed of it without freight, and for how many pieces. */
  line: z.object({ pieces: z.int(), amount: z.string() }),
});
export type Billed = z.infer<typeof billed>;

/** What is to be paid before an order, or its whole sheet, is made. Money is dollars and cents. */
export const deposit = z
  .object({
    /** What a payment names: `No. 46`, or of a sheet `S-31`. */
    name: z.string(),
    /** Of goods and charges; null if it differs from order to order. */
    percent: z.int().nullable(),
    due: z.string(),
    /** All that was paid of these orders. */
    received: z.string(),
    /** What is missing. */
    open: z.string(),
    /** Something is missing, and an accepted order is not begun. */
    isWaiting: z.boolean(),
    /** All is invoiced: it is paid on the invoice. */
    isInvoiced: z.boolean(),
  })
  .meta({ id: "Deposit" });
export type Deposit = z.infer<typeof deposit>;

/** An order with all that happened to it, newest last. */
const orderStory = z
  .object({
    ...order.shape,
    /** Whose it is, for admins alone: null in an answer to its buyer. */
    buyerId: id.nullable(),
    /** Whether the caller ordered it, and whether they may change and cancel it at all. */
    isMine: z.boolean(),
    mayAct: z.boolean(),
    /** What only the order sheet says, below the address (ISO 3166-1 alpha-2), and its buyer's note; null without a sheet. */
    country: z.string().nullable(),
    sheetNote: z.string().nullable(),
    events: z.array(orderEvent),
    /** The first one first. */
    deliveries: z.array(delivery),
    /** Null before there is an invoice, and once it is credited. */
    billed: billed.nullable(),
    /** Freight and discounts, of an order that was placed alone; those of a sheet are the sheet's. */
    charges: z.array(charge),
    /** Of the order or its sheet; null if none was agreed. */
    deposit: deposit.nullable(),
    /** The move that the caller may still take back, as the move that does it, and until when. */
    stepBack: z.object({ track: z.enum(tracks), from: anyState, to: anyState, until: z.iso.datetime() }).nullable(),
  })
  .meta({ id: "OrderStory" });

export type OrderStory = z.infer<typeof orderStory>;

export const findOrder = endpoint({
  method: "GET",
  path: "/orders/{id}",
  access: "signed-in",
  summary: "Returns an order and its history, by id or number: buyers see their own and their company's, admins any",
  params: z.strictObject({ id: idOrNumber }),
  output: orderStory,
  refuses: [notFound],
});

export const listDeclineReasons = endpoint({
  method: "GET",
  path: "/declineReasons",
  access: "admin",
  may: "manage-orders",
  summary: "Lists the reasons that orders were declined for lately, the latest first",
  output: z.array(z.string()),
});

export const findStock = endpoint({
  method: "GET",
  path: "/trims/{id}/stock",
  access: "admin",
  summary:
    "Lists the movements of a trim's stock, by hand, import and order, newest first, each with what was left after it",
  params: z.strictObject({ id }),
  output: z.object({
    putIn: z.int(),
    quantity: z.int(),
    /** Pieces on the shelf that orders hold: neither declined nor cancelled, and not shipped. */
    inOpenOrders: z.int(),
    /** How many orders hold them. */
    openOrders: z.int(),
    /** Pieces of the orders that have shipped: `putIn` is `quantity`, `inOpenOrders` and `shipped` together. */
    shipped: z.int(),
    /** The stock below which admins are told; null for twice the minimum. */
    lowStockAt: z.int().nullable(),
    movements: z.array(
      z.object({
        _id: id,
        at: z.iso.datetime(),
        /** Null for a trim's first stock, and for orders. */
        email: z.string().nullable(),
        delta: z.int(),
        why: z.string(),
        /** The order that took the pieces or gave them back; null for a movement by hand or import. */
        orderNumber: z.int().nullable(),
        /** What could be ordered after this movement; the newest equals `quantity`. */
        balance: z.int(),
      }),
    ),
  }),
  refuses: [notFound],
});
