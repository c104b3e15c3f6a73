import type { MouseEvent, ReactNode } from "react";
import { formatTotal } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { PrintedMark } from "#app/features/orders/picking/printed-mark.tsx";
import { AgainButton } from "#app/features/orders/purchase/again-button.tsx";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { OrderBadge, PaymentBadge, ShippingBadge } from "#app/features/orders/status/order-states.tsx";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { isInvoiced, isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconTrash, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay, ShortShopDay } from "#app/ui/moment.tsx";
import { InnerLink, RowItem, RowLink, SecondLine, Thumb, WholeEmail } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";
import { SheetOf } from "./sheet-group.tsx";

type OpenOrderProps = {
  order: Order;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
};

/** The link of a row, which leads to the order's page or opens its details beside the list. It says which order. */
function OpenOrder({ order, onClick, children }: OpenOrderProps) {
  return (
    <RowLink to={orderPath(order)} onClick={onClick} whole>
      {children}
      <span className={joinClasses("sr", styles.which)}>, order No. {order.number}</span>
    </RowLink>
  );
}

const orderPath = ({ number }: Pick<Order, "number">) => `/dashboard/orders/${number}`;

/** In one's own list the address says nothing new, so that the item leads to the order. */
export function MyEmail({ order }: { order: Order }) {
  return (
    <div className={styles.opener}>
      <WholeEmail email={order.email} />
    </div>
  );
}

type AboutBuyersProps = {
  order: Order;
  failure: string | undefined;
  /** Whether it is not below the heading of its sheet. */
  isAlone: boolean;
  onOpen: (event: MouseEvent) => void;
};

/**
 * The buyer's address, which leads to the order; below it the number and the name, the day and the total, and whether it
 * waits for a review.
 */
export function AboutBuyers({ order, failure, isAlone, onOpen }: AboutBuyersProps) {
  return (
    <div className={styles.opener}>
      <OpenOrder order={order} onClick={onOpen}>
        <WholeEmail email={order.email} />
      </OpenOrder>
      <span className={styles.about}>
        <SecondLine>
          No.&nbsp;{order.number}
          <span className={styles.name}> · {order.name}</span>
          {isAlone && <SheetOf order={order} />}
          <span className={styles.joint}> · </span>
        </SecondLine>
        {order.isBuyerGone && (
          <SecondLine>
            The account was removed.<span className={styles.joint}> · </span>
          </SecondLine>
        )}
        <SecondLine>
          {order.review !== "accepted" && (
            <>
              <b className={styles.review} data-ended={isEnded(order) || undefined}>
                {stateTitle(order.review)}
              </b>
              {" · "}
            </>
          )}
          <ShortDay at={order.createdAt} /> · {formatTotal(order.total)}
        </SecondLine>
      </span>
      <Failure why={failure} />
    </div>
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

type OrderItemProps = {
  order: Order;
  /** Where it is the link of its row. */
  onOpen?: (event: MouseEvent) => void;
  children?: ReactNode;
};

/** The item, which leads to its order. */
export function OrderItem({ order, onOpen, children }: OrderItemProps) {
  const name = withNonBreakingUnits(order.productName);
  return (
    <RowItem>
      <Thumb {...trimPicture(order.img ?? "", 320)} alt="" fallbackText="" />
      <span className={styles.item}>
        <span className={styles.title}>
          {onOpen ? (
            <OpenOrder order={order} onClick={onOpen}>
              {name}
            </OpenOrder>
          ) : (
            <InnerLink to={orderPath(order)}>{name}</InnerLink>
          )}
        </span>
        {children}
      </span>
    </RowItem>
  );
}

/** For buyers, with the number, the day, the total and the state of the order below it. */
export function MyItem({ order, isAlone, onOpen }: Required<Omit<OrderItemProps, "children">> & { isAlone: boolean }) {
  return (
    <OrderItem order={order} onOpen={onOpen}>
      <span className={styles.mine}>
        <SecondLine>
          <InnerLink to={orderPath(order)}>
            <span className={styles.name}>Order </span>No.&nbsp;{order.number}
          </InnerLink>{" "}
          · <ShortDay at={order.createdAt} /> · {formatTotal(order.total)}
          {isAlone && <SheetOf order={order} />}
        </SecondLine>
        <span className={styles.state}>
          <OrderBadge order={order} />
          <span className={styles.lifted}>
            <Tracking order={order} />
          </span>
          {order.trimId && <AgainButton order={order} />}
        </span>
      </span>
    </OrderItem>
  );
}

/** For admins. */
export function PaymentCell({ order }: { order: Order }) {
  const { payment } = order;
  if (isEnded(order) && (payment === "pending" || payment === "invoiced")) return <None why="Nothing to pay" />;
  return (
    <div className={styles.pair}>
      <PaymentBadge order={order} />
      {isInvoiced(order) && order.dueOn && (
        <span className={styles.day}>
          <SecondLine>
            due <ShortShopDay on={order.dueOn} />
          </SecondLine>
        </span>
      )}
    </div>
  );
}

/** For admins. */
export function ShippingCell({ order }: { order: Order }) {
  if (isEnded(order)) return <None why="Nothing to ship" />;
  return (
    <div className={styles.pair}>
      <ShippingBadge order={order} />
      {order.trackingNumber && (
        <span className={styles.parcel}>
          <SecondLine>{order.trackingNumber}</SecondLine>
        </span>
      )}
      {order.printedAt && (
        <span className={styles.day}>
          <PrintedMark order={order} />
        </span>
      )}
      {order.wantedOn && order.shipping !== "delivered" && (
        <span className={styles.day}>
          <SecondLine>
            by <ShortShopDay on={order.wantedOn} />
          </SecondLine>
        </span>
      )}
    </div>
  );
}

type PayOrderProps = {
  order: Order;
  number: number;
  /** `line` where something else on the page comes first, even after the invoice. */
  kind?: "line";
  onPay: (order: Order) => void;
};

/** For buyers: *Pay* until it is paid, quietly before there is an invoice. */
export function PayOrder({ order, number, kind, onPay }: PayOrderProps) {
  if (isEnded(order)) return <None why="Nothing to pay" />;
  if (!isPayable(order)) return <PaymentBadge order={order} />;
  return (
    <div className={styles.pair}>
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
    </div>
  );
}

type CancelOrderProps = { order: Order; number: number; isAdmin: boolean; onCancel: () => void };

export function CancelOrder({ order, number, isAdmin, onCancel }: CancelOrderProps) {
  if (!mayCancel(order, isAdmin)) return <None why={isEnded(order) ? "It has ended" : "Too late to cancel"} />;
  return (
    <IconButton label={`Cancel order ${number}, No. ${order.number}: ${order.productName}`} danger onClick={onCancel}>
      <IconTrash />
    </IconButton>
  );
}

/** In place of a button. */
function None({ why }: { why: string }) {
  return (
    <span className={styles.none} title={why}>
      <span aria-hidden="true">–</span>
      <span className="sr">{why}</span>
    </span>
  );
}
