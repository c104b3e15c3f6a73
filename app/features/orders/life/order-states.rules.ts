import type { Order } from "#app/features/orders/contract.ts";

/** Whether an invoice is open after its last day to pay. Both days are in the shop's time zone. */
export function isPastDue({ payment, dueOn }: Pick<Order, "payment" | "dueOn">, today: string): boolean {
  return payment === "Invoiced" && dueOn !== null && dueOn < today;
}
