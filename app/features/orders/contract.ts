import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { pageQuery, searchHeaders } from "#app/contract/page.ts";
import { phone } from "#app/contract/phone.ts";
import { price } from "#app/contract/price.ts";
import { keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { aboveAvailable, belowMinimum, trimRenamed } from "./problems.ts";

/** A placed order, with the price and total at the time of placing. */
const order = z
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
  })
  .meta({ id: "Order" });

export type Order = z.infer<typeof order>;

/** The ways to sort a list of orders; a minus reverses one. */
export const orderSort = z.enum(["newest", "oldest", "email", "-email", "item", "-item", "quantity", "-quantity"]);

export type OrderSort = z.infer<typeof orderSort>;

/** The filter and the sorting of orders. */
const orderQuery = {
  /** Prefixes of words in the buyer's e-mail or name or the item; an order number; or the start of its id. */
  q: z.string().trim().max(80).optional(),
  sort: orderSort.optional(),
};

/** What the order form sends. */
export const orderInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email,
  phone,
  address: z.string().trim().min(1, "Address is required").max(1000, "At most 1000 characters"),
  productName: z.string().trim().min(1).max(200),
  orderQuantity: pieces,
  trimId: id.optional(),
});

export const listMyOrders = endpoint({
  method: "GET",
  path: "/orders",
  access: "signed-in",
  summary: "The caller's own orders, newest first unless `sort` says otherwise",
  query: z.strictObject({ email, ...orderQuery, ...pageQuery }),
  output: z.array(order),
  outputHeaders: searchHeaders,
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
    notFound,
    emailNotVerified,
    belowMinimum,
    aboveAvailable,
    trimRenamed,
    requestRunning,
    keyReused,
    tooManyRequests,
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
  summary: "The orders of all buyers, newest first unless `sort` says otherwise",
  query: z.strictObject({ ...orderQuery, ...pageQuery }),
  output: z.array(order),
  outputHeaders: searchHeaders,
});

export const downloadAllOrders = endpoint({
  method: "GET",
  path: "/allOrders.csv",
  access: "admin",
  summary: "All orders that `q` finds, as a table for a spreadsheet",
  query: z.strictObject(orderQuery),
  output: z.string(),
  gives: "text/csv",
});

export const findStock = endpoint({
  method: "GET",
  path: "/trims/{id}/stock",
  access: "admin",
  summary: "Lists a trim's stock movements, newest first; they add up to what is left plus what open orders hold",
  params: z.strictObject({ id }),
  output: z.object({
    putIn: z.int(),
    quantity: z.int(),
    inOpenOrders: z.int(),
    /** The stock below which admins are told; null for twice the minimum. */
    lowStockAt: z.int().nullable(),
    movements: z.array(
      z.object({
        _id: id,
        at: z.iso.datetime(),
        /** Null for stock from before movements were recorded. */
        email: z.string().nullable(),
        delta: z.int(),
        why: z.string(),
      }),
    ),
  }),
  refuses: [notFound],
});
