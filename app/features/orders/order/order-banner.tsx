import { formatPieces } from "#app/contract/money.ts";
import type { OrderEvent, OrderStory } from "#app/features/orders/contract.ts";
import { DepositBanner } from "#app/features/orders/deposit/deposit-banner.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { IconClose, IconError, IconOrders } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import styles from "./order-banner.module.css";

/** What the buyer must know first. It stays in place while empty, so that what arrives is read out. */
export function OrderBanner({ order }: { order: OrderStory }) {
  return <div role="status">{write(order)}</div>;
}

function write(order: OrderStory) {
  const { review, orderQuantity, events } = order;
  const end = events.findLast(({ track, kind }) => track === "review" && kind === "move");
  if (review === "in-review") {
    return (
      <Banner tone="wait">
        <IconOrders />
        <p>We will confirm the order.</p>
        <p>This page updates by itself.</p>
      </Banner>
    );
  }
  if (order.deposit?.isWaiting) return <DepositBanner deposit={order.deposit} />;
  if (review === "declined") {
    return (
      <Banner tone="bad">
        <IconError />
        <p>We cannot take this order.</p>
        <p className={styles.words}>{end?.note ?? "The pieces are back in our stock."}</p>
      </Banner>
    );
  }
  if (review === "cancelled") {
    return (
      <Banner tone="wait">
        <IconClose />
        <p>
          {end?.by.isMe ? "You" : "We"} cancelled this order
          <OnDay event={end} />.
        </p>
        {end?.note && <p className={styles.words}>{end.note}</p>}
        <p>
          {orderQuantity === 1 ? "The piece is" : `The ${formatPieces(orderQuantity)} pieces are`} back in our stock.
        </p>
      </Banner>
    );
  }
  return null;
}

function OnDay({ event }: { event: OrderEvent | undefined }) {
  return event ? (
    <>
      {" "}
      on <Moment at={event.at} />
    </>
  ) : null;
}
