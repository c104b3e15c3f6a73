import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { callApi } from "#app/client/session.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";

/** The receipt of an order, and whether it was placed just now. */
export type Receipt = { order: Order; isNew: boolean };

/**
 * The receipt of the order that was last placed on this page. The entry in the browser's history names the order, so
 * that it is there again for those who come back or reload, unless it was cancelled meanwhile. It waits until it is
 * known who asks.
 */
export function useReceipt(isSignedIn: boolean) {
  const navigate = useNavigate();
  const placedId = readPlaced(useLocation().state);
  const [receipt, setReceipt] = useState<Receipt>();
  const isMissing = isSignedIn && placedId !== undefined && placedId !== receipt?.order._id;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    void findPlaced(placedId).then((order) => {
      if (isCurrent && order && !isEnded(order)) setReceipt({ order, isNew: false });
    });
    return () => {
      isCurrent = false;
    };
  }, [isMissing, placedId]);

  /** Shows the receipt of the order that was placed, and loads the page's data anew. */
  async function keepReceipt(id: string) {
    const order = await findPlaced(id);
    setReceipt(order && { order, isNew: true });
    await navigate({ search: location.search }, { replace: true, state: { placed: id }, preventScrollReset: true });
  }
  return { receipt, keepReceipt };
}

/** Undefined without an answer: the order is placed all the same. */
async function findPlaced(id: string): Promise<Order | undefined> {
  try {
    return (await callApi("GET /orders/{id}", { params: { id } })).data;
  } catch {
    return undefined;
  }
}

/** The order that the state of a navigation names. */
function readPlaced(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("placed" in state)) return undefined;
  return typeof state.placed === "string" ? state.placed : undefined;
}
