import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { isSeen } from "#app/contract/text.ts";
import { chargeKinds } from "#app/features/orders/facts.ts";
import { orderChanged, wrongState } from "#app/features/orders/problems.ts";

/** A charge of an order or sheet. */
export const charge = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    kind: z.enum(chargeKinds),
    /** In dollars and cents before tax; of a discount what is subtracted. */
    amount: z.string(),
    reason: z.string(),
    /** Who added it; null for buyers, and once the account is gone. */
    by: z.string().nullable(),
    /** The number of the invoice that bills it; null before, and once that is credited. */
    invoice: z.string().nullable(),
  })
  .meta({ id: "Charge" });

/** A charge that staff ask for. */
export const chargeInput = z.strictObject({
  kind: z.enum(chargeKinds),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, "Please write an amount such as 120.00")
    .refine((written) => /[1-9]/.test(written), "It must be more than nothing"),
  /** The buyer reads it. */
  reason: oneLine(120).refine(isSeen, "Please tell the buyer the reason"),
});

export type ChargeInput = z.output<typeof chargeInput>;

const add = {
  method: "POST",
  access: "admin",
  may: "manage-orders",
  params: z.strictObject({ id: idOrNumber }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  /** `version` is that of the order or sheet which the caller has seen. */
  body: chargeInput.extend({ version: z.int() }),
  output: z.object({ acknowledged: z.literal(true), insertedId: id, version: z.int() }),
  refuses: [notFound, wrongState, orderChanged, requestRunning, keyReused],
} as const;

const remove = {
  method: "DELETE",
  access: "admin",
  may: "manage-orders",
  params: z.strictObject({ id: idOrNumber, charge: id }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
  refuses: [notFound, wrongState],
} as const;

export const addOrderCharge = endpoint({
  ...add,
  path: "/orders/{id}/charges",
  summary:
    "Adds freight that the buyer asked for, or a discount, to an order that is not invoiced; the buyer is mailed",
});

export const addSheetCharge = endpoint({
  ...add,
  path: "/orderSheets/{id}/charges",
  summary: "Adds freight or a discount to a sheet, of which an order is still to be invoiced; the buyer is mailed",
});

export const removeOrderCharge = endpoint({
  ...remove,
  path: "/orders/{id}/charges/{charge}",
  summary: "Removes a charge of an order that no invoice bills; the buyer is mailed",
});

export const removeSheetCharge = endpoint({
  ...remove,
  path: "/orderSheets/{id}/charges/{charge}",
  summary: "Removes a charge of a sheet that no invoice bills; the buyer is mailed",
});
