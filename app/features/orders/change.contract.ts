import { z } from "zod";
import { address } from "#app/contract/address.ts";
import { day } from "#app/contract/day.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { idOrNumber } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { priceInput } from "#app/contract/price.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { shipToInput } from "#app/contract/ship-to.ts";
import { cleanCode, isSeen } from "#app/contract/text.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import {
  aboveAvailable,
  approvalNeeded,
  belowMinimum,
  orderChanged,
  priceChanged,
  wrongState,
} from "#app/features/orders/problems.ts";

/** Null, or only spaces, takes a value away. */
const orNone = <Field extends z.ZodType>(field: Field) =>
  z.union([z.union([z.null(), z.string().refine((text) => !isSeen(text))]).transform(() => null), field]);

/** What the orders of a sheet have in common. */
export const sharedTerms = {
  address: address.optional(),
  /** The address in fields, which then compose it. */
  shipTo: shipToInput.optional(),
  poNumber: orNone(z.string().overwrite(cleanCode).pipe(oneLine(60))).optional(),
  /** Days in the shop's time zone; staff alone change them. */
  wantedOn: orNone(day).optional(),
  promisedOn: orNone(day).optional(),
};

/** What belongs to one line. */
export const lineTerms = {
  orderQuantity: pieces.optional(),
  /** The price per piece that the caller saw for these pieces; refused if it has risen. */
  unitPrice: priceInput.optional(),
  /** The price that staff set instead, with its reason. */
  setPrice: priceInput.optional(),
  /** Why the price is another; the buyer reads it. */
  reason: manyLines(NOTE_MAX).refine(isSeen, "Please give a reason").optional(),
};

/** The problems that a change can meet. */
export const changeRefusals = [
  notFound,
  orderChanged,
  wrongState,
  belowMinimum,
  aboveAvailable,
  priceChanged,
  approvalNeeded,
  requestRunning,
  keyReused,
  tooManyRequests,
] as const;

const changeInput = z.strictObject({
  /** The version that the caller has seen. */
  version: z.int(),
  ...lineTerms,
  ...sharedTerms,
});

export type ChangeInput = z.output<typeof changeInput>;

export const changeOrder = endpoint({
  method: "PATCH",
  path: "/orders/{id}",
  access: "signed-in",
  summary:
    "Changes an order if it is still of this version: its buyer pieces, address and PO number while it is in review, staff also the price and the days until it is packed",
  changesPages: true,
  params: z.strictObject({ id: idOrNumber }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: changeInput,
  /** `version` is that of now; `modifiedCount` is 0 if everything was so already. */
  output: z.object({ acknowledged: z.literal(true), modifiedCount: z.int(), version: z.int() }),
  refuses: changeRefusals,
});
