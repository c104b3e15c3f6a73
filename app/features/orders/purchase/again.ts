import { useState } from "react";
import { useNavigate } from "react-router";
import { describeError } from "#app/client/api.ts";
import { DRAFT_PATH, type OrderedBefore, useOrderDraft } from "#app/client/order-draft.ts";
import { callApi } from "#app/client/session.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { listCounted } from "#app/features/orders/rules.ts";
import { toast } from "#app/ui/toast.ts";

/**
 * Puts what was ordered before on the order sheet, and shows it there. If a whole sheet is to be ordered again and the
 * draft has lines, that page asks first.
 */
export function useAgain() {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { orderAgain } = useOrderDraft();

  async function run(of: string, find: () => Promise<readonly OrderedBefore[]>, isAsking: boolean) {
    setBusy(true);
    try {
      const state = await orderAgain(of, await find(), isAsking);
      await navigate(DRAFT_PATH, { state });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    again: (order: OrderedBefore & Pick<Order, "number">) =>
      run(`Order No. ${order.number}`, async () => [order], false),
    /** All that counts of a sheet, unless the caller has read it and says what is `wanted`. */
    allAgain: (number: number, wanted?: readonly OrderedBefore[]) =>
      run(`Sheet S-${number}`, async () => wanted ?? listCounted(await findOrders(number)), true),
  };
}

async function findOrders(number: number): Promise<readonly Order[]> {
  const { data } = await callApi("GET /orderSheets/{id}", { params: { id: String(number) } });
  return data.orders;
}
