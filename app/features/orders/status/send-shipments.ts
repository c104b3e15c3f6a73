import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { State } from "#app/features/orders/facts.ts";
import type { useFormKeys } from "#app/forms/idempotency-key.ts";
import type { Failure } from "./bulk.rules.ts";
import type { Shipment } from "./shipping.rules.ts";

/** How far an order came, by its id. */
type Shipped = { id: string; from: State; to: State };

/** What became of deliveries that were sent together. */
export type SentShipments = {
  shipped: Shipped[];
  /** The orders of the deliveries that were refused. */
  failures: Map<string, Failure>;
  /** Other lines of their sheets that are invoiced, too. */
  invoicedToo: Set<string>;
};

/**
 * Sends deliveries one after the other: one that is refused stops no other. The refusal of a single one, and any other
 * failure, is thrown; sent again, `keys` keep what has shipped from shipping twice.
 * @throws ApiProblem
 */
export async function sendShipments(
  shipments: readonly Shipment[],
  keys: ReturnType<typeof useFormKeys>,
): Promise<SentShipments> {
  const sent: SentShipments = { shipped: [], failures: new Map(), invoicedToo: new Set() };
  for (const { orders, body } of shipments) {
    try {
      const { data } = await callApi("POST /deliveries", { headers: { "idempotency-key": keys.of(body) }, body });
      sent.shipped.push(...data.orders);
      for (const id of data.invoicedToo) sent.invoicedToo.add(id);
    } catch (error) {
      if (shipments.length === 1 || !(error instanceof ApiProblem) || error.status !== 409) throw error;
      for (const { _id, number } of orders) sent.failures.set(_id, { number, why: describeError(error) });
    }
  }
  return sent;
}
