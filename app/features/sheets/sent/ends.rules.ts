import type { Order } from "#app/features/orders/contract.ts";
import { stateLabels } from "#app/features/orders/labels.ts";

/** How many of these orders were declined and how many cancelled: "One order was declined, and 2 were cancelled." */
export function describeEnds(ended: readonly Pick<Order, "review">[]): string {
  const [first = "", second] = (["declined", "cancelled"] as const)
    .map((end) => ({ end, count: ended.filter(({ review }) => review === end).length }))
    .filter(({ count }) => count > 0)
    .map(({ end, count }, at) => {
      const noun = count === 1 ? "order" : "orders";
      return `${count === 1 ? "one" : count}${at === 0 ? ` ${noun}` : ""} ${count === 1 ? "was" : "were"} ${stateLabels[end]}`;
    });
  const words = second ? `${first}, and ${second}.` : `${first}.`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
