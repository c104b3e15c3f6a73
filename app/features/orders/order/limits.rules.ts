import { mayChange } from "#app/features/orders/change/change.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";

/** Explains what is not offered on the page of an order, where people would look for it. */
export function sayLimits(
  order: OrderStatus & Pick<OrderStory, "mayAct">,
  { isAdmin, canReport }: { isAdmin: boolean; canReport: boolean },
): string {
  const whole = "Its price does not include tax.";
  const isCancellable = mayCancel(order, isAdmin);
  if (isEnded(order)) return "The pieces are back in stock.";
  if (!order.mayAct) return `You may look and print. ${whole}`;
  if (isCancellable && mayChange(order, isAdmin)) return whole;
  if (isCancellable && isAdmin) return `What is packed or invoiced is no longer changed. ${whole}`;
  if (isCancellable) return `To change it now, please write to us. ${whole}`;
  if (isAdmin) return "An order that has shipped cannot be cancelled. If goods come back, restock the item.";
  const wrong = canReport ? "report the problem below" : "please write to us";
  return `It can no longer be cancelled here. If something is wrong, ${wrong}. ${whole}`;
}
