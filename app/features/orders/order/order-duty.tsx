import { type ReactNode, useId, useRef } from "react";
import { useMay } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { describePieces, formatPieces, formatTotal } from "#app/contract/money.ts";
import { OPEN_CLAIM, type OrderClaims } from "#app/features/orders/claims/claims-part.tsx";
import type { Claim } from "#app/features/orders/claims.contract.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { ANSWER } from "#app/features/orders/messages/conversation.tsx";
import type { Conversation } from "#app/features/orders/messages.contract.ts";
import { isEnded, listMoves, permissionFor } from "#app/features/orders/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import { type Duty, isLateInvoice, listDuties } from "./duty.rules.ts";
import { DutyBand } from "./duty-band.tsx";
import { OrderMoves } from "./order-moves.tsx";

/** What is said of a duty that comes after the present one. */
const nextWords: Record<Duty, string> = {
  answer: "answer",
  claim: "answer the claim",
  review: "review it",
  invoice: "invoice it",
  produce: "make or pack it",
  pack: "pack it",
  ship: "ship it",
  overdue: "collect the payment",
  deliver: "mark it as delivered",
  pay: "book the payment",
};

type OrderDutyProps = { order: OrderStory; talk: Conversation | undefined; claims: OrderClaims | undefined };

/** For staff: what is to be done about an order now, with the one primary button of its page, and what else can be. */
export function OrderDuty({ order, talk, claims }: OrderDutyProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const may = useMay();
  const today = useShopToday();
  const claim = claims?.claims.find(({ state }) => state === "open");
  const found = listDuties(order, { waitsForUs: talk?.waitingFor === "us", hasClaim: claim !== undefined, today, may });
  const [now, next] = found;
  const moves = found.flatMap((one) => one.moves);
  // Nothing is made before the deposit; until then there is no primary move.
  const waits = order.deposit?.isWaiting === true && (now?.duty === "produce" || now?.duty === "invoice");
  const others = listMoves(order).filter(
    (move) => may(permissionFor(move)) && !moves.includes(move) && (move.to !== "refunded" || Number(order.total) > 0),
  );
  return (
    <DutyBand
      id={id}
      heading={heading}
      title={waits ? nameDeposit(order) : nameDuty(order, now?.duty, talk)}
      next={waits || !next ? undefined : `After that: ${nextWords[next.duty]}.`}
      buttons={
        <>
          {now?.duty === "answer" && (
            <Button size="small" onClick={() => document.getElementById(ANSWER)?.focus()}>
              Answer
            </Button>
          )}
          {now?.duty === "claim" && (
            <Button size="small" onClick={() => document.getElementById(OPEN_CLAIM)?.focus()}>
              Answer the claim
            </Button>
          )}
          <OrderMoves
            order={order}
            moves={[...moves, ...others]}
            primary={waits ? undefined : now?.moves[0]}
            onMoved={() => heading.current?.focus()}
          />
        </>
      }
    >
      {sayMore(order, now?.duty, talk, claim)}
    </DutyBand>
  );
}

const nameDeposit = ({ deposit }: OrderStory) => `Waiting for the deposit of ${formatTotal(deposit?.open ?? "0")}`;

function nameDuty(order: OrderStory, duty: Duty | undefined, talk: Conversation | undefined): string {
  const rest = formatPieces(order.orderQuantity - order.shippedPieces);
  switch (duty) {
    case "answer":
      return `${talk?.messages.at(-1)?.name ?? order.name} waits for an answer`;
    case "claim":
      return "Answer the claim";
    case "review":
      return "Review this order";
    case "invoice":
      return isLateInvoice(order) ? "Invoice what has shipped" : "Invoice this order";
    case "produce":
      return "Make or pack it";
    case "pack":
      return "Pack it";
    case "ship":
      return order.shippedPieces > 0 ? `Ship the remaining ${rest}` : "Ship it";
    case "overdue":
      return "The payment is past due";
    case "deliver":
      return "On its way";
    case "pay":
      return "Waiting for the payment";
    default:
      if (isEnded(order)) return stateTitle(order.review);
      return order.review === "in-review" ? "Waits for its review" : "Nothing to do now";
  }
}

function sayMore(
  order: OrderStory,
  duty: Duty | undefined,
  talk: Conversation | undefined,
  claim: Claim | undefined,
): ReactNode {
  const last = talk?.messages.at(-1);
  if (duty === "answer" && last) {
    return (
      <>
        {last.words}{" "}
        <span className={textStyles.soft}>
          <Moment at={last.at} />
        </span>
      </>
    );
  }
  if (duty === "claim" && claim) {
    return (
      <>
        {describePieces(claim.pieces)} {claim.kind}{" "}
        <span className={textStyles.soft}>
          <Moment at={claim.at} />
        </span>
      </>
    );
  }
  if ((duty === "overdue" || duty === "pay") && order.dueOn) {
    return (
      <>
        Due <ShopDay on={order.dueOn} />.
      </>
    );
  }
  const day = order.promisedOn ?? order.wantedOn;
  if (!duty || duty === "deliver" || !day) return null;
  return (
    <>
      {order.promisedOn ? "Promised" : "Wanted"} by <ShopDay on={day} />.
    </>
  );
}
