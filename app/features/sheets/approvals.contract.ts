import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { price, priceInput } from "#app/contract/price.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { shipTo } from "#app/contract/ship-to.ts";
import { isSeen } from "#app/contract/text.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { orderInput } from "#app/features/orders/changes.contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { aboveAvailable, belowMinimum, priceChanged, trimRenamed } from "#app/features/orders/problems.ts";
import { sheetInput } from "#app/features/sheets/changes.contract.ts";
import { approvalDecided, askerCannotOrder, draftChanged } from "#app/features/sheets/problems.ts";
import { approvalStates } from "./facts.ts";

const line = z.object({
  trimId: id,
  /** Null if the trim has left the catalogue; `name` is then its last one. */
  number: z.int().nullable(),
  name: z.string(),
  img: z.string().nullable(),
  orderQuantity: z.int(),
  /** What one piece cost when it was asked. */
  unitPrice: price,
  /** What one piece costs now; null if the trim has left the catalogue. */
  unitPriceNow: price.nullable(),
  /** How many are left now. */
  available: z.int(),
  /** Why it cannot be ordered now, whatever the price; null if it can. */
  fault: z.string().nullable(),
});

/** What a member wants to order and a manager has to approve. */
const approval = z
  .object({
    _id: id,
    state: z.enum(approvalStates),
    isSheet: z.boolean(),
    asker: z.object({
      name: z.string(),
      email,
      /** Their limit now, in dollars and cents; null for none. */
      orderLimit: z.string().nullable(),
      isMe: z.boolean(),
    }),
    phone: z.string(),
    address: z.string(),
    poNumber: z.string().nullable(),
    /** A day in the shop's time zone. */
    wantedOn: z.iso.date().nullable(),
    note: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    /** The fields that the address was composed of; null if it was written as text. */
    shipTo: shipTo.nullable(),
    lines: z.array(line),
    /** In dollars and cents, when it was asked. */
    total: z.string(),
    /** The same now, without what has left the catalogue. */
    totalNow: z.string(),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    /** Who decided; null while it waits. */
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    /** The number of the order or sheet that it became. */
    sentAs: z.int().nullable(),
  })
  .meta({ id: "Approval" });

export type Approval = z.infer<typeof approval>;

export const askForApproval = endpoint({
  method: "POST",
  path: "/approvals",
  access: "signed-in",
  summary:
    "Asks the managers of the caller's company to approve an order or a sheet; a sheet empties the draft, if it is still the version `If-Match` names. It holds no stock",
  headers: z.object({ "idempotency-key": z.string().min(1).max(200), "if-match": z.string().max(200).optional() }),
  body: z
    .strictObject({
      order: z.strictObject({ ...orderInput.shape, trimId: id }).optional(),
      sheet: sheetInput.optional(),
    })
    .refine(({ order, sheet }) => (order === undefined) !== (sheet === undefined), "Please name an order or a sheet"),
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [
    notFound,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    emailNotVerified,
    draftChanged,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});

export const listApprovals = endpoint({
  method: "GET",
  path: "/approvals",
  access: "signed-in",
  summary: "Lists what was asked in the caller's company, newest first: managers see all of it, others their own",
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(approvalStates).optional(),
    /** `true`: what the caller asked; `false`: what the caller may decide, which is nothing for who is no manager. */
    mine: z.enum(["true", "false"]).optional(),
  }),
  output: z.array(approval),
  outputHeaders: pageHeaders,
});

export const decideApproval = endpoint({
  method: "POST",
  path: "/approvals/{id}/moves",
  access: "signed-in",
  summary:
    "Approves what waits, which sends it as of now, or returns it with a reason, as a manager; or takes one's own back",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  body: z
    .strictObject({
      to: z.enum(["approved", "returned", "withdrawn"]),
      /** With `approved`: the prices that the approver saw, if others than those asked for; none may have risen since. */
      prices: z
        .array(z.strictObject({ trimId: id, unitPrice: priceInput }))
        .max(MAX_LINES)
        .optional(),
      /** Needed with `returned`. */
      reason: manyLines(NOTE_MAX).refine(isSeen, "Please give a reason").optional(),
    })
    .refine(({ to, reason }) => (to === "returned") === (reason !== undefined), {
      path: ["reason"],
      message: "Please give a reason",
    }),
  output: z.object({
    acknowledged: z.literal(true),
    /** The number of the order or sheet that it became; null unless it was approved. */
    sentAs: z.int().nullable(),
  }),
  refuses: [
    notFound,
    approvalDecided,
    askerCannotOrder,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    trimRenamed,
    requestRunning,
    keyReused,
  ],
});
