import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { FewOrders, itemColumn, stateColumn } from "#app/features/orders/list/few-orders.tsx";
import { isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Column } from "#app/ui/table.tsx";
import { RowLink, SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./orders-part.module.css";

/** For admins: the orders that came last. */
export function NewestOrders({ orders }: { orders: Order[] }) {
  return (
    <OrdersPart
      title="Newest orders"
      all={{ to: "/dashboard/manageorders", text: "All orders" }}
      empty={{ title: "No orders yet", text: "Orders from all buyers appear here, newest first." }}
      orders={orders}
      about={{
        head: "Buyer",
        className: styles.about,
        cell: ({ name, createdAt }) => (
          <span className={styles.who}>
            <b>{name}</b>
            <SecondLine>
              <Moment at={createdAt} />
            </SecondLine>
          </span>
        ),
      }}
    />
  );
}

/** For a buyer: the newest of their orders that are not yet delivered and paid. */
export function OpenOrders({ orders, total }: { orders: Order[]; total: number }) {
  return (
    <OrdersPart
      title="Open orders"
      all={total > orders.length && { to: "/dashboard/myorders", text: `All ${total} open orders` }}
      empty={{ title: "No open orders", text: "Your orders stay here until they are delivered and paid." }}
      orders={orders}
      about={{
        head: "Ordered",
        className: styles.about,
        cell: (order) => (
          <span>
            <Moment at={order.createdAt} />
            {isPayable(order) && order.dueOn && (
              <SecondLine>
                Pay by <ShopDay on={order.dueOn} />
              </SecondLine>
            )}
          </span>
        ),
      }}
    />
  );
}

type OrdersPartProps = {
  title: string;
  /** The whole list, where it has more. */
  all: { to: string; text: string } | false;
  empty: { title: string; text: string };
  orders: Order[];
  /** The column beside the number. */
  about: Column<Order>;
};

/** A few orders; each row leads to the order's page. */
function OrdersPart({ title, all, empty, orders, about }: OrdersPartProps) {
  return (
    <FewOrders
      title={title}
      label={`Table of the ${title.toLowerCase()}`}
      aside={
        all && (
          <ButtonLink to={all.to} kind="text" size="small">
            {all.text}
          </ButtonLink>
        )
      }
      empty={<EmptyState {...empty} />}
      orders={orders}
      columns={[number, about, ...columns]}
      className={styles.table}
    />
  );
}

const number: Column<Order> = {
  head: "Order",
  className: joinClasses(textStyles.num, styles.number),
  cell: (order) => <RowLink to={`/dashboard/orders/${order.number}`}>{order.number}</RowLink>,
};

const columns: Column<Order>[] = [
  itemColumn(styles.item),
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
  stateColumn(styles.state),
];
