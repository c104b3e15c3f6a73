import type { MouseEvent, ReactNode } from "react";
import { useMay } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { daysBetween } from "#app/contract/calendar.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { describeShipped } from "#app/features/orders/deliveries/pieces.rules.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { PrintedMark } from "#app/features/orders/picking/printed-mark.tsx";
import { isEnded, mayCancel, offersCancel } from "#app/features/orders/rules.ts";
import { OrderBadge, PaymentBadge, ShippingBadge } from "#app/features/orders/status/order-states.tsx";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { isInvoiced, isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { getInitials } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconMail, IconTrash, IconWarning } from "#app/ui/icons.tsx";
import { ShortDay, ShortShopDay } from "#app/ui/moment.tsx";
import { InnerLink, RowItem, RowLink, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";
import { SheetOf } from "./sheet-group.tsx";

// Each cell of a list of orders has two lines: its value, and what belongs to it. What is too long is cut off, and whole
// in its title.

type OpenOrderProps = {
  order: Order;
  onClick: (event: MouseEvent) => void;
  children: string;
};

/** The link of a row, which leads to the order's page or opens its details beside the list. It says which order. */
function OpenOrder({ order, onClick, children }: OpenOrderProps) {
  return (
    <RowLink to={orderPath(order)} onClick={onClick} title={children}>
      {children}
      <span className="sr">, order No. {order.number}</span>
    </RowLink>
  );
}

const orderPath = ({ number }: Pick<Order, "number">) => `/dashboard/orders/${number}`;

/** Two lines, cut off at the end of their column. */
function TwoLines({ children }: { children: ReactNode }) {
  return <span className={styles.two}>{children}</span>;
}

/** For admins: the running number, and the order's. */
export function Numbers({ order, number }: { order: Order; number: number }) {
  return (
    <span className={styles.wide}>
      {number}
      <SecondLine>No.&nbsp;{order.number}</SecondLine>
    </span>
  );
}

/** For buyers, whose order's number leads to it. */
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

type BuyerProps = {
  order: Order;
  /** Why the last action on several orders failed for this one. */
  failure: string | undefined;
  onOpen: (event: MouseEvent) => void;
};

/** For admins: who bought, the company first. It leads to the order. */
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

type OrdererProps = {
  order: Order;
  /** The address of whoever reads orders of colleagues, too. */
  reader: string | undefined;
};

/** For buyers: who ordered. */
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

/** For buyers: a conversation that waits. */
function MyWaiting({ order: { waitingFor } }: { order: Order }) {
  return waitingFor === "buyer" ? <b className={styles.review}>Waiting for you</b> : "We will answer";
}

/** For admins: a conversation that waits, in place of who it is with. */
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

type ItemProps = { order: Order; children?: ReactNode };

/** The item, which leads to its order. */
export function OrderItem({ order }: ItemProps) {
  return (
    <Picture order={order}>
      <InnerLink to={orderPath(order)}>{withNonBreakingUnits(order.productName)}</InnerLink>
    </Picture>
  );
}

function Picture({ order, children }: ItemProps) {
  return (
    <RowItem>
      <Thumb {...trimPicture(order.img ?? "", 320)} alt="" fallbackText="" />
      <span className={styles.item}>{children}</span>
    </RowItem>
  );
}

/** For admins: the item, its article and the buyer's own number. */
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

type MyItemProps = {
  order: Order;
  /** Whether it is not below the heading of its sheet. */
  isAlone: boolean;
  /** The address of whoever reads orders of colleagues, too. */
  reader: string | undefined;
  onOpen: (event: MouseEvent) => void;
};

/** For buyers: the item, which leads to the order, and where the order stands. */
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

/** The pieces and their total. */
export function Pieces({ order }: { order: Order }) {
  const { orderQuantity, total } = order;
  return (
    <span className={styles.figures}>
      <span className={styles.pieces}>{describeShipped(order) ?? formatPieces(orderQuantity)}</span>
      <span className={styles.total}>{formatTotal(total)}</span>
    </span>
  );
}

/** For admins. Only what wants a hand has a colour. */
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

/** For admins: where it is, and when it is wanted. */
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

type PayOrderProps = {
  order: Order;
  number: number;
  /** `line` where something else on the page comes first, even after the invoice. */
  kind?: "line";
  /** Undefined for whoever may not pay it. */
  onPay: ((order: Order) => void) | undefined;
};

/** For buyers: *Pay* until it is paid, quietly before there is an invoice. */
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

type CancelOrderProps = { order: Order; number: number; isAdmin: boolean; onCancel: () => void };

export function CancelOrder({ order, number, isAdmin, onCancel }: CancelOrderProps) {
  const may = useMay();
  if (!mayCancel(order, isAdmin)) return <None why={isEnded(order) ? "It has ended" : "Too late to cancel"} />;
  if (!offersCancel(order, isAdmin, may)) return <None why="Your role does not cancel orders" />;
  return (
    <IconButton label={`Cancel order ${number}, No. ${order.number}: ${order.productName}`} danger onClick={onCancel}>
      <IconTrash />
    </IconButton>
  );
}

/** In place of a button. */
export function None({ why }: { why: string }) {
  return (
    <span className={styles.none} title={why}>
      <span aria-hidden="true">–</span>
      <span className="sr">{why}</span>
    </span>
  );
}
