import { comparePrices } from "#app/contract/money.ts";
import { notFound, unavailable } from "#app/contract/problem.ts";
import { type orderInput, placeOrder } from "#app/features/orders/changes.contract.ts";
import { insertEvent } from "#app/features/orders/life/events.server.ts";
import type { OrderLimits } from "#app/features/orders/limits.server.ts";
import { leaveUntold } from "#app/features/orders/mails.server.ts";
import { priceChanged, trimRenamed } from "#app/features/orders/problems.ts";
import * as queries from "#app/features/orders/queries.server.ts";
import { describeOtherPrice, refusalOfQuantity } from "#app/features/orders/rules.ts";
import { findTrim, findTrimByName } from "#app/features/trims/queries.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { onceWithin } from "#app/platform/http/idempotency.server.ts";
import { limitAct } from "#app/platform/http/limits.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

type OrderInput = typeof orderInput._output;

type Sent = { who: Person; network: Network; input: OrderInput; key: string | undefined };

/**
 * Places one order on its own, at most once per key, and says why if it cannot. Calls `onPlaced` with the trim, unless
 * it repeats the answer of an order that was placed before.
 * @throws Refusal as `limitAct`, `onceWithin` and `place` do
 */
export async function placeAlone(
  db: Db,
  { who, network, input, key }: Sent,
  limits: OrderLimits,
  onPlaced: (trimId: string) => void = () => {},
) {
  const request = { owner: who.id, key, endpoint: placeOrder, content: input };
  return onceWithin(
    (work) => limitAct(limits, "order", who, network, work),
    db,
    request,
    async (tx) => {
      const { insertedId, trimId } = await place(tx, who, input);
      onPlaced(trimId);
      return { acknowledged: true as const, insertedId };
    },
  );
}

/**
 * Takes the pieces from stock, saves the order at the price of that moment and leaves its mails to be written: all in
 * `tx`, or nothing. Returns the ids of the order and of the trim.
 * @throws Refusal not-found, trim-renamed, below-minimum, above-available or price-changed.
 */
async function place(tx: Tx, who: Person, input: OrderInput) {
  const trim = await findOrderedTrim(tx, input);
  const taken = await queries.takeFromStock(tx, trim._id, input.orderQuantity);
  if (!taken) return refuseQuantity(tx, trim._id, input.orderQuantity);
  refuseOtherPrice(input, taken.unitPrice);
  const order = {
    id: newId(),
    name: who.name,
    email: who.email,
    phone: input.phone,
    address: input.address,
    productName: taken.name,
    orderQuantity: input.orderQuantity,
    unitPrice: taken.unitPrice,
  };
  await insertEvent(tx, { who, orderId: order.id, kind: "placed" });
  await leaveUntold(tx, order.id, who);
  // The order comes last: from then on, orders that add to the same sums have to wait.
  await queries.insertOrder(tx, { ...order, userId: who.id, trimId: taken.id });
  return { insertedId: order.id, trimId: taken.id };
}

/** The id decides, but the name must match, so that a buyer gets what the form showed. */
async function findOrderedTrim(tx: Tx, { trimId, productName }: OrderInput) {
  const trim = trimId ? await findTrim(tx, trimId) : await findTrimByName(tx, productName);
  if (!trim) refuse(notFound, "This trim is no longer in the catalogue.");
  if (trim.name.toLowerCase() !== productName.toLowerCase()) {
    refuse(trimRenamed, `This trim is now called ${trim.name}. Please reload the page.`);
  }
  return trim;
}

/** Nobody buys at a price they did not see. The refusal rolls back `tx`, and so gives the pieces back. */
function refuseOtherPrice({ unitPrice: seen, orderQuantity }: OrderInput, unitPrice: string): void {
  if (seen === undefined || comparePrices(seen, unitPrice) === 0) return;
  const message = describeOtherPrice({ orderQuantity, seen, unitPrice });
  refuse(priceChanged, `${message}. Nothing was ordered.`, [{ field: "unitPrice", message }], { unitPrice });
}

/** Explains the refusal, with current numbers. */
async function refuseQuantity(tx: Tx, trimId: string, orderQuantity: number): Promise<never> {
  const trim = await findTrim(tx, trimId);
  if (!trim) refuse(notFound, "This trim is no longer in the catalogue.");
  const refusal = refusalOfQuantity(trim, orderQuantity);
  if (!refusal) refuse(unavailable, "The stock has just changed. Please try again.");
  refuse(refusal.problem, refusal.message, [{ field: "orderQuantity", message: refusal.message }]);
}
