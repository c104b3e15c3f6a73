import { formatPieces } from "#app/contract/money.ts";
import { type List, useListChange } from "#app/lists/list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Order } from "./contract.ts";
import { CancelOrder, OpenOrder, OrderItem } from "./order-cells.tsx";
import { columnSorts, defaultSort, saidSort } from "./orders-sort.rules.ts";
import styles from "./orders-table.module.css";

type OrdersTableProps = {
  label: string;
  list: List<Order>;
  openId: string | undefined;
  onOpen: (order: Order) => void;
  onCancel: (order: Order) => void;
  /** For buyers, who can pay; admins see the payment and shipping state. */
  onPay?: () => void;
};

/** A page of orders. Column and direction live in the URL; the API sorts. */
export function OrdersTable({ label, list, openId, onOpen, onCancel, onPay }: OrdersTableProps) {
  const changeList = useListChange(list);
  const pending = () => <Badge tone="wait">Pending</Badge>;
  const columns: Column<Order>[] = [
    { head: "Number", sorts: columnSorts.number, className: textStyles.num, cell: (_, number) => number },
    {
      head: "Email",
      sorts: columnSorts.email,
      cell: (order, number) => <OpenOrder order={order} number={number} onOpen={() => onOpen(order)} />,
    },
    { head: "Item", sorts: columnSorts.item, className: styles.item, cell: (order) => <OrderItem order={order} /> },
    {
      head: "Quantity",
      sorts: columnSorts.quantity,
      align: "right",
      className: textStyles.num,
      cell: ({ orderQuantity }) => formatPieces(orderQuantity),
    },
    onPay
      ? { head: "Payment", onlyActs: true, cell: (_, number) => <PayOrder number={number} onPay={onPay} /> }
      : { head: "Payment", cell: pending },
    ...(onPay ? [] : [{ head: "Shipping", cell: pending }]),
    {
      head: "Cancel",
      onlyActs: true,
      align: "center",
      cell: (order, number) => <CancelOrder order={order} number={number} onCancel={() => onCancel(order)} />,
    },
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      openId={openId}
      sort={list.asked.sort ?? defaultSort}
      onSort={(sort) => changeList({ sort: saidSort(sort) }, { preventScrollReset: true })}
      dense={!onPay}
      className={onPay ? styles.mine : styles.all}
    />
  );
}

function PayOrder({ number, onPay }: { number: number; onPay: () => void }) {
  return (
    <Button size="small" aria-label={`Pay order ${number}`} onClick={onPay}>
      Pay
    </Button>
  );
}
