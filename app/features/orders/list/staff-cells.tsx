import type { MouseEvent } from "react";
import { useShopToday } from "#app/client/shop-time.ts";
import { daysBetween } from "#app/contract/calendar.ts";
import { formatPieces } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { PrintedMark } from "#app/features/orders/picking/printed-mark.tsx";
import { isEnded } from "#app/features/orders/rules.ts";
import { PaymentBadge, ShippingBadge } from "#app/features/orders/status/order-states.tsx";
import { isInvoiced } from "#app/features/orders/status/tracks.rules.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconWarning } from "#app/ui/icons.tsx";
import { ShortDay, ShortShopDay } from "#app/ui/moment.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";
import { None, OpenOrder, Picture, TwoLines } from "./order-cells.tsx";
import { SheetOf } from "./sheet-group.tsx";

/** The running number, and the order's. */
export function Numbers({ order, number }: { order: Order; number: number }) {
  return (
    <span className={styles.wide}>
      {number}
      <SecondLine>No.&nbsp;{order.number}</SecondLine>
    </span>
  );
}

type BuyerProps = {
  order: Order;
  /** Why the last action on several orders failed for this one. */
  failure: string | undefined;
  onOpen: (event: MouseEvent) => void;
};

/** Who bought, the company first. It leads to the order. */
export function Buyer({ order, failure, onOpen }: BuyerProps) {
  const { company, name, email, isBuyerGone } = order;
  const who = [...(company ? [name, email] : [name]), ...(isBuyerGone ? ["account removed"] : [])].join(" · ");
  return (
    <>
      <TwoLines>
        <OpenOrder order={order} onClick={onOpen}>
          {company ?? email}
        </OpenOrder>
        <span title={who} className={styles.more}>
          {order.waitingFor ? <Waiting order={order} /> : who}
        </span>
      </TwoLines>
      <Failure why={failure} />
    </>
  );
}

/** A conversation that waits, in place of who it is with. */
function Waiting({ order: { waitingFor, waitingSince } }: { order: Order }) {
  return (
    <b className={styles.review}>
      {waitingFor === "us" ? "Waiting for us" : "Waiting for the buyer"}
      {waitingSince && (
        <span className={styles.wide}>
          , <ShortDay at={waitingSince} />
        </span>
      )}
    </b>
  );
}

/** Why an action on several orders failed for this one. */
export function Failure({ why }: { why: string | undefined }) {
  if (!why) return null;
  return (
    <span className={styles.failure}>
      <IconWarning />
      {why}
    </span>
  );
}

/** The item, its article and the buyer's own number. */
export function Article({ order, isAlone }: { order: Order; isAlone: boolean }) {
  const name = withNonBreakingUnits(order.productName);
  const { articleNumber, poNumber, createdAt, waitingFor } = order;
  return (
    <Picture order={order}>
      <TwoLines>
        <span className={styles.name} title={name}>
          {waitingFor && (
            <span className={styles.narrow}>
              <Waiting order={order} />
              {" · "}
            </span>
          )}
          {name}
        </span>
        <span className={styles.more}>
          {articleNumber !== null && <>Art.&nbsp;{formatArticle(articleNumber)}</>}
          {isAlone && poNumber && ` · ${namePo(poNumber)}`}
          {isAlone && <SheetOf order={order} />}
          {isAlone && (
            <>
              {" · "}
              <ShortDay at={createdAt} />
            </>
          )}
        </span>
      </TwoLines>
    </Picture>
  );
}

/** Only what wants a hand has a colour. */
export function PaymentCell({ order }: { order: Order }) {
  const { payment, shipping, dueOn } = order;
  if (isEnded(order) && (payment === "pending" || payment === "invoiced")) return <None why="Nothing to pay" />;
  const isForgotten = payment === "pending" && (shipping === "shipped" || shipping === "delivered");
  return (
    <span className={styles.pair}>
      {isForgotten ? (
        <Badge tone="out">
          <IconWarning />
          Not invoiced
        </Badge>
      ) : (
        <PaymentBadge order={order} />
      )}
      {isInvoiced(order) && dueOn && (
        <SecondLine>
          due <ShortShopDay on={dueOn} />
        </SecondLine>
      )}
    </span>
  );
}

/** Where it is, and when it is wanted. */
export function ShippingCell({ order }: { order: Order }) {
  const { review, wantedOn, trackingNumber } = order;
  const lateDays = useLateDays(order);
  if (isEnded(order)) return <Badge tone="wait">{stateTitle(review)}</Badge>;
  const isNew = review === "in-review";
  return (
    <span className={styles.pair}>
      <span className={isNew ? styles.wide : undefined}>
        <ShippingBadge order={order} />
      </span>
      <SecondLine>
        {isNew && <b className={styles.review}>{stateTitle(review)}</b>}
        <span className={isNew ? styles.roomy : styles.wide}>
          {isNew && wantedOn && " · "}
          {lateDays > 0 ? (
            <b className={styles.late}>
              {formatPieces(lateDays)} {lateDays === 1 ? "day" : "days"} late
            </b>
          ) : (
            wantedOn &&
            !trackingNumber && (
              <>
                by <ShortShopDay on={wantedOn} />
              </>
            )
          )}
          {trackingNumber && (
            <span className={styles.parcel} title={trackingNumber}>
              {trackingNumber}
            </span>
          )}
          {order.printedAt && wantedOn && " · "}
          <PrintedMark order={order} />
        </span>
      </SecondLine>
    </span>
  );
}

/** How long ago it should have shipped. */
function useLateDays({ wantedOn, shipping }: Order): number {
  const today = useShopToday();
  if (!wantedOn || shipping === "shipped" || shipping === "delivered") return 0;
  return Math.max(0, daysBetween(wantedOn, today));
}
