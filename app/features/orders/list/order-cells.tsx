import type { MouseEvent, ReactNode } from "react";
import { useMay } from "#app/client/session.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { describeShipped } from "#app/features/orders/deliveries/pieces.rules.ts";
import { isEnded, mayCancel, offersCancel } from "#app/features/orders/rules.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { InnerLink, RowItem, RowLink, Thumb } from "#app/ui/table-parts.tsx";
import styles from "./order-cells.module.css";

// Each cell of a list of orders has two lines: its value, and what belongs to it. What is too long is cut off, and whole
// in its title.

type OpenOrderProps = {
  order: Order;
  onClick: (event: MouseEvent) => void;
  children: string;
};

/** The link of a row, which leads to the order's page or opens its details beside the list. It says which order. */
export function OpenOrder({ order, onClick, children }: OpenOrderProps) {
  return (
    <RowLink to={orderPath(order)} onClick={onClick} title={children}>
      {children}
      <span className="sr">, order No. {order.number}</span>
    </RowLink>
  );
}

export const orderPath = ({ number }: Pick<Order, "number">) => `/dashboard/orders/${number}`;

/** Two lines, cut off at the end of their column. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className={styles.two}>{children}</span>;
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

export function Picture({ order, children }: ItemProps) {
  return (
    <RowItem>
      <Thumb {...trimPicture(order.img ?? "", 320)} alt="" fallbackText="" />
      <span className={styles.item}>{children}</span>
    </RowItem>
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
