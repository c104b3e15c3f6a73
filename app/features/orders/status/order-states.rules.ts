import type { Order } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";

type Owed = Pick<Order, "review" | "payment" | "dueOn">;

/** Whether an invoice is open after its last day to pay. Both days are in the shop's time zone. */
export function isPastDue({ review, payment, dueOn }: Owed, today: string): boolean {
  return payment === "invoiced" && !isEnded({ review }) && dueOn !== null && dueOn < today;
}
