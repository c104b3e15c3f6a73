import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { FewOrders, itemColumn, stateColumn } from "#app/features/orders/list/few-orders.tsx";
import { PaymentBadge } from "#app/features/orders/status/order-states.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay } from "#app/ui/moment.tsx";
import type { Column } from "#app/ui/table.tsx";
import { RowLink, SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./buyer-orders.module.css";

/** The buyer's newest orders; each row leads to the order's page. */
export function BuyerOrders({ orders, name }: { orders: Order[]; name: string }) {
  return (
    <FewOrders
      title="Newest orders"
      label={`Newest orders of ${name}`}
      orders={orders}
      columns={columns}
      className={styles.table}
      empty={<p className={textStyles.hint}>No orders yet.</p>}
    />
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
  itemColumn(styles.item),
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
  stateColumn(styles.state),
];
