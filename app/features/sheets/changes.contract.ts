import { z } from "zod";
import { address } from "#app/contract/address.ts";
import { companyName } from "#app/contract/company.ts";
import { country } from "#app/contract/country.ts";
import { day } from "#app/contract/day.ts";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { phone } from "#app/contract/phone.ts";
import { priceInput } from "#app/contract/price.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { shipToDraftInput, shipToInput } from "#app/contract/ship-to.ts";
import { cleanCode, isSeen } from "#app/contract/text.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { chargeInput } from "#app/features/orders/charges.contract.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import {
  aboveAvailable,
  approvalNeeded,
  belowMinimum,
  priceChanged,
  wrongState,
} from "#app/features/orders/problems.ts";
import { draft, draftHeaders, draftQuery } from "./contract.ts";
import { MAX_CHARGES } from "./facts.ts";
import { draftChanged } from "./problems.ts";

/** A value that is left out, null or only spaces counts as none. */
const none = z
  .union([z.null(), z.string().refine((text) => !isSeen(text))])
  .optional()
  .transform(() => null);

/** What a form may leave empty. */
const orNone = <Field extends z.ZodType>(field: Field) => z.union([none, field]);

const poNumber = orNone(z.string().overwrite(cleanCode).pipe(oneLine(60)));
const note = orNone(manyLines(1000));
const company = orNone(companyName);

/** A trim is on a sheet only once: all its pieces are on one line. */
function refuseTwice({ value, issues }: { value: readonly { trimId: string }[]; issues: z.core.$ZodRawIssue[] }): void {
  const seen = new Set<string>();
  for (const [at, { trimId }] of value.entries()) {
    if (seen.has(trimId)) {
      const message = "This trim is on the sheet already";
      issues.push({ code: "custom", path: [at, "trimId"], message, input: trimId });
    }
    seen.add(trimId);
  }
}

/** A draft may hold what cannot be ordered: it is checked when it is sent. */
const draftInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        trimId: id,
        orderQuantity: pieces,
        /**
         * The price that the buyer has now seen. If it is left out, an unchanged line keeps its price, and a new or
         * changed line gets the current one.
         */
        seenPrice: priceInput.optional(),
      }),
    )
    .max(MAX_LINES, `At most ${MAX_LINES} lines`)
    .check(refuseTwice),
  poNumber,
  wantedOn: orNone(day),
  address: orNone(manyLines(1000)),
  shipTo: shipToDraftInput.nullable().default(null),
  phone: orNone(oneLine(60)),
  note,
  company,
  country: orNone(country),
});

export type DraftInput = z.output<typeof draftInput>;

export const saveDraft = endpoint({
  method: "PUT",
  path: "/orderDraft",
  access: "signed-in",
  summary:
    "Replaces the caller's draft, or the one an admin writes for a buyer, if it is still the version `If-Match` names; otherwise the refusal has the present draft in `now`",
  query: draftQuery,
  headers: z.object({ "if-match": z.string().max(200).optional() }),
  body: draftInput,
  output: draft,
  outputHeaders: draftHeaders,
  refuses: [notFound, draftChanged, tooManyRequests],
});

/** What the sheet's page sends. */
export const sheetInput = z.strictObject({
  name: oneLine(200).min(1),
  email,
  phone,
  address,
  /** The same in fields, which then compose the address that is stored and printed. */
  shipTo: shipToInput.optional(),
  poNumber,
  /** Today or later, in the shop's time zone. */
  wantedOn: orNone(day),
  note,
  company,
  country: orNone(country),
  lines: z
    .array(
      z.strictObject({
        trimId: id,
        orderQuantity: pieces,
        /** The price per piece that the buyer saw; the sheet is refused if it has risen. A lower price is taken. */
        unitPrice: priceInput.optional(),
      }),
    )
    .min(1, "Please add a line")
    .max(MAX_LINES, `At most ${MAX_LINES} lines`)
    .check(refuseTwice),
});

export type SheetInput = z.output<typeof sheetInput>;

/**
 * All lines are checked, and nothing is ordered if one is refused. `errors` names each by its place, counted from 0:
 * `lines.3.orderQuantity`, and `lines.3.unitPrice` for a price, whose current value is in `now` under that name. The
 * code is that of the first kind found, in the order of `refuses`.
 */
const sent = z.object({ acknowledged: z.literal(true), insertedId: id, number: z.int(), orderIds: z.array(id) });

const sendHeaders = z.object({
  "idempotency-key": z.string().min(1).max(200),
  "if-match": z.string().max(200).optional(),
});

export const sendSheet = endpoint({
  method: "POST",
  path: "/orderSheets",
  access: "signed-in",
  summary:
    "Sends an order sheet: each line becomes an order, all of them or none; empties the caller's draft, if it is still the version `If-Match` names, where that is sent",
  changesPages: true,
  headers: sendHeaders,
  body: sheetInput,
  output: sent,
  refuses: [
    notFound,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    approvalNeeded,
    emailNotVerified,
    draftChanged,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});

export const cancelSheet = endpoint({
  method: "DELETE",
  path: "/orderSheets/{id}",
  access: "signed-in",
  summary:
    "Cancels the orders of a sheet in one act, as `DELETE /orders/{id}` each: all that have not ended, or those of them that are named; all or none",
  changesPages: true,
  params: z.strictObject({ id: idOrNumber }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: z.strictObject({
    /** Which orders, by their ids. */
    orders: z.array(id).min(1).max(MAX_LINES).optional(),
    /** Why the shop cancels; the buyer reads it in the mail and on the page. */
    reason: manyLines(NOTE_MAX).refine(isSeen, "Please give a reason").optional(),
  }),
  isBodyOptional: true,
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
  refuses: [notFound, wrongState, requestRunning, keyReused],
});

export const sendSheetFor = endpoint({
  method: "POST",
  path: "/buyers/{id}/orderSheets",
  access: "admin",
  may: "manage-orders",
  summary:
    "Sends an order sheet in a buyer's name, with freight and discounts, who is mailed the confirmation; empties the draft that was written for them, as `POST /orderSheets` does",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: sendHeaders,
  body: sheetInput
    .omit({ name: true, email: true })
    .extend({ charges: z.array(chargeInput).max(MAX_CHARGES, `At most ${MAX_CHARGES}`).default([]) }),
  output: sent,
  refuses: [
    notFound,
    belowMinimum,
    aboveAvailable,
    priceChanged,
    draftChanged,
    requestRunning,
    keyReused,
    tooManyRequests,
  ],
});
