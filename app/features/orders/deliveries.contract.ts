import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { MOST_MOVED, NOTE_MAX, states, TOLERANCE_MAX, trackingLink } from "./facts.ts";
import { aboveAvailable, aboveTolerance, deliveryChanged, manyBuyers, wrongState } from "./problems.ts";

const keyed = { headers: z.object({ "idempotency-key": z.string().min(1).max(200) }) };

/** How to follow a delivery. Several parcels have their numbers with commas between them. */
const tracking = {
  carrier: oneLine(100).min(1).optional(),
  trackingNumber: oneLine(100).min(1).optional(),
  trackingUrl: trackingLink.optional(),
};

const note = manyLines(NOTE_MAX).min(1).optional();

const deliveryInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        order: id,
        pieces,
        /** How many pieces of it had left before, as the caller sees it. If that is no longer true, nothing ships. */
        before: z.int().min(0),
        /** Whether nothing more of it follows; without it, that is so once the least that its tolerance allows has left. */
        isLast: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MOST_MOVED)
    .refine((lines) => new Set(lines.map(({ order }) => order)).size === lines.length, "Name each order once"),
  ...tracking,
  /** The day it left; without it, today. */
  shippedOn: day.optional(),
  /** For the buyer. */
  note,
  /** Also invoices those that have no invoice, in the same transaction, to be paid as agreed with the company. */
  invoice: z.literal(true).optional(),
});

export type DeliveryInput = z.infer<typeof deliveryInput>;

export const addDelivery = endpoint({
  method: "POST",
  path: "/deliveries",
  access: "admin",
  may: "ship-orders",
  summary:
    "Ships pieces of packed orders to their one address, all or none; an order is shipped when it is complete, else partly shipped",
  changesPages: true,
  ...keyed,
  body: deliveryInput,
  output: z.object({
    acknowledged: z.literal(true),
    insertedId: id,
    /** How far each order came. */
    orders: z.array(z.object({ id, from: z.enum(states.shipping), to: z.enum(states.shipping) })),
    /** Other lines of their sheets that their invoices took along. */
    invoicedToo: z.array(id),
  }),
  refuses: [notFound, wrongState, aboveTolerance, aboveAvailable, manyBuyers, requestRunning, keyReused],
});

const correction = z.strictObject({
  /** The version of the delivery, as the caller sees it. */
  version: z.int(),
  carrier: oneLine(100).nullable(),
  trackingNumber: oneLine(100).nullable(),
  trackingUrl: trackingLink.nullable(),
});

export type Correction = z.infer<typeof correction>;

export const correctDelivery = endpoint({
  method: "PATCH",
  path: "/deliveries/{id}",
  access: "admin",
  may: "ship-orders",
  summary: "Corrects carrier, tracking number and link of a delivery, and tells its buyer",
  params: z.strictObject({ id }),
  body: correction,
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int() }),
  refuses: [notFound, deliveryChanged],
});

const closing = z.strictObject({
  /** How many pieces of it have left, as the caller sees it. */
  before: z.int().min(1),
  /** For the buyer. */
  note,
});

export type Closing = z.infer<typeof closing>;

export const closeOrder = endpoint({
  method: "POST",
  path: "/orders/{id}/closings",
  access: "admin",
  may: "ship-orders",
  summary: "Closes a partly shipped order short: nothing more of it follows, and what is left returns to stock",
  changesPages: true,
  params: z.strictObject({ id: idOrNumber }),
  ...keyed,
  body: closing,
  /** The pieces that returned to stock, and what was credited of the invoice; null if it bills no more than has left. */
  output: z.object({
    acknowledged: z.literal(true),
    returned: z.int(),
    credited: z.object({ number: z.string(), amount: z.string() }).nullable(),
  }),
  refuses: [notFound, wrongState, requestRunning, keyReused],
});

export const setTolerance = endpoint({
  method: "PUT",
  path: "/orders/{id}/tolerance",
  access: "admin",
  may: "manage-orders",
  summary: "Sets by how many percent the pieces delivered may differ from those ordered, until the order is shipped",
  params: z.strictObject({ id: idOrNumber }),
  body: z.strictObject({ tolerance: z.int().min(0).max(TOLERANCE_MAX, `At most ${TOLERANCE_MAX} %`) }),
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int() }),
  refuses: [notFound, wrongState],
});
