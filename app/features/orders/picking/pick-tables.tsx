import { Fragment } from "react";
import { Link } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import type { PickedOrder } from "#app/features/orders/picking.contract.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconCheck } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./pick-tables.module.css";
import { describeUnits, groupByDelivery, groupByItem, isUnpacked } from "./picking.rules.ts";
import type { Packing } from "./use-packing.ts";

type TableProps = { orders: readonly PickedOrder[] };

const figure = joinClasses(textStyles.num, styles.figure);

/** What to take from the shelves: each item once, for all orders of the list. */
export function ItemsTable({ orders }: TableProps) {
  const items = groupByItem(orders);
  return (
    <section className={styles.part} aria-labelledby="by-item">
      <h2 id="by-item">By item</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className={figure}>
              Pieces
            </th>
            <th scope="col" className={figure}>
              Packing units
            </th>
            <th scope="col" className={figure}>
              On the shelf
            </th>
            <th scope="col">For orders</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ key, item, pieces, orders: own }) => (
            <tr key={key} data-done={!own.some(isUnpacked) || undefined}>
              <th scope="row">
                <Item order={item} />
              </th>
              <td className={figure} data-head="Pieces">
                <b>{formatPieces(pieces)}</b>
              </td>
              <td className={figure} data-head="Packing units">
                {describeUnits(pieces, item.packingUnit) || "–"}
              </td>
              <td className={figure} data-head="On the shelf">
                {item.onShelf === null ? "–" : formatPieces(item.onShelf)}
              </td>
              <td data-head="For orders">
                <span>
                  {own.map(({ number }, at) => (
                    <Fragment key={number}>
                      {at > 0 && ", "}
                      <Link to={`/dashboard/orders/${number}`}>{number}</Link>
                    </Fragment>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The same by parcel: who gets what, and whether it is packed. */
export function DeliveriesTable({ orders, packing }: TableProps & { packing: Packing }) {
  return (
    <section className={styles.part} aria-labelledby="by-delivery">
      <h2 id="by-delivery">Then by delivery</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Item</th>
            <th scope="col" className={figure}>
              Pieces
            </th>
            <th scope="col" className={figure}>
              Packing units
            </th>
            <th scope="col">Packed</th>
          </tr>
        </thead>
        {groupByDelivery(orders).map(({ key, to: [to, ...address], orders: own }) => (
          <tbody key={key}>
            <tr className={styles.delivery}>
              <th scope="rowgroup" colSpan={5}>
                <b>{to}</b>{" "}
                <span dir="auto" className={textStyles.soft}>
                  {address.join(", ")}
                </span>
              </th>
            </tr>
            {own.map((order) => (
              <tr key={order._id} data-done={!isUnpacked(order) || undefined}>
                <td className={styles.number}>
                  <Link to={`/dashboard/orders/${order.number}`}>{order.number}</Link>
                  {order.wantedOn && (
                    <SecondLine>
                      by <ShortShopDay on={order.wantedOn} />
                    </SecondLine>
                  )}
                </td>
                <td className={styles.whole}>
                  <Item order={order} />
                </td>
                <td className={figure} data-head="Pieces">
                  <b>{formatPieces(order.orderQuantity)}</b>
                </td>
                <td className={figure} data-head="Packing units">
                  {describeUnits(order.orderQuantity, order.packingUnit) || "–"}
                </td>
                <td className={styles.packed}>
                  <PackedCell order={order} packing={packing} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function PackedCell({ order, packing }: { order: PickedOrder; packing: Packing }) {
  if (!isUnpacked(order)) {
    return (
      <Badge tone="ok">
        <IconCheck />
        {stateTitle(order.shipping)}
      </Badge>
    );
  }
  return (
    <Button
      kind="line"
      size="small"
      aria-label={`Pack order No. ${order.number}`}
      busy={packing.busy === order._id}
      disabled={packing.busy !== undefined}
      onClick={() => void packing.pack(order)}
    >
      Pack
    </Button>
  );
}

function Item({ order: { img, productName, article } }: { order: PickedOrder }) {
  return (
    <span className={styles.item}>
      <Thumb {...trimPicture(img ?? "", 320)} alt="" fallbackText="" size={40} />
      <span>
        {withNonBreakingUnits(productName)}
        {article !== null && <SecondLine>Art. {formatArticle(article)}</SecondLine>}
      </span>
    </span>
  );
}
