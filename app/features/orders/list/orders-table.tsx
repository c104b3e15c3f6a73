import type { MouseEvent } from "react";
import { formatPieces } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { type List, useListChange } from "#app/lists/list.ts";
import type { OpenBeside } from "#app/lists/open-beside.ts";
import type { Picking } from "#app/lists/picking.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Column, type RowGroups, Table } from "#app/ui/table.tsx";
import { NoPick, Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import {
  AboutBuyers,
  CancelOrder,
  MyEmail,
  MyItem,
  OrderItem,
  PaymentCell,
  PayOrder,
  ShippingCell,
} from "./order-cells.tsx";
import { focusActions, type Outcome } from "./orders-bulk.tsx";
import { columnSorts, defaultSort, saidSort } from "./orders-sort.rules.ts";
import styles from "./orders-table.module.css";
import { groupBySheet } from "./sheet-group.tsx";

type OrdersTableProps = {
  list: List<Order>;
  beside: OpenBeside<Order>;
  onCancel: (order: Order) => void;
};

/** A page of one's own orders. */
export function MyOrdersTable({ onPay, onCancel, ...rest }: OrdersTableProps & { onPay: (order: Order) => void }) {
  const groups = groupBySheet(rest.list);
  return (
    <OrdersTable
      {...rest}
      label="My orders"
      className={styles.mine}
      number={(_, number) => number}
      about={(order) => <MyEmail order={order} />}
      item={(order, onOpen) => <MyItem order={order} isAlone={!groups} onOpen={onOpen} />}
      groups={groups}
      states={[
        {
          head: "Payment",
          onlyActions: true,
          cell: (order, number) => <PayOrder order={order} number={number} onPay={onPay} />,
        },
      ]}
      cancel={(order, number) => (
        <CancelOrder order={order} number={number} isAdmin={false} onCancel={() => onCancel(order)} />
      )}
    />
  );
}

type AllOrdersTableProps = OrdersTableProps & {
  picking: Picking;
  /** Why the last action on several orders failed for this one. */
  failures: Outcome["failures"];
};

/** A page of everybody's orders, of which several can be picked. */
export function AllOrdersTable({ picking, failures, onCancel, ...rest }: AllOrdersTableProps) {
  const groups = groupBySheet(rest.list, picking);
  return (
    <OrdersTable
      {...rest}
      label="All orders"
      className={styles.all}
      dense
      picking={picking}
      onAction={focusActions}
      number={(order, number) =>
        picking.canPick(order) ? (
          <Pick
            label={`Select order No. ${order.number}, ${order.productName}`}
            picked={picking.has(order)}
            onPick={(isStretch) => picking.toggle(order, isStretch)}
          >
            {number}
          </Pick>
        ) : (
          <NoPick>{number}</NoPick>
        )
      }
      about={(order, onOpen) => (
        <AboutBuyers order={order} failure={failures.get(order._id)?.why} isAlone={!groups} onOpen={onOpen} />
      )}
      item={(order) => <OrderItem order={order} />}
      groups={groups}
      states={[
        { head: "Payment", cell: (order) => <PaymentCell order={order} /> },
        { head: "Shipping", cell: (order) => <ShippingCell order={order} /> },
      ]}
      cancel={(order, number) => <CancelOrder order={order} number={number} isAdmin onCancel={() => onCancel(order)} />}
    />
  );
}

type Cell = Column<Order>["cell"];
type Opening = (order: Order, onOpen: (event: MouseEvent) => void) => ReturnType<Cell>;
type LayoutProps = Omit<OrdersTableProps, "onCancel"> & {
  label: string;
  className: string | undefined;
  dense?: boolean;
  picking?: Picking;
  onAction?: () => void;
  number: Cell;
  /** The address, and the item: one of them is the link of the row. */
  about: Opening;
  item: Opening;
  groups: RowGroups<Order> | undefined;
  states: Column<Order>[];
  cancel: Cell;
};

/** Column and direction live in the URL; the API sorts. Additional information in a cell is below its value. */
function OrdersTable({ list, beside, number, about, item, states, cancel, ...rest }: LayoutProps) {
  const changeList = useListChange(list);
  const columns: Column<Order>[] = [
    { head: "Number", sorts: columnSorts.number, className: joinClasses(textStyles.num, styles.number), cell: number },
    {
      head: "Email",
      sorts: columnSorts.email,
      className: styles.about,
      cell: (order) => about(order, (event) => beside.onClick(event, order)),
    },
    {
      head: "Item",
      sorts: columnSorts.item,
      className: styles.item,
      cell: (order) => item(order, (event) => beside.onClick(event, order)),
    },
    {
      head: "Quantity",
      sorts: columnSorts.quantity,
      align: "right",
      className: joinClasses(textStyles.num, styles.quantity),
      cell: ({ orderQuantity }) => formatPieces(orderQuantity),
    },
    ...states.map((column) => ({ ...column, className: styles.state })),
    { head: "Cancel", onlyActions: true, align: "center", className: styles.cancel, cell: cancel },
  ];
  return (
    <Table
      {...rest}
      grid
      columns={columns}
      rows={list.rows}
      openId={beside.opened?._id}
      onReach={beside.onReach}
      seen={list.asked.seen}
      sort={list.asked.sort ?? defaultSort}
      onSort={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
    />
  );
}
