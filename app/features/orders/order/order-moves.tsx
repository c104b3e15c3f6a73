import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { nameCountry } from "#app/contract/country-name.ts";
import { describePieces } from "#app/contract/money.ts";
import type { MoveInput } from "#app/features/orders/changes.contract.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import type { State } from "#app/features/orders/facts.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { countMinutesBack, type Move } from "#app/features/orders/rules.ts";
import {
  DeclineDialog,
  InvoiceDialog,
  type MoveDetails,
  RefundAllDialog,
} from "#app/features/orders/status/move-dialogs.tsx";
import { isObstacle, type Obstacle, obstacles } from "#app/features/orders/status/obstacles.ts";
import { OverrideDialog } from "#app/features/orders/status/override-dialog.tsx";
import { ShipDialog } from "#app/features/orders/status/ship-dialog.tsx";
import type { Shipment } from "#app/features/orders/status/shipping.rules.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { IconBack } from "#app/ui/icons.tsx";
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
  refunded: "Mark as refunded…",
};

const asksFirst: readonly State[] = ["declined", "shipped", "invoiced", "refunded"];

/** A move that something forbids, and what the refusal says. */
type Refused = { obstacle: Obstacle; move: Move; details: MoveDetails; detail: string };

type Asking = { move: Move; invoices?: boolean };

type OrderMovesProps = {
  order: OrderStory;
  /** Those that are offered, in this order. */
  moves: readonly Move[];
  /** The one that is to be done now. */
  primary: Move | undefined;
  /** Gives the focus a place once a button has gone. */
  onMoved: () => void;
};

/** What an admin can do: only allowed moves are buttons. */
export function OrderMoves({ order, moves, primary, onMoved }: OrderMovesProps) {
  const [asking, setAsking] = useState<Asking>();
  const [refused, setRefused] = useState<Refused>();
  const { send, ship, sending } = useMoves(order, setRefused);
  const back = order.stepBack ?? undefined;

  function start(move: Move) {
    if (asksFirst.includes(move.to)) setAsking({ move });
    else void sendAtOnce(move);
  }

  async function sendAtOnce(move: Move) {
    const hasMovedOn = watchFocus();
    try {
      await send(move, {});
      if (!hasMovedOn()) onMoved();
    } catch (error) {
      toast.error(describeError(error));
    }
  }

  if (moves.length === 0 && !back) return null;
  const acceptance = moves.find(({ to }) => to === "accepted");
  const subject = `order No. ${order.number}`;
  function close() {
    // Behind an open dialog nothing takes the focus.
    flushSync(() => setAsking(undefined));
    onMoved();
  }
  const dialog = asking && {
    subject,
    onClose: () => setAsking(undefined),
    onSend: async (details: MoveDetails) => {
      await send(asking.move, details);
      close();
    },
  };
  return (
    <div className={styles.moves}>
      {moves.map((move) => (
        <Button
          key={move.to}
          size="small"
          kind={move === primary ? "primary" : "line"}
          busy={sending === move.to}
          disabled={sending !== undefined}
          onClick={() => start(move)}
        >
          {moveWords[move.to] ?? stateTitle(move.to)}
        </Button>
      ))}
      {acceptance && (
        <Button
          size="small"
          kind="line"
          disabled={sending !== undefined}
          onClick={() => setAsking({ move: acceptance, invoices: true })}
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
        <ShipDialog
          {...dialog}
          orders={[order]}
          to={{ ...order, country: order.country && nameCountry(order.country) }}
          onSend={async (shipments) => {
            await ship(shipments);
            close();
          }}
        />
      )}
      {dialog && (asking.move.to === "invoiced" || asking.invoices) && (
        <InvoiceDialog {...dialog} orders={[order]} accepts={asking.invoices ?? false} />
      )}
      {dialog && asking.move.to === "refunded" && <RefundAllDialog {...dialog} />}
      {refused && (
        <OverrideDialog
          obstacle={refused.obstacle}
          subject={subject}
          companyId={order.companyId}
          detail={[refused.detail]}
          onClose={() => setRefused(undefined)}
          onSend={async (reason) => {
            await send(refused.move, { ...refused.details, ...obstacles[refused.obstacle].override(reason) });
            flushSync(() => setRefused(undefined));
            onMoved();
          }}
        />
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
function useMoves(order: OrderStory, onRefused: (refused: Refused) => void) {
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
      await withProof(() => callApi("POST /orders/{id}/moves", { params: { id: order._id }, headers, body }));
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
      const { code, message: detail } = error;
      if (isObstacle(code)) return onRefused({ obstacle: code, move: { track, from, to }, details, detail });
      toast.error(describeError(error));
      return await revalidate();
    } finally {
      setSending(undefined);
    }
    key.forget();
    await revalidate();
    toast.success(`Order No. ${order.number}: ${stateTitle(to)}`);
  }

  /** Ships it, or a part of it; resolves and throws as `send`. */
  async function ship(shipments: readonly Shipment[]): Promise<void> {
    setSending("shipped");
    let to: State | undefined;
    try {
      for (const { body } of shipments) {
        const { data } = await callApi("POST /deliveries", { headers: { "idempotency-key": key.of(body) }, body });
        to = data.orders[0]?.to;
      }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "wrong-state") throw error;
      toast.error(describeError(error));
      return await revalidate();
    } finally {
      setSending(undefined);
    }
    key.forget();
    await revalidate();
    if (to) toast.success(`Order No. ${order.number}: ${stateTitle(to)}`);
  }

  return { send, ship, sending };
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
