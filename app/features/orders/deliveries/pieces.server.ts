import { type SQL, sql } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";

type Columns = Pick<typeof orders, "shipping" | "orderQuantity" | "shippedPieces">;

const isClosed = ({ shipping }: Columns) => sql`${shipping} in ('shipped', 'delivered')`;

/** Pieces of an order that have left the warehouse. What shipped before deliveries were recorded shipped as a whole. */
export const shippedPieces = (of: Columns = orders): SQL<number> =>
  sql`case when ${isClosed(of)} then coalesce(${of.shippedPieces}, ${of.orderQuantity}) else coalesce(${of.shippedPieces}, 0) end`;

/** Pieces that an order which has not ended takes of the stock: what was ordered, and once it is closed what left. */
export const heldPieces = (of: Columns = orders): SQL<number> =>
  sql`case when ${isClosed(of)} then coalesce(${of.shippedPieces}, ${of.orderQuantity}) else ${of.orderQuantity} end`;
