import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { priceInput } from "#app/contract/price.ts";
import { pieces } from "#app/contract/quantity.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { changeRefusals, lineTerms, sharedTerms } from "#app/features/orders/change.contract.ts";

/** Whether each is there once. */
const isOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;

const changeInput = z
  .strictObject({
    /** The version that the caller has seen. */
    version: z.int(),
    ...sharedTerms,
    /** Orders of the sheet, by their ids, and what changes of them. */
    lines: z
      .array(z.strictObject({ id, ...lineTerms }))
      .max(MAX_LINES)
      .default([]),
    /** Lines that the sheet gains, each a new order. */
    add: z
      .array(z.strictObject({ trimId: id, orderQuantity: pieces, unitPrice: priceInput.optional() }))
      .max(MAX_LINES)
      .default([]),
    /** Lines that it loses: orders that are cancelled. */
    remove: z.array(id).max(MAX_LINES).default([]),
  })
  .refine(({ lines, remove }) => isOnce([...lines.map((line) => line.id), ...remove]), "Name each order once")
  .refine(({ add }) => isOnce(add.map(({ trimId }) => trimId)), "Name each trim once");

export type SheetChangeInput = z.output<typeof changeInput>;

/** `errors` names each line by its place, counted from 0: `lines.3.orderQuantity`, `add.0.unitPrice`. */
export const changeSheet = endpoint({
  method: "PATCH",
  path: "/orderSheets/{id}",
  access: "signed-in",
  summary:
    "Changes a sent order sheet if it is still of this version, all or nothing: what its orders share, their pieces and prices, and lines added and removed; as `PATCH /orders/{id}` for each",
  changesPages: true,
  params: z.strictObject({ id: idOrNumber }),
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: changeInput,
  /** How many orders changed, came and went; the version of now; the ids of those that came, in their order. */
  output: z.object({
    acknowledged: z.literal(true),
    modifiedCount: z.int(),
    version: z.int(),
    orderIds: z.array(id),
  }),
  refuses: changeRefusals,
});
