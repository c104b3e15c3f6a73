import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { price } from "#app/contract/price.ts";
import { pieces } from "#app/contract/quantity.ts";

/** A placed order. Price and total are those of the moment it was placed. */
const order = z
  .object({
    _id: id,
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
  })
  .meta({ id: "Order" });

export type Order = z.infer<typeof order>;

/** What the order form sends. Phone is digits as text, so that leading zeros survive. */
export const orderInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email,
  phone: z
    .string()
    .trim()
    .min(1, "Phone is required")
    .regex(/^[0-9]{5,20}$/, "Please write the phone number in digits, 5 to 20 of them"),
  address: z.string().trim().min(1, "Address is required").max(1000, "At most 1000 characters"),
  productName: z.string().trim().min(1).max(200),
  orderQuantity: pieces,
  trimId: id.optional(),
});

export const listMyOrders = endpoint({
  method: "GET",
  path: "/orders",
  access: "signed-in",
  summary: "The caller's own orders, newest first",
  query: z.strictObject({ email, ...pageQuery }),
  output: z.array(order),
  outputHeaders: pageHeaders,
});

export const placeOrder = endpoint({
  method: "POST",
  path: "/orders",
  access: "signed-in",
  summary: "Places an order and takes its pieces from the stock",
  changesPages: true,
  headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
  body: orderInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [
    "not-found",
    "email-not-verified",
    "below-minimum",
    "above-available",
    "trim-renamed",
    "request-running",
    "key-reused",
  ],
});

export const deleteOrder = endpoint({
  method: "DELETE",
  path: "/orders/{id}",
  access: "signed-in",
  summary: "Cancels an order of one's own, or any order as an admin, and gives its pieces back to the stock",
  changesPages: true,
  params: z.strictObject({ id }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
});

export const listAllOrders = endpoint({
  method: "GET",
  path: "/allOrders",
  access: "admin",
  summary: "The orders of all buyers, newest first",
  query: z.strictObject(pageQuery),
  output: z.array(order),
  outputHeaders: pageHeaders,
});
