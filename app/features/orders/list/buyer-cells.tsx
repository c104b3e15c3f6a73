import type { MouseEvent } from "react";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { OrderBadge, PaymentBadge } from "#app/features/orders/status/order-states.tsx";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { isInvoiced, isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { getInitials } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconMail } from "#app/ui/icons.tsx";
import { ShortDay, ShortShopDay } from "#app/ui/moment.tsx";
import { InnerLink, SecondLine } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";
import { None, OpenOrder, orderPath, Picture, TwoLines } from "./order-cells.tsx";
import { SheetOf } from "./sheet-group.tsx";

/** The order's number leads to it. */
export function MyNumbers({ order, number }: { order: Order; number: number }) {
  return (
    <span className={styles.numbers}>
      <span className={styles.index}>{number}</span>
      <InnerLink to={orderPath(order)} aria-label={`Order ${order.number}`} className={styles.number}>
        {order.number}
      </InnerLink>
    </span>
  );
}

type OrdererProps = {
  order: Order;
  /** The address of whoever reads orders of colleagues, too. */
  reader: string | undefined;
};

/** Who ordered. */
export function Orderer({ order, reader }: OrdererProps) {
  const { email } = order;
  const name = email === reader ? "You" : order.name;
  return (
    <TwoLines>
      <span title={email}>{email}</span>
      <span title={name} className={styles.more}>
        {order.waitingFor ? <MyWaiting order={order} /> : name}
      </span>
    </TwoLines>
  );
}

/** A conversation that waits. */
function MyWaiting({ order: { waitingFor } }: { order: Order }) {
  return waitingFor === "buyer" ? <b className={styles.review}>Waiting for you</b> : "We will answer";
}

type MyItemProps = {
  order: Order;
  /** Whether it is not below the heading of its sheet. */
  isAlone: boolean;
  /** The address of whoever reads orders of colleagues, too. */
  reader: string | undefined;
  onOpen: (event: MouseEvent) => void;
};

/** The item, which leads to the order, and where the order stands. */
export function MyItem({ order, isAlone, reader, onOpen }: MyItemProps) {
  const { wantedOn, shipping, createdAt } = order;
  const isColleagues = reader !== undefined && order.email !== reader;
  const isAsked = order.waitingFor === "buyer";
  return (
    <Picture order={order}>
      <span className={styles.two}>
        <OpenOrder order={order} onClick={onOpen}>
          {withNonBreakingUnits(order.productName)}
        </OpenOrder>
        <span className={styles.state}>
          <span className={styles.narrow}>{order.number}</span>
          <span className={isAsked ? styles.wide : undefined}>
            <OrderBadge order={order} />
          </span>
          {order.waitingFor && (
            <span className={styles.narrow} title={isAsked ? undefined : "We will answer"}>
              {!isAsked && <IconMail />}
              <span className={isAsked ? undefined : "sr"}>
                <MyWaiting order={order} />
              </span>
            </span>
          )}
          {isColleagues && (
            <abbr className={styles.narrow} title={order.name}>
              {getInitials(order.name)}
            </abbr>
          )}
          <span className={styles.wide}>
            {wantedOn && shipping !== "shipped" && shipping !== "delivered" && !isEnded(order) ? (
              <>
                requested <ShortShopDay on={wantedOn} />
              </>
            ) : (
              <>
                ordered <ShortDay at={createdAt} />
              </>
            )}
          </span>
          <span className={styles.lifted}>
            <Tracking order={order} />
          </span>
          {isAlone && <SheetOf order={order} />}
        </span>
      </span>
    </Picture>
  );
}

type PayOrderProps = {
  order: Order;
  number: number;
  /** `line` where something else on the page comes first, even after the invoice. */
  kind?: "line";
  /** Undefined for whoever may not pay it. */
  onPay: ((order: Order) => void) | undefined;
};

/** *Pay* until it is paid, quietly before there is an invoice. */
export function PayOrder({ order, number, kind, onPay }: PayOrderProps) {
  if (isEnded(order)) return <None why="Nothing to pay" />;
  if (!isPayable(order) || !onPay) return <PaymentBadge order={order} />;
  return (
    <span className={styles.pay}>
      <Button
        kind={isInvoiced(order) ? kind : "line"}
        size="small"
        aria-label={`Pay order ${number}, No. ${order.number}`}
        onClick={() => onPay(order)}
      >
        Pay
      </Button>
      {isInvoiced(order) && order.dueOn && (
        <SecondLine>
          due <ShortShopDay on={order.dueOn} />
        </SecondLine>
      )}
    </span>
  );
}
