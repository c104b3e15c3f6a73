import { Link } from "react-router";
import { addTotals, formatPieces, formatTotal } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { AllAgainButton } from "#app/features/orders/purchase/again-button.tsx";
import { listCounted } from "#app/features/orders/rules.ts";
import type { List } from "#app/lists/list.ts";
import type { Picking } from "#app/lists/picking.ts";
import { ShortDay, ShortShopDay } from "#app/ui/moment.tsx";
import type { RowGroups } from "#app/ui/table.tsx";
import { Pick } from "#app/ui/table-parts.tsx";
import { defaultSort } from "./orders-sort.rules.ts";
import styles from "./sheet-group.module.css";

/**
 * The orders of a sheet below a line of its own, as long as the list is sorted by time: in any other sorting, and among
 * search results, each order stands on its own.
 */
export function groupBySheet(
  list: List<Order>,
  { picking, mayOrder = false }: { picking?: Picking; mayOrder?: boolean },
): RowGroups<Order> | undefined {
  const { sort, q } = list.asked;
  if (q || ![undefined, defaultSort, "oldest"].includes(sort)) return undefined;
  const isWhole = (rows: readonly Order[]) =>
    !(list.asked.seen > 0 && rows[0] === list.rows[0]) && !(list.next && rows.at(-1) === list.rows.at(-1));
  return {
    keyOf: ({ sheetId }) => sheetId ?? undefined,
    head: (rows) => <SheetHead orders={rows} isWhole={isWhole(rows)} picking={picking} mayOrder={mayOrder} />,
  };
}

type SheetHeadProps = {
  orders: readonly Order[];
  /** Whether none of its orders is on another page of the list. */
  isWhole: boolean;
  picking: Picking | undefined;
  /** Whether the reader may order it again. */
  mayOrder: boolean;
};

function SheetHead({ orders, isWhole, picking, mayOrder }: SheetHeadProps) {
  const [first] = orders;
  if (!first?.sheetNumber) return null;
  const { sheetNumber, sheetLines, poNumber, wantedOn, createdAt, company } = first;
  const counted = listCounted(orders);
  const lines = sheetLines ?? orders.length;
  return (
    <span className={styles.head}>
      {picking && <PickSheet orders={orders} picking={picking} />}
      <Link className={styles.title} to={`/dashboard/ordersheets/${sheetNumber}`}>
        Sheet S-{sheetNumber}
      </Link>
      {picking && company && <b className={styles.more}>{company}</b>}
      {poNumber && <span>{namePo(poNumber)}</span>}
      <span className={styles.more}>
        sent <ShortDay at={createdAt} />
      </span>
      {isWhole && (
        <span className={styles.more}>
          {counted.length < lines && `${formatPieces(counted.length)} of `}
          {formatPieces(lines)} {lines === 1 ? "line" : "lines"}
        </span>
      )}
      {wantedOn && (
        <span className={styles.more}>
          requested delivery <ShortShopDay on={wantedOn} />
        </span>
      )}
      <span className={styles.end}>
        {mayOrder && (
          <span className={styles.more}>
            <AllAgainButton sheet={sheetNumber} orders={isWhole ? counted : undefined} />
          </span>
        )}
        {isWhole && <b>{formatTotal(addTotals(counted.map(({ total }) => total)))}</b>}
      </span>
    </span>
  );
}

/** Selects all visible orders of a sheet at once that can be selected. */
function PickSheet({ orders: all, picking }: { orders: readonly Order[]; picking: Picking }) {
  const orders = all.filter(picking.canPick);
  const picked = orders.filter(picking.has).length;
  if (orders.length < 2) return null;
  return (
    <Pick
      label={`Select all ${formatPieces(orders.length)} of Sheet S-${orders[0]?.sheetNumber}`}
      picked={picked === orders.length}
      isPart={picked > 0 && picked < orders.length}
      onPick={() => picking.toggleAll(orders)}
    />
  );
}

/** In an order's own row, where it stands on its own. */
export function SheetOf({ order: { sheetNumber } }: { order: Order }) {
  if (!sheetNumber) return null;
  return (
    <>
      {"\u00a0· "}
      <Link className={styles.of} to={`/dashboard/ordersheets/${sheetNumber}`}>
        Sheet S-{sheetNumber}
      </Link>
    </>
  );
}
