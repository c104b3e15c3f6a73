import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { State } from "#app/features/orders/facts.ts";
import type { PickedOrder } from "#app/features/orders/picking.contract.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { isUnpacked } from "./picking.rules.ts";

/** What the last scan or press did: packed an order, took that back, or failed. */
export type Packed =
  | { kind: "packed"; order: PickedOrder; from: State }
  | { kind: "undone"; order: PickedOrder }
  | { kind: "failed"; why: string; order?: PickedOrder };

export type Packing = ReturnType<typeof usePacking>;

/** Packs orders of a list one by one, and takes the last one back. */
export function usePacking(orders: readonly PickedOrder[]) {
  const [last, setLast] = useState<Packed>();
  const [busy, setBusy] = useState<string>();
  const keys = useFormKeys();
  const { revalidate } = useRevalidator();

  async function send(order: PickedOrder, from: State, to: State, done: Packed) {
    setBusy(order._id);
    try {
      const body = { track: "shipping", from, to } as const;
      const headers = { "idempotency-key": keys.of({ id: order._id, ...body }) };
      await callApi("POST /orders/{id}/moves", { params: { id: order._id }, headers, body });
      keys.forget();
      setLast(done);
    } catch (error) {
      setLast({ kind: "failed", why: describeError(error), order });
    } finally {
      setBusy(undefined);
    }
    await revalidate();
  }

  return {
    last,
    busy,
    /** How many orders of the list are still to be packed. */
    left: orders.filter(isUnpacked).length,
    fail: (why: string, order?: PickedOrder) => setLast({ kind: "failed", why, ...(order && { order }) }),
    pack: (order: PickedOrder) =>
      send(order, order.shipping, "packed", { kind: "packed", order, from: order.shipping }),
    undo: (order: PickedOrder, to: State) => send(order, "packed", to, { kind: "undone", order }),
  };
}
