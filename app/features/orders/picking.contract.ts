import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { keyReused, notFound, requestRunning } from "#app/contract/problem.ts";
import { order } from "#app/features/orders/contract.ts";
import { MOST_MOVED, printKinds } from "#app/features/orders/facts.ts";
import { wrongState } from "#app/features/orders/problems.ts";

/** An order on a list for the warehouse, as it is now. */
const pickedOrder = z.object({
  ...order.pick({
    ...{ _id: true, number: true, name: true, email: true, address: true, productName: true, orderQuantity: true },
    ...{ img: true, trimId: true, review: true, shipping: true, payment: true, poNumber: true, wantedOn: true },
    ...{ sheetNumber: true, shipTo: true },
  }).shape,
  company: z.string().nullable(),
  /** The article's number and its packing unit; null if its trim is unknown or has none. */
  article: z.int().nullable(),
  packingUnit: z.int().nullable(),
  /** Pieces of its trim in the warehouse: those that can be ordered, and those of orders that have not left. */
  onShelf: z.int().nullable(),
});

export type PickedOrder = z.infer<typeof pickedOrder>;

const printRun = z
  .object({
    _id: id,
    /** People read it as `PL-31`. */
    number: z.int(),
    kind: z.enum(printKinds),
    at: z.iso.datetime(),
    /** Who printed it; null if the account is gone. */
    by: z.string().nullable(),
    orders: z.array(pickedOrder),
  })
  .meta({ id: "PrintRun" });

export type PrintRun = z.infer<typeof printRun>;

export const addPrintRun = endpoint({
  method: "POST",
  path: "/printRuns",
  access: "admin",
  may: "ship-orders",
  summary:
    "Makes a pick or production list of several orders and marks them as printed; orders that wait for neither are left out",
  headers: z.object({ "idempotency-key": z.string().min(1).max(200) }),
  body: z.strictObject({ kind: z.enum(printKinds), ids: z.array(id).min(1).max(MOST_MOVED) }),
  output: z.object({ acknowledged: z.literal(true), insertedId: id, number: z.int() }),
  refuses: [wrongState, requestRunning, keyReused],
});

export const findPrintRun = endpoint({
  method: "GET",
  path: "/printRuns/{id}",
  access: "admin",
  summary: "Returns a pick or production list, by id or number, with its orders as they are now",
  params: z.strictObject({ id: idOrNumber }),
  output: printRun,
  refuses: [notFound],
});
