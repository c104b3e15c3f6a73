import { useEffect, useState } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { PickAll } from "#app/lists/pick-all.tsx";
import { usePicking } from "#app/lists/picking.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { OrderOutcome } from "./order-outcome.tsx";
import { focusActions, OrdersBulk, type Outcome } from "./orders-bulk.tsx";

type OrderActionsOptions = {
  canPick?: (order: Order) => boolean;
  /** Asks for the orders again. */
  reload: () => Promise<void>;
};

/** Which orders are selected for an action on all of them, and the outcome of the last action. */
export function useOrderActions(orders: readonly Order[], { canPick, reload }: OrderActionsOptions) {
  const picking = usePicking(orders, canPick);
  // Also on the tab visited next: what failed may have left this one.
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    picking,
    outcome,
    /** Why the last action failed for an order. */
    failures: outcome?.failures ?? noFailures,
    close: () => {
      setOutcome(undefined);
      focusPickAll();
    },
    drop: () => {
      picking.keep(new Set());
      focusPickAll();
    },
    tell: async (done: Outcome) => {
      picking.keep(new Set(done.failures.keys()));
      setOutcome(done);
      const hasMovedOn = watchFocus();
      await reload();
      // The bar that had the focus is gone, or offers something else.
      if (!hasMovedOn()) focusPickAll();
    },
  };
}

type OrderActionsProps = {
  actions: ReturnType<typeof useOrderActions>;
  /** All that can be picked. */
  orders: readonly Order[];
};

/** The box that selects all orders. */
export function PickAllOrders({ actions: { picking }, orders, ...rest }: OrderActionsProps & { isBare?: boolean }) {
  if (orders.length === 0) return null;
  return <PickAll id={PICK_ALL} picking={picking} rows={orders} onAction={focusActions} {...rest} />;
}

/**
 * What is above orders that can be selected, in a column with them: the outcome of the last action, and the bar of
 * actions, which is at the foot of the window.
 */
export function OrderActions({ actions: { picking, outcome, tell, drop, close }, orders }: OrderActionsProps) {
  const isEmpty = orders.length === 0;
  useEffect(() => {
    // The last row has left, and the box that picks all with it.
    if (isEmpty && outcome && document.activeElement === document.body) focusPickAll();
  }, [isEmpty, outcome]);
  return (
    <>
      {picking.picked.length > 0 && <OrdersBulk picked={picking.picked} onClear={drop} onDone={tell} />}
      <OrderOutcome id={OUTCOME} outcome={outcome} onClose={close} onUndone={tell} />
    </>
  );
}

const PICK_ALL = "pick-all";

const OUTCOME = "order-outcome";

/** Or the outcome of the last action, if nothing is left to select. */
function focusPickAll() {
  (document.getElementById(PICK_ALL) ?? document.getElementById(OUTCOME))?.focus();
}

const noFailures: Outcome["failures"] = new Map();
