import type { MouseEvent, ReactNode } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { type List, useListChange } from "#app/lists/list.ts";
import type { OpenBeside } from "#app/lists/open-beside.ts";
import type { Picking } from "#app/lists/picking.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Column, type RowGroups, Table } from "#app/ui/table.tsx";
import { NoPick, Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { MyItem, MyNumbers, Orderer, PayOrder } from "./buyer-cells.tsx";
import { CancelOrder, None, Pieces } from "./order-cells.tsx";
import { focusActions } from "./orders-bulk.tsx";
import { columnSorts, defaultSort, saidSort } from "./orders-sort.rules.ts";
import styles from "./orders-table.module.css";
import type { Outcome } from "./outcome.ts";
import { groupBySheet } from "./sheet-group.tsx";
import { Article, Buyer, Numbers, PaymentCell, ShippingCell } from "./staff-cells.tsx";

type OrdersTableProps = {
  list: List<Order>;
  beside: OpenBeside<Order>;
  onCancel: (order: Order) => void;
};

type MyOrdersTableProps = OrdersTableProps & {
  /** The address of whoever reads orders of colleagues, too. */
  reader: string | undefined;
  /** Whether the reader may pay and cancel an order. */
  mayAct: (order: Order) => boolean;
  /** Whether sheets are offered to be ordered again. */
  mayOrder: boolean;
  onPay: (order: Order) => void;
};

/** A page of one's own orders, or of those of one's company. */
export function MyOrdersTable({ reader, mayAct, mayOrder, onPay, onCancel, ...rest }: MyOrdersTableProps) {
  const groups = groupBySheet(rest.list, { mayOrder });
  return (
    <OrdersTable
      {...rest}
      label="My orders"
      className={styles.mine}
      groups={groups}
      cells={{
        number: (order, number) => <MyNumbers order={order} number={number} />,
        email: (order) => <Orderer order={order} reader={reader} />,
        item: (order, _, onOpen) => <MyItem order={order} isAlone={!groups} reader={reader} onOpen={onOpen} />,
        payment: (order, number) => (
          <PayOrder order={order} number={number} onPay={mayAct(order) ? onPay : undefined} />
        ),
        cancel: (order, number) =>
          mayAct(order) ? (
            <CancelOrder order={order} number={number} isAdmin={false} onCancel={() => onCancel(order)} />
          ) : (
            <None why="Not yours to cancel" />
          ),
      }}
    />
  );
}

type AllOrdersTableProps = OrdersTableProps & {
  picking: Picking;
  /** The box that selects all of them. */
  pickAll: ReactNode;
  /** Why the last action on several orders failed for this one. */
  failures: Outcome["failures"];
};

/** A page of everybody's orders, of which several can be picked. */
export function AllOrdersTable({ picking, pickAll, failures, onCancel, ...rest }: AllOrdersTableProps) {
  const groups = groupBySheet(rest.list, { picking });
  return (
    <OrdersTable
      {...rest}
      label="All orders"
      className={styles.all}
      picking={picking}
      pickAll={pickAll}
      onAction={focusActions}
      groups={groups}
      cells={{
        number: (order, number) => {
          const numbers = <Numbers order={order} number={number} />;
          if (!picking.canPick(order)) return <NoPick>{numbers}</NoPick>;
          return (
            <Pick
              label={`Select order No. ${order.number}, ${order.productName}`}
              picked={picking.has(order)}
              onPick={(isStretch) => picking.toggle(order, isStretch)}
            >
              {numbers}
            </Pick>
          );
        },
        email: (order, _, onOpen) => <Buyer order={order} failure={failures.get(order._id)?.why} onOpen={onOpen} />,
        item: (order) => <Article order={order} isAlone={!groups} />,
        payment: (order) => <PaymentCell order={order} />,
        shipping: (order) => <ShippingCell order={order} />,
        cancel: (order, number) => (
          <CancelOrder order={order} number={number} isAdmin onCancel={() => onCancel(order)} />
        ),
      }}
    />
  );
}

/** What a cell shows; `onOpen` belongs to the link of the row. */
type Cell = (order: Order, number: number, onOpen: (event: MouseEvent) => void) => ReactNode;

type LayoutProps = Omit<OrdersTableProps, "onCancel"> & {
  label: string;
  className: string | undefined;
  picking?: Picking;
  pickAll?: ReactNode;
  onAction?: () => void;
  groups: RowGroups<Order> | undefined;
  cells: { number: Cell; email: Cell; item: Cell; payment: Cell; shipping?: Cell; cancel: Cell };
};

/** Column and direction live in the URL; the API sorts. */
function OrdersTable({ list, beside, pickAll, cells, ...rest }: LayoutProps) {
  const changeList = useListChange(list);
  const cellOf = (cell: Cell) => (order: Order, number: number) =>
    cell(order, number, (event) => beside.onClick(event, order));
  const columns: Column<Order>[] = [
    {
      head: "Number",
      sorts: columnSorts.number,
      beforeHead: pickAll,
      className: joinClasses(textStyles.num, styles.number),
      cell: cellOf(cells.number),
    },
    { head: "Email", sorts: columnSorts.email, className: styles.about, cell: cellOf(cells.email) },
    { head: "Item", sorts: columnSorts.item, className: styles.item, cell: cellOf(cells.item) },
    {
      head: "Quantity",
      sorts: columnSorts.quantity,
      align: "right",
      className: joinClasses(textStyles.num, styles.quantity),
      cell: (order) => <Pieces order={order} />,
    },
    {
      head: "Payment",
      ...(cells.shipping && { sorts: columnSorts.payment }),
      ...(!cells.shipping && { onlyActions: true }),
      className: styles.payment,
      cell: cellOf(cells.payment),
    },
    ...(cells.shipping
      ? [{ head: "Shipping", sorts: columnSorts.shipping, className: styles.shipping, cell: cellOf(cells.shipping) }]
      : []),
    { head: "Cancel", onlyActions: true, align: "center", className: styles.cancel, cell: cellOf(cells.cancel) },
  ];
  return (
    <Table
      {...rest}
      dense
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
