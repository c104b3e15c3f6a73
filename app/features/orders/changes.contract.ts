import { z } from "zod";
import { address } from "#app/contract/address.ts";
import { day } from "#app/contract/day.ts";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { phone } from "#app/contract/phone.ts";
import { priceInput } from "#app/contract/price.ts";
import { keyReused, notFound, proofNeeded, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { shipToInput } from "#app/contract/ship-to.ts";
import { isSeen } from "#app/contract/text.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { anyState } from "./contract.ts";
import { MOST_MOVED, NOTE_MAX, readers, trackingLink, tracks } from "./facts.ts";
import {
  aboveAvailable,
  approvalNeeded,
  belowMinimum,
  depositDue,
  lateDue,
  manyBuyers,
  overCredit,
  priceChanged,
  trimRenamed,
  wrongState,
} from "./problems.ts";

/** What the order form sends. */
export const orderInput = z.strictObject({
  name: oneLine(200).min(1),
  email,
  phone,
  address,
  /** The same in fields, which then compose the address that is stored and printed. */
  shipTo: shipToInput.optional(),
  productName: oneLine(200).min(1),
  orderQuantity: pieces,
  trimId: id.optional(),
  /** The price per piece that the buyer saw; the order is refused if it has risen. A lower price is taken. */
  unitPrice: priceInput.optional(),
});

export const placeOrder = endpoint({
  method: "POST",
  path: "/orders",
  access: "signed-in",
  summary: "Places an order and takes its pieces from stock",
  changesPages: true,
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: orderInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [
    notFound,
    emailNotVerified,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    trimRenamed,
    approvalNeeded,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});

const note = manyLines(NOTE_MAX).refine(isSeen, "Note is required");

/** What moves an order. Which fields belong to which move is checked with the move. */
const moveInput = z.strictObject({
  track: z.enum(tracks),
  /** The order's state on this track, as the caller sees it. If that is no longer true, nothing moves. */
  from: anyState,
  to: anyState,
  note: note.optional(),
  /** Who reads the note: only admins, unless it says `buyer`. The reason for `declined` is for the buyer. */
  noteFor: z.enum(readers).optional(),
  /** Only with `shipped`. */
  carrier: oneLine(100).min(1).optional(),
  trackingNumber: oneLine(100).min(1).optional(),
  trackingUrl: trackingLink.optional(),
  /** The last day to pay, only with `invoiced`; by default as agreed with the company, else 30 days from today. */
  dueOn: day.optional(),
  /** Only with `accepted` or `shipped`: also invoices the order, in the same transaction; the day is as in `dueOn`. */
  invoice: z.strictObject({ dueOn: day.optional() }).optional(),
  /** Says that a day to pay in more than 120 days is meant. */
  lateDue: z.literal(true).optional(),
  /**
   * Only with `accepted`: why it is accepted although the company is then above its credit limit; for staff who may also
   * manage money.
   */
  overCredit: note.optional(),
  /**
   * Only from `pending` to `in-production` or `packed`: why it is begun although its deposit has not come in; for staff
   * who may also manage money.
   */
  beforeDeposit: note.optional(),
});

export type MoveInput = z.infer<typeof moveInput>;

const repeatable = { headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }) };

export const moveOrder = endpoint({
  method: "POST",
  path: "/orders/{id}/moves",
  access: "admin",
  summary: "Moves an order along one track, or undoes the caller's own last move within an hour",
  changesPages: true,
  params: z.strictObject({ id: idOrNumber }),
  ...repeatable,
  body: moveInput,
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.literal(1) }),
  refuses: [
    notFound,
    wrongState,
    aboveAvailable,
    overCredit,
    lateDue,
    depositDue,
    proofNeeded,
    requestRunning,
    keyReused,
  ],
});

export const moveOrders = endpoint({
  method: "POST",
  path: "/orderMoves",
  access: "admin",
  summary: `Moves up to ${MOST_MOVED} orders independently; the answer says for each whether it moved and, if not, why`,
  changesPages: true,
  ...repeatable,
  body: z.strictObject({
    ids: z
      .array(id)
      .min(1)
      .max(MOST_MOVED)
      .refine((ids) => new Set(ids).size === ids.length, "Name each order once"),
    ...moveInput.shape,
  }),
  output: z.array(
    z.object({
      id,
      ok: z.boolean(),
      /** Lines of its sheet that `ids` does not name, and that its invoice took along. */
      invoicedToo: z.array(id).optional(),
      /** Why it did not move, as a problem document would say it. */
      code: z.string().optional(),
      detail: z.string().optional(),
    }),
  ),
  refuses: [manyBuyers, lateDue, proofNeeded],
});

const noteInput = z.strictObject({ note, noteFor: z.enum(readers) });

export type NoteInput = z.infer<typeof noteInput>;

export const noteOrder = endpoint({
  method: "POST",
  path: "/orders/{id}/notes",
  access: "admin",
  summary: "Adds a note to an order, for its buyer or for admins only; sends no mail",
  params: z.strictObject({ id: idOrNumber }),
  ...repeatable,
  body: noteInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, requestRunning, keyReused],
});

export const deleteOrder = endpoint({
  method: "DELETE",
  path: "/orders/{id}",
  access: "signed-in",
  summary:
    "Cancels an order and returns its pieces to stock: buyers their own until production starts, admins any until it ships",
  changesPages: true,
  params: z.strictObject({ id }),
  ...repeatable,
  body: z.strictObject({
    /** Why the shop cancels; the buyer reads it in the mail and on the page. */
    reason: note.optional(),
  }),
  isBodyOptional: true,
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
  refuses: [wrongState, requestRunning, keyReused],
});
