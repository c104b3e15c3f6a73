import type { MouseEvent, ReactNode } from "react";
import { formatTotal } from "#app/contract/money.ts";
import { clingingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderBadge, PaymentBadge, ShippingBadge } from "#app/features/orders/life/order-states.tsx";
import { Tracking } from "#app/features/orders/life/order-tracks.tsx";
import { isPayable, stateWord } from "#app/features/orders/life/tracks.rules.ts";
import { AgainButton } from "#app/features/orders/purchase/again-button.tsx";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconTrash, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay, ShortHouseDay } from "#app/ui/moment.tsx";
import { InnerLink, RowItem, RowLink, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";
import { SheetOf } from "./sheet-group.tsx";

type OpenOrderProps = { order: Order; onClick: (event: MouseEvent) => void; children: ReactNode };

/** Leads to the order's page, or opens its details beside the list. */
export function OpenOrder({ order, onClick, children }: OpenOrderProps) {
  const at = order.email.lastIndexOf("@");
  const [mailbox, domain] = [order.email.slice(0, at), order.email.slice(at)];
  return (
    <div className={styles.opener}>
      <RowLink to={`/dashboard/orders/${order.number}`} onClick={onClick} whole>
        <span className={styles.address}>
          {mailbox}
          <wbr />
          {domain}
        </span>
        <span className={joinClasses("sr", styles.which)}>, order No. {order.number}</span>
      </RowLink>
      {children}
    </div>
  );
}

type AboutBuyersProps = {
  order: Order;
  failure: string | undefined;
  /** Whether it is not below the heading of its sheet. */
  isAlone: boolean;
};

/** Below the buyer's address: the number and the name, the day and the total, and whether it waits for a review. */
export function AboutBuyers({ order, failure, isAlone }: AboutBuyersProps) {
  return (
    <>
      <span className={styles.about}>
        <SecondLine>
          No.&nbsp;{order.number}
          <span className={styles.name}> · {order.name}</span>
          {isAlone && <SheetOf order={order} />}
          <span className={styles.joint}> · </span>
        </SecondLine>
        <SecondLine>
          {order.review !== "accepted" && (
            <>
              <b className={styles.review} data-ended={isEnded(order) || undefined}>
                {stateWord(order.review)}
              </b>
              {" · "}
            </>
          )}
          <ShortDay at={order.createdAt} /> · {formatTotal(order.total)}
        </SecondLine>
      </span>
      <Failure why={failure} />
    </>
  );
}

/** Why an act on several orders failed for this one. */
export function Failure({ why }: { why: string | undefined }) {
  if (!why) return null;
  return (
    <span className={styles.failure}>
      <IconWarning />
      {why}
    </span>
  );
}

/** The item, which leads to its trim. */
export function OrderItem({ order, children }: { order: Order; children?: ReactNode }) {
  const { productName, img, trimId } = order;
  const name = clingingUnits(productName);
  return (
    <RowItem>
      <Thumb {...trimPicture(img ?? "", 320)} alt="" fallbackText="" />
      <span className={styles.item}>
        <span className={styles.title}>{trimId ? <InnerLink to={`/purchase/${trimId}`}>{name}</InnerLink> : name}</span>
        {children}
      </span>
    </RowItem>
  );
}

/** For buyers, with the number, the day, the total and the state of the order below it. */
export function MyItem({ order, isAlone }: { order: Order; isAlone: boolean }) {
  return (
    <OrderItem order={order}>
      <span className={styles.mine}>
        <SecondLine>
          <span className={styles.name}>Order </span>No.&nbsp;{order.number} · <ShortDay at={order.createdAt} /> ·{" "}
          {formatTotal(order.total)}
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
  if (isEnded(order) && (payment === "Pending" || payment === "Invoiced")) return <None why="Nothing to pay" />;
  return (
    <div className={styles.pair}>
      <PaymentBadge order={order} />
      {order.payment === "Invoiced" && order.dueOn && (
        <span className={styles.day}>
          <SecondLine>
            due <ShortHouseDay on={order.dueOn} />
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
      {order.wantedOn && order.shipping !== "Delivered" && (
        <span className={styles.day}>
          <SecondLine>
            by <ShortHouseDay on={order.wantedOn} />
          </SecondLine>
        </span>
      )}
    </div>
  );
}

type PayOrderProps = {
  order: Order;
  number: number;
  /** `line` where something else on the page comes first. */
  kind?: "line";
  onPay: () => void;
};

/** For buyers: *Pay* until it is paid. */
export function PayOrder({ order, number, kind, onPay }: PayOrderProps) {
  if (isEnded(order)) return <None why="Nothing to pay" />;
  if (!isPayable(order)) return <PaymentBadge order={order} />;
  return (
    <div className={styles.pair}>
      <Button kind={kind} size="small" aria-label={`Pay order ${number}, No. ${order.number}`} onClick={onPay}>
        Pay
      </Button>
      {order.payment === "Invoiced" && order.dueOn && (
        <SecondLine>
          due <ShortHouseDay on={order.dueOn} />
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
