import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { describePieces } from "#app/contract/money.ts";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { MoveInput } from "#app/features/orders/changes.contract.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import type { State, Track } from "#app/features/orders/facts.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { countMinutesBack, isEnded, listMoves, type Move, permissionFor } from "#app/features/orders/rules.ts";
import {
  DeclineDialog,
  InvoiceDialog,
  type MoveDetails,
  ShipDialog,
} from "#app/features/orders/status/move-dialogs.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { IconBack, IconLock } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import styles from "./order-moves.module.css";

/** The button of each state that an order can move to; those with an ellipsis ask first. */
const moveWords: Partial<Record<State, string>> = {
  accepted: "Accept order",
  declined: "Decline…",
  "in-production": "Start production",
  packed: "Pack",
  shipped: "Ship…",
  delivered: "Mark as delivered",
  invoiced: "Invoice…",
  paid: "Mark as paid",
  refunded: "Mark as refunded",
};

type Asking = { move: Move; invoices?: boolean };

/** What an admin can do on one track: only allowed moves are buttons. One button of the page is the primary. */
export function OrderMoves({ order, track }: { order: OrderStory; track: Track }) {
  const [asking, setAsking] = useState<Asking>();
  const { send, sending } = useMoves(order);
  const may = useMay();
  const open = listMoves(order).filter((move) => may(permissionFor(move)));
  const moves = open.filter((move) => move.track === track);
  const locked = sayLocked(order, track, moves.length);
  const back = order.stepBack?.track === track ? order.stepBack : undefined;

  function start(move: Move) {
    if (move.to === "declined" || move.to === "shipped" || move.to === "invoiced") setAsking({ move });
    else void sendAtOnce(move);
  }

  async function sendAtOnce(move: Move) {
    const hasMovedOn = watchFocus();
    try {
      await send(move, {});
      if (!hasMovedOn()) focusTrack(track);
    } catch (error) {
      toast.error(describeError(error));
    }
  }

  if (moves.length === 0 && !back && !locked) return null;
  const subject = `order No. ${order.number}`;
  const dialog = asking && {
    subject,
    onClose: () => setAsking(undefined),
    onSend: async (details: MoveDetails) => {
      await send(asking.move, details);
      // Behind an open dialog nothing takes the focus.
      flushSync(() => setAsking(undefined));
      focusTrack(track);
    },
  };
  return (
    <div className={styles.moves}>
      {moves.map((move) => (
        <Button
          key={move.to}
          size="small"
          // A refund is never the obvious next step.
          kind={move === open[0] && move.to !== "refunded" ? "primary" : "line"}
          busy={sending === move.to}
          disabled={sending !== undefined}
          onClick={() => start(move)}
        >
          {moveWords[move.to] ?? stateTitle(move.to)}
        </Button>
      ))}
      {moves.some(({ to }) => to === "accepted") && (
        <Button
          size="small"
          kind="line"
          disabled={sending !== undefined}
          onClick={() => moves[0] && setAsking({ move: moves[0], invoices: true })}
        >
          Accept and invoice…
        </Button>
      )}
      {back && (
        <StepBack
          step={back}
          busy={sending === back.to}
          disabled={sending !== undefined}
          onBack={() => void sendAtOnce(back)}
        />
      )}
      {locked && (
        <p className={joinClasses(textStyles.small, textStyles.soft, styles.locked)}>
          <IconLock />
          {locked}
        </p>
      )}
      {dialog && asking.move.to === "declined" && (
        <DeclineDialog
          {...dialog}
          buyers={[{ name: order.name, email: order.email, orders: [order] }]}
          pieces={describePieces(order.orderQuantity)}
          onSend={async (shares) => {
            for (const { details } of shares) await dialog.onSend(details);
          }}
        />
      )}
      {dialog && asking.move.to === "shipped" && (
        <ShipDialog {...dialog} orders={[order]} parcel={{ name: order.name, address: writeAddress(order) }} />
      )}
      {dialog && (asking.move.to === "invoiced" || asking.invoices) && (
        <InvoiceDialog {...dialog} orders={[order]} accepts={asking.invoices ?? false} />
      )}
    </div>
  );
}

type StepBackProps = {
  step: NonNullable<OrderStory["stepBack"]>;
  busy: boolean;
  disabled: boolean;
  onBack: () => void;
};

/** Offered for an hour, to the person who made the move. */
function StepBack({ step, busy, disabled, onBack }: StepBackProps) {
  const minutes = countMinutesBack(step.until, useNow());
  if (minutes <= 0) return null;
  return (
    <span className={styles.back} data-unprinted>
      <Button kind="text" size="small" busy={busy} disabled={disabled} onClick={onBack}>
        <IconBack />
        Take back<span className="sr">: {stateTitle(step.from)}</span>
      </Button>
      <span className={joinClasses(textStyles.small, textStyles.soft)}>
        for {minutes} more minute{minutes === 1 ? "" : "s"}
      </span>
    </span>
  );
}

/** Sends moves of this order; `sending` is the state under way. Afterwards the page shows the order's new state. */
function useMoves(order: OrderStory) {
  const [sending, setSending] = useState<State>();
  const { revalidate } = useRevalidator();
  const key = useFormKey();

  /**
   * Resolves when the move is settled: made, or refused because the order has moved meanwhile. @throws ApiProblem
   * otherwise.
   */
  async function send({ track, from, to }: Move, details: MoveDetails): Promise<void> {
    setSending(to);
    const body: MoveInput = { track, from, to, ...details };
    try {
      const headers = { "idempotency-key": key.of({ id: order._id, ...body }) };
      await callApi("POST /orders/{id}/moves", { params: { id: order._id }, headers, body });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
      toast.error(describeError(error));
      return await revalidate();
    } finally {
      setSending(undefined);
    }
    key.forget();
    await revalidate();
    toast.success(`Order No. ${order.number}: ${stateTitle(to)}`);
  }

  return { send, sending };
}

/** After a move: its button is gone. */
function focusTrack(track: Track): void {
  document.getElementById(`track-${track}`)?.focus();
}

function sayLocked(order: OrderStory, track: Track, moves: number): string | undefined {
  if (track === "review" || moves > 0) return undefined;
  if (order.review === "in-review") return "Moves once the order is accepted.";
  return isEnded(order) && track === "shipping" ? "Ended with the review." : undefined;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
