import type { Order } from "./contract.ts";

/** Whether an invoice is open after its last day to pay. Days are those of the house. */
export function isPastDue({ payment, dueOn }: Pick<Order, "payment" | "dueOn">, nowMs = Date.now()): boolean {
  return payment === "Invoiced" && dueOn !== null && dueOn < new Date(nowMs).toISOString().slice(0, 10);
}
