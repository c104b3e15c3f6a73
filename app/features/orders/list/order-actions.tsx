import { useEffect, useEffectEvent, useState } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { PickAll } from "#app/lists/pick-all.tsx";
import { usePicking } from "#app/lists/picking.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import { OrderOutcome } from "./order-outcome.tsx";
import { focusActions, OrdersBulk } from "./orders-bulk.tsx";
import type { Outcome } from "./outcome.ts";

type OrderActionsOptions = {
  canPick?: (order: Order) => boolean;
  /** Asks for the orders again. */
  reload: () => Promise<void>;
  /** For a list of which a page is shown: all that it has, and the address that says which they are. */
  all?: { of: string; load: () => Promise<Order[]> };
};

/** Which orders are selected for an action on all of them, and the outcome of the last action. */
export function useOrderActions(orders: readonly Order[], { canPick, reload, all }: OrderActionsOptions) {
  const [beyond, setBeyond] = useState<{ of: string | undefined; rows: readonly Order[] }>(noneBeyond);
  const shown = new Set(orders.map(({ _id }) => _id));
  const others = beyond.of === all?.of ? beyond.rows.filter(({ _id }) => !shown.has(_id)) : [];
  const picking = usePicking([...orders, ...others], canPick);
  // Also on the tab visited next: what failed may have left this one.
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    picking,
    outcome,
    /** Why the last action failed for an order. */
    failures: outcome?.failures ?? noFailures,
    /** Selects all orders of the list, also on its other pages. */
    pickBeyond: async () => {
      const rows = (await all?.load()) ?? [];
      setBeyond({ of: all?.of, rows });
      picking.keep(new Set(rows.map(({ _id }) => _id)));
    },
    close: () => {
      setOutcome(undefined);
      focusPickAll();
    },
    drop: () => {
      picking.keep(new Set());
      setBeyond(noneBeyond);
      focusPickAll();
    },
    tell: async (done: Outcome) => {
      picking.keep(new Set(done.failures.keys()));
      setBeyond(noneBeyond);
      setOutcome(done);
      const hasMovedOn = watchFocus();
      await reload();
      // The bar that had the focus is gone, or offers something else.
      if (!hasMovedOn()) focusPickAll();
    },
  };
}

const noneBeyond = { of: undefined, rows: [] };

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

type BeyondProps = {
  /** What selects all orders of the list, if it has more than the page: "Select all 312 to review". */
  beyond?: string | undefined;
  /** Whether the list can show those that failed alone. */
  canShow?: boolean;
};

/**
 * What is above orders that can be selected, in a column with them: the outcome of the last action, and the bar of
 * actions, which is at the foot of the window.
 */
export function OrderActions({ actions, orders, beyond, canShow = false }: OrderActionsProps & BeyondProps) {
  const { picking, outcome, tell, drop, close, pickBeyond } = actions;
  const isEmpty = orders.length === 0;
  const isPageFull = orders.length > 0 && orders.every(picking.has);
  useClearing(picking.picked.length > 0, drop);
  useEffect(() => {
    // The last row has left, and the box that picks all with it.
    if (isEmpty && outcome && document.activeElement === document.body) focusPickAll();
  }, [isEmpty, outcome]);
  return (
    <>
      {picking.picked.length > 0 && (
        <OrdersBulk
          picked={picking.picked}
          beyond={isPageFull && picking.picked.length === orders.length ? beyond : undefined}
          onBeyond={pickBeyond}
          onClear={drop}
          onDone={tell}
        />
      )}
      <OrderOutcome id={OUTCOME} outcome={outcome} canShow={canShow} onClose={close} onUndone={tell} />
    </>
  );
}

/** Escape clears the selection, unless it closes something or leaves a field first. */
function useClearing(isPicked: boolean, drop: () => void) {
  const clear = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.matches("input:not([type='checkbox']), textarea, select");
    if (event.key !== "Escape" || event.defaultPrevented || isTyping || document.querySelector("dialog[open]")) return;
    drop();
  });
  useEffect(() => {
    if (!isPicked) return;
    const listen = (event: KeyboardEvent) => clear(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isPicked]);
}

const PICK_ALL = "pick-all";

const OUTCOME = "order-outcome";

/** Or the outcome of the last action, if nothing is left to select. */
function focusPickAll() {
  (document.getElementById(PICK_ALL) ?? document.getElementById(OUTCOME))?.focus();
}

const noFailures: Outcome["failures"] = new Map();
