import type { ReactNode } from "react";
import { addTotals, formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { describeShipped } from "#app/features/orders/deliveries/pieces.rules.ts";
import type { Outcome } from "#app/features/orders/list/outcome.ts";
import { Failure, PaymentCell } from "#app/features/orders/list/staff-cells.tsx";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { OrderBadge } from "#app/features/orders/status/order-states.tsx";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import type { Picking } from "#app/lists/picking.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Column, Table } from "#app/ui/table.tsx";
import { Pick, RowLink, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./sheet-orders.module.css";

/** How admins select orders, and the outcome of the last action on them. */
type Office = {
  picking: Picking;
  failures: Outcome["failures"];
  above: ReactNode;
  onAction: () => void;
};

type SheetOrdersProps = { sheet: Pick<Sheet, "orders" | "mayAct">; office?: Office };

/** The orders of a sheet; each leads to its own page. */
export function SheetOrders({ sheet: { orders, mayAct }, office }: SheetOrdersProps) {
  const charged = orders.filter((order) => !isEnded(order));
  const columns: Column<Order>[] = [
    { head: "Item", className: styles.item, cell: (order) => <Item order={order} office={office} /> },
    {
      head: "Pieces",
      ...figure(styles.pieces),
      cell: (order) => describeShipped(order) ?? formatPieces(order.orderQuantity),
    },
    { head: "Per piece", ...figure(styles.price), cell: (order) => formatUnitPrice(order.unitPrice) },
    { head: "Total", ...figure(styles.total), cell: (order) => <Total order={order} /> },
    {
      head: "Payment",
      className: styles.payment,
      cell: (order) => <PaymentCell order={order} />,
    },
  ];
  return (
    <section className={styles.part} aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      <div className={styles.work}>
        {office?.above}
        <Table
          label="Orders of this sheet"
          columns={columns}
          rows={orders}
          seen={0}
          grid
          dense
          className={styles.table}
          {...(office && { picking: office.picking, onAction: office.onAction })}
        >
          <tbody className={styles.foot}>
            <tr>
              <th scope="row">
                {orders.length} {orders.length === 1 ? "order" : "orders"}
                {charged.length < orders.length && `, ${charged.length} to be charged`}
              </th>
              <td>
                {formatPieces(charged.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0))}
                <span className={styles.unit}> pcs</span>
              </td>
              <td />
              <td>{formatTotal(addTotals(charged.map(({ total }) => total)))}</td>
              <td />
            </tr>
          </tbody>
        </Table>
        <p className={joinClasses(textStyles.hint, styles.hint)} data-unprinted>
          Each order has its own page.
          {mayAct &&
            orders.some((order) => mayCancel(order, office !== undefined)) &&
            ` There you can cancel it until ${office ? "it ships" : "production or packing starts"}.`}
        </p>
      </div>
    </section>
  );
}

const figure = (className: string) => ({ align: "right" as const, className: joinClasses(textStyles.num, className) });

function Item({ order, office }: { order: Order; office: Office | undefined }) {
  return (
    <span className={styles.article}>
      {office && (
        <span className={styles.pick} data-unprinted>
          {!isEnded(order) && (
            <Pick
              label={`Select order No. ${order.number}, ${order.productName}`}
              picked={office.picking.has(order)}
              onPick={(isStretch) => office.picking.toggle(order, isStretch)}
            />
          )}
        </span>
      )}
      <Thumb {...trimPicture(order.img ?? "", 320)} alt="" fallbackText="" />
      <span className={styles.about}>
        <RowLink to={`/dashboard/orders/${order.number}`}>{withNonBreakingUnits(order.productName)}</RowLink>
        <span className={styles.state}>
          <SecondLine>Order No.&nbsp;{order.number}</SecondLine>
          <OrderBadge order={order} />
        </span>
        <Failure why={office?.failures.get(order._id)?.why} />
      </span>
    </span>
  );
}

function Total({ order }: { order: Order }) {
  if (!isEnded(order)) return <b>{formatTotal(order.total)}</b>;
  return (
    <s className={styles.was}>
      <span className="sr">not charged: </span>
      {formatTotal(order.total)}
    </s>
  );
}
