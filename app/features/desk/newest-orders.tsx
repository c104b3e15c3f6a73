import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderBadge } from "#app/features/orders/life/order-states.tsx";
import { OrderItem } from "#app/features/orders/list/order-cells.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { RowLink, SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./newest-orders.module.css";

/** The orders that came last; each row leads to the order's page. */
export function NewestOrders({ orders }: { orders: Order[] }) {
  return (
    <Part
      title="Newest orders"
      aside={
        <ButtonLink to="/dashboard/manageorders" kind="text" size="small">
          All orders
        </ButtonLink>
      }
    >
      {orders.length === 0 ? (
        <EmptyState title="No orders yet" text="Orders from all buyers appear here, newest first." />
      ) : (
        <Table
          label="Table of the newest orders"
          columns={columns}
          rows={orders}
          seen={0}
          dense
          grid
          className={styles.table}
        />
      )}
    </Part>
  );
}

const columns: Column<Order>[] = [
  {
    head: "Order",
    className: joinClasses(textStyles.num, styles.number),
    cell: ({ number }) => <RowLink to={`/dashboard/orders/${number}`}>{number}</RowLink>,
  },
  {
    head: "Buyer",
    className: styles.buyer,
    cell: ({ name, createdAt }) => (
      <span>
        <b>{name}</b>
        <SecondLine>
          <Moment at={createdAt} />
        </SecondLine>
      </span>
    ),
  },
  { head: "Item", className: styles.item, cell: (order) => <OrderItem order={order} /> },
  {
    head: "Quantity",
    align: "right",
    className: joinClasses(textStyles.num, styles.quantity),
    cell: ({ orderQuantity }) => formatPieces(orderQuantity),
  },
  {
    head: "Total",
    align: "right",
    className: joinClasses(textStyles.num, styles.total),
    cell: ({ total }) => <b>{formatTotal(total)}</b>,
  },
  { head: "State", className: styles.state, cell: (order) => <OrderBadge order={order} /> },
];
