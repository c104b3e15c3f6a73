import type { ReactNode } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderBadge } from "#app/features/orders/status/order-states.tsx";
import { Part } from "#app/ui/part.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { OrderItem } from "./order-cells.tsx";

type FewOrdersProps = {
  title: string;
  /** Names the table. */
  label: string;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** In place of the table when there are none. */
  empty?: ReactNode;
  orders: Order[];
  columns: Column<Order>[];
  className: string | undefined;
};

/** A part of a page with a few orders; the first column of a row leads to the order's page. */
export function FewOrders({ title, aside, empty, orders, ...table }: FewOrdersProps) {
  return (
    <Part title={title} aside={aside}>
      {orders.length === 0 && empty ? empty : <Table {...table} rows={orders} seen={0} dense grid />}
    </Part>
  );
}

/** The columns that every such table has, with their places on a phone. */
export const itemColumn = (className: string | undefined): Column<Order> => ({
  head: "Item",
  ...(className && { className }),
  cell: (order) => <OrderItem order={order} />,
});
export const stateColumn = (className: string | undefined): Column<Order> => ({
  head: "State",
  ...(className && { className }),
  cell: (order) => <OrderBadge order={order} />,
});
