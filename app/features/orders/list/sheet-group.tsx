import { Link } from "react-router";
import { addTotals, formatPieces, formatTotal } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { AllAgainButton } from "#app/features/orders/purchase/again-button.tsx";
import { listCounted } from "#app/features/orders/rules.ts";
import type { List } from "#app/lists/list.ts";
import type { Picking } from "#app/lists/picking.ts";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import type { RowGroups } from "#app/ui/table.tsx";
import { Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { defaultSort } from "./orders-sort.rules.ts";
import styles from "./sheet-group.module.css";

const SHOWN = 3;

/**
 * The orders of a sheet below its heading, as long as the list is sorted by time: in any other sorting, and among
 * search results, each order stands on its own. Admins see all lines, because what they select must be in sight.
 */
export function groupBySheet(list: List<Order>, picking?: Picking): RowGroups<Order> | undefined {
  const { sort, q } = list.asked;
  if (q || ![undefined, defaultSort, "oldest"].includes(sort)) return undefined;
  const isWhole = (rows: readonly Order[]) =>
    !(list.asked.seen > 0 && rows[0] === list.rows[0]) && !(list.next && rows.at(-1) === list.rows.at(-1));
  return {
    keyOf: ({ sheetId }) => sheetId ?? undefined,
    head: (rows) => <SheetHead orders={rows} isWhole={isWhole(rows)} picking={picking} />,
    ...(!picking && {
      fold: { shown: SHOWN, words: (hidden: number) => `Show the other ${formatPieces(hidden)} lines of this sheet` },
    }),
  };
}

type SheetHeadProps = {
  orders: readonly Order[];
  /** Whether none of its orders is on another page of the list. */
  isWhole: boolean;
  picking: Picking | undefined;
};

function SheetHead({ orders, isWhole, picking }: SheetHeadProps) {
  const [first] = orders;
  if (!first?.sheetNumber) return null;
  const { sheetNumber, sheetLines, poNumber, wantedOn, createdAt } = first;
  const counted = listCounted(orders);
  const lines = sheetLines ?? orders.length;
  return (
    <span className={styles.head}>
      <span>
        <Link className={styles.title} to={`/dashboard/ordersheets/${sheetNumber}`}>
          Sheet S-{sheetNumber}
        </Link>
        <span className={styles.facts}>
          {poNumber && <span>{namePo(poNumber)}</span>}
          <span>
            sent <Moment at={createdAt} dayOnly />
          </span>
          {wantedOn && (
            <span>
              requested delivery <ShopDay on={wantedOn} />
            </span>
          )}
          {isWhole && (
            <>
              <span>
                {counted.length < lines && `${formatPieces(counted.length)} of `}
                {formatPieces(lines)} {lines === 1 ? "line" : "lines"}
              </span>
              <span>{formatTotal(addTotals(counted.map(({ total }) => total)))}</span>
            </>
          )}
        </span>
      </span>
      {picking ? (
        <PickSheet orders={orders} picking={picking} />
      ) : (
        <AllAgainButton sheet={sheetNumber} orders={isWhole ? counted : undefined} />
      )}
    </span>
  );
}

/** Selects all visible orders of a sheet at once that can be selected. */
function PickSheet({ orders: all, picking }: { orders: readonly Order[]; picking: Picking }) {
  const orders = all.filter(picking.canPick);
  const picked = orders.filter(picking.has).length;
  if (orders.length < 2) return null;
  return (
    <span className={textStyles.small} data-unprinted>
      <Pick
        picked={picked === orders.length}
        isPart={picked > 0 && picked < orders.length}
        onPick={() => picking.toggleAll(orders)}
      >
        Select all {formatPieces(orders.length)}
        <span className="sr"> of Sheet S-{orders[0]?.sheetNumber}</span>
      </Pick>
    </span>
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
