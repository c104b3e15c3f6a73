import {
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { formatPieces } from "#app/contract/money.ts";
import { type List, useListChange } from "#app/shell/list-page.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { SortHeader } from "#app/ui/sort-header.tsx";
import { moveAlongRows, Table } from "#app/ui/table.tsx";
import type { Order } from "./contract.ts";
import { CancelOrder, OpenOrder, OrderItem } from "./order-cells.tsx";
import { columnOf, sortBy } from "./orders-sort.rules.ts";

type OrdersTableProps = {
  label: string;
  list: List<Order>;
  openId: string | undefined;
  onOpen: (order: Order) => void;
  onCancel: (order: Order) => void;
  /** For buyers, who can pay; admins see the state of payment and shipping. */
  onPay?: () => void;
};

type Acts = Omit<OrdersTableProps, "label" | "list" | "openId"> & { seen: number };

const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<{ className?: string }>(),
  tableMeta: metaHelper<Acts>(),
});
const helper = createColumnHelper<typeof features, Order>();
const pending = <Badge tone="wait">Pending</Badge>;

const common = helper.columns([
  helper.accessor("number", {
    header: "Number",
    sortDescFirst: true,
    meta: { className: "num" },
    cell: ({ row, table }) => numberOf(row.index, table.options.meta),
  }),
  helper.accessor("email", {
    header: "Email",
    cell: ({ row, table: { options } }) => (
      <OpenOrder
        order={row.original}
        number={numberOf(row.index, options.meta)}
        onOpen={() => options.meta?.onOpen(row.original)}
      />
    ),
  }),
  helper.accessor("productName", {
    id: "item",
    header: "Item",
    cell: ({ row }) => <OrderItem order={row.original} />,
  }),
  helper.accessor("orderQuantity", {
    id: "quantity",
    header: "Quantity",
    sortDescFirst: true,
    meta: { className: "r num" },
    cell: ({ row }) => formatPieces(row.original.orderQuantity),
  }),
]);
const cancel = helper.display({
  id: "cancel",
  header: "Cancel",
  meta: { className: "c" },
  cell: ({ row, table: { options } }) => (
    <CancelOrder
      order={row.original}
      number={numberOf(row.index, options.meta)}
      onCancel={() => options.meta?.onCancel(row.original)}
    />
  ),
});
const pay = helper.display({
  id: "payment",
  header: "Payment",
  cell: ({ row, table: { options } }) => (
    <Button
      size="small"
      aria-label={`Pay order ${numberOf(row.index, options.meta)}`}
      onClick={() => options.meta?.onPay?.()}
    >
      Pay
    </Button>
  ),
});
const forBuyers = [...common, pay, cancel];
const forAdmins = [
  ...common,
  helper.display({ id: "payment", header: "Payment", cell: () => pending }),
  helper.display({ id: "shipping", header: "Shipping", cell: () => pending }),
  cancel,
];

/** A page of orders. The columns' order and direction live in the address; the API sorts. */
export function OrdersTable({ label, list, openId, ...acts }: OrdersTableProps) {
  const changeList = useListChange(list);
  const sorting: SortingState = [columnOf(list.asked.sort)];
  const table = useTable({
    features,
    columns: acts.onPay ? forBuyers : forAdmins,
    data: list.rows,
    getRowId: ({ _id }) => _id,
    meta: { ...acts, seen: list.asked.seen },
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (change) => {
      const [next] = typeof change === "function" ? change(sorting) : change;
      if (next) changeList({ sort: sortBy(next) }, { preventScrollReset: true });
    },
  });
  return (
    <Table label={label} dense={!acts.onPay} stack className="orders">
      <thead>
        <tr>
          {table.getFlatHeaders().map(({ id, column }) => {
            const { header, meta } = column.columnDef;
            const text = String(header);
            if (!column.getCanSort()) {
              return (
                <th key={id} className={meta?.className}>
                  {text}
                </th>
              );
            }
            return (
              <SortHeader
                key={id}
                className={meta?.className}
                direction={column.getIsSorted() || undefined}
                onSort={() => column.toggleSorting()}
              >
                {text}
              </SortHeader>
            );
          })}
        </tr>
      </thead>
      <tbody onKeyDown={moveAlongRows}>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} aria-current={row.id === openId || undefined}>
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-l={String(cell.column.columnDef.header)}
                className={cell.column.columnDef.meta?.className}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Rows are counted from the first page on. */
function numberOf(index: number, acts: Acts | undefined): number {
  return (acts?.seen ?? 0) + index + 1;
}
