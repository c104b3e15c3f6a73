import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { addTotals, describePieces, formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { PrintRunButtons } from "#app/features/orders/picking/print-run-buttons.tsx";
import { saveDocument } from "#app/features/orders/save-document.ts";
import {
  type BulkAction,
  bulkActions,
  describeOutcome,
  describeShipped,
  findFitting,
  labelWithCount,
  listCalls,
  listPrintings,
  listRefused,
  listReturns,
  permissionOf,
} from "#app/features/orders/status/bulk.rules.ts";
import {
  DeclineDialog,
  InvoiceDialog,
  type MoveDetails,
  type Share,
} from "#app/features/orders/status/move-dialogs.tsx";
import { isObstacle } from "#app/features/orders/status/obstacles.ts";
import { listParcels } from "#app/features/orders/status/parcels.rules.ts";
import { type MoveCall, type SentMoves, sendMoves } from "#app/features/orders/status/send-moves.ts";
import { sendShipments } from "#app/features/orders/status/send-shipments.ts";
import { ShipDialog } from "#app/features/orders/status/ship-dialog.tsx";
import { ShipParcelsDialog } from "#app/features/orders/status/ship-parcels-dialog.tsx";
import type { Shipment } from "#app/features/orders/status/shipping.rules.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";
import { HeldFocus } from "#app/ui/held-focus.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./orders-bulk.module.css";
import { type Outcome, offerUndo, type Refused } from "./outcome.ts";

type OrdersBulkProps = {
  picked: readonly Order[];
  /** What selects more than the page. */
  beyond: string | undefined;
  onBeyond: () => Promise<void>;
  onClear: () => void;
  /** The list has to be asked for again. */
  onDone: (outcome: Outcome) => Promise<void>;
};

const ACTIONS = "order-actions";

/** Gives the focus to the actions, while there are any. */
export function focusActions(): void {
  const first = document.getElementById(ACTIONS)?.querySelector<HTMLElement>("button[tabindex='0']:enabled");
  first?.focus({ focusVisible: true });
}

/**
 * What can be done with the selected orders: one stop for the keyboard, with arrows to move inside. It comes before the
 * rows, so that Tab leads from the box that selects all to the actions, but it appears at the foot of the window.
 */
export function OrdersBulk({ picked, beyond, onBeyond, onClear, onDone }: OrdersBulkProps) {
  // The orders as they are when the dialog opens: what is typed for one must not end up with another that moves up.
  const [asking, setAsking] = useState<{ action: BulkAction; orders: Order[] }>();
  const [sending, setSending] = useState<BulkAction>();
  const [printing, setPrinting] = useState(false);
  const keys = useFormKeys();
  const may = useMay();
  const { isBusy: isReading, run: read } = useAction();
  const offered = bulkActions.filter((action) => may(permissionOf(action)) && findFitting(picked, action).length > 0);
  const printings = listPrintings(picked);
  const isBusy = sending !== undefined || printing;
  const cameFrom = useRef<Element>(undefined);

  async function send(action: BulkAction, shares: readonly Share[]): Promise<void> {
    setSending(action);
    const orders = shares.flatMap((share) => share.orders);
    const numbers = new Map(orders.map(({ _id, number }) => [_id, number]));
    const calls = shares.flatMap(({ orders, details }) =>
      listCalls(orders, action).map((call) => ({ ...call, ...details })),
    );
    let sent: SentMoves;
    try {
      sent = await sendMoves(calls, numbers, keys);
    } finally {
      setSending(undefined);
    }
    setAsking(undefined);
    const { moved, failures, invoicedToo, back } = sent;
    await onDone({
      words: describeOutcome(action, moved, failures.size, invoicedToo.size),
      failures,
      undo: offerUndo({ action, calls, numbers, back }),
      refused: findRefused(action, orders, calls, failures),
    });
  }

  async function ship(action: BulkAction, shipments: readonly Shipment[]): Promise<void> {
    setSending(action);
    const numbers = new Map(shipments.flatMap(({ orders }) => orders.map(({ _id, number }) => [_id, number])));
    try {
      const { shipped, failures, invoicedToo } = await sendShipments(shipments, keys);
      keys.forget();
      setAsking(undefined);
      const words = describeShipped(action, shipped, failures.size, invoicedToo.size);
      const calls = shipments.map(({ body }) => body);
      await onDone({ words, failures, undo: offerUndo({ action, calls, numbers, back: listReturns(shipped) }) });
    } finally {
      setSending(undefined);
    }
  }

  async function start(action: BulkAction) {
    const orders = findFitting(picked, action);
    if (action.label.endsWith("…")) return setAsking({ action, orders });
    try {
      await send(action, [{ orders, details: {} }]);
    } catch (error) {
      toast.error(describeError(error));
    }
  }

  async function print() {
    setPrinting(true);
    try {
      for (const order of printings) {
        saveDocument(await callApi("GET /packingLists.pdf", { query: { order: order.map(String) } }));
      }
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setPrinting(false);
    }
  }

  function noteOrigin({ currentTarget, relatedTarget }: FocusEvent) {
    const isOutside = relatedTarget !== null && !currentTarget.contains(relatedTarget);
    if (isOutside && !relatedTarget.closest("dialog")) cameFrom.current = relatedTarget;
  }

  /** To where the keyboard was before it came to the actions. */
  function goBack(event: KeyboardEvent) {
    // The next Escape clears the selection.
    event.preventDefault();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  const fitting = asking?.orders ?? [];
  const dialog = asking && {
    subject: fitting.length === 1 ? `order No. ${fitting[0]?.number}` : `${fitting.length} orders`,
    several: new Set(fitting.map(({ email }) => email)).size > 1,
    onClose: () => setAsking(undefined),
    onSend: (details: MoveDetails) => send(asking.action, [{ orders: fitting, details }]),
  };
  const parcels = asking?.action.to === "shipped" ? listParcels(fitting) : [];
  const sum = addTotals(picked.map(({ total }) => total));
  const pieces = fitting.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  return (
    <>
      <FootBar
        id={ACTIONS}
        className={styles.bar}
        role="toolbar"
        aria-label="Actions for the selected orders"
        aria-keyshortcuts="A"
        onFocus={noteOrigin}
        onKeyDown={(event) => (event.key === "Escape" ? goBack(event) : moveAlong(event))}
      >
        <p className={styles.count}>
          <b>{formatPieces(picked.length)} selected</b> <span className={styles.sum}>{formatTotal(sum)}</span>
        </p>
        <div className={styles.actions}>
          <HeldFocus within={ACTIONS}>
            {offered.map((action, at) => (
              <Button
                key={action.label}
                size="small"
                kind={at === 0 ? "primary" : "line"}
                tabIndex={at === 0 ? 0 : -1}
                busy={sending === action}
                disabled={isBusy}
                onClick={() => void start(action)}
              >
                {labelWithCount(action, findFitting(picked, action).length)}
              </Button>
            ))}
            <PrintRunButtons picked={picked} disabled={isBusy} />
            {printings.length > 0 && (
              <Button
                size="small"
                kind="line"
                tabIndex={offered.length === 0 ? 0 : -1}
                busy={printing}
                disabled={isBusy}
                onClick={() => void print()}
              >
                Packing lists {printings.flat().length}
              </Button>
            )}
          </HeldFocus>
        </div>
        {beyond && (
          <Button kind="text" size="small" tabIndex={-1} busy={isReading} onClick={() => void read(onBeyond)}>
            {beyond}
          </Button>
        )}
        <Button kind="text" size="small" tabIndex={offered.length + printings.length === 0 ? 0 : -1} onClick={onClear}>
          Clear
        </Button>
      </FootBar>
      {dialog && asking.action.to === "declined" && (
        <DeclineDialog
          {...dialog}
          buyers={listBuyers(fitting)}
          pieces={describePieces(pieces)}
          onSend={(shares) => send(asking.action, shares)}
        />
      )}
      {dialog && parcels.length === 1 && parcels[0] && (
        <ShipDialog
          {...dialog}
          orders={fitting}
          to={parcels[0]}
          onSend={(shipments) => ship(asking.action, shipments)}
        />
      )}
      {dialog && parcels.length > 1 && (
        <ShipParcelsDialog {...dialog} parcels={parcels} onSend={(shipments) => ship(asking.action, shipments)} />
      )}
      {dialog && (asking.action.to === "invoiced" || asking.action.invoices) && (
        <InvoiceDialog {...dialog} orders={fitting} accepts={asking.action.invoices ?? false} />
      )}
    </>
  );
}

/** Those of the orders that an obstacle kept from the action; a move of one kind meets one obstacle. */
function findRefused(
  action: BulkAction,
  orders: readonly Order[],
  calls: readonly MoveCall[],
  failures: Outcome["failures"],
): Refused | undefined {
  const obstacle = [...failures.values()].map(({ code }) => code).find(isObstacle);
  if (!obstacle) return undefined;
  const theirs = orders.filter(({ _id }) => failures.get(_id)?.code === obstacle);
  const [companyId = null, ...others] = new Set(theirs.map((order) => order.companyId));
  return {
    ...{ obstacle, action, calls: listRefused(calls, failures, obstacle) },
    companyId: others.length === 0 ? companyId : null,
  };
}

/** The buyers of these orders, each with theirs. */
function listBuyers(orders: readonly Order[]) {
  return [...Map.groupBy(orders, ({ email }) => email).values()].flatMap((theirs) => {
    const [first] = theirs;
    return first ? [{ name: first.name, email: first.email, orders: theirs }] : [];
  });
}

/** The arrows, Home and End move between the buttons. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[steps[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus({ focusVisible: true });
}
