import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderBadge, PaymentBadge } from "#app/features/orders/life/order-states.tsx";
import { OrderItem } from "#app/features/orders/list/order-cells.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { RowLink, SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./buyer-orders.module.css";

/** The buyer's newest orders; each row leads to the order's page. */
export function BuyerOrders({ orders, name }: { orders: Order[]; name: string }) {
  return (
    <Part title="Newest orders">
      <Table
        label={`Newest orders of ${name}`}
        columns={columns}
        rows={orders}
        seen={0}
        dense
        grid
        className={styles.table}
      />
    </Part>
  );
}

const columns: Column<Order>[] = [
  {
    head: "Order",
    className: joinClasses(textStyles.num, styles.order),
    cell: ({ number, createdAt }) => (
      <span className={styles.number}>
        <RowLink to={`/dashboard/orders/${number}`}>{number}</RowLink>
        <SecondLine>
          <ShortDay at={createdAt} />
        </SecondLine>
      </span>
    ),
  },
  { head: "Item", className: styles.item, cell: (order) => <OrderItem order={order} /> },
  {
    head: "Quantity",
    align: "right",
    className: joinClasses(textStyles.num, styles.quantity),
    cell: ({ orderQuantity, total }) => (
      <span>
        {formatPieces(orderQuantity)}
        <SecondLine>{formatTotal(total)}</SecondLine>
      </span>
    ),
  },
  { head: "Payment", className: styles.payment, cell: (order) => <PaymentBadge order={order} /> },
  { head: "State", className: styles.state, cell: (order) => <OrderBadge order={order} /> },
];
