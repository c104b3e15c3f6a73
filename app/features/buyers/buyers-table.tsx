import { useShopToday } from "#app/client/shop-time.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { List } from "#app/lists/list.ts";
import { Strip } from "#app/ui/chart.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShopDay } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { RowLink, SecondLine, WholeEmail } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { columnSorts, defaultSort } from "./buyers-sort.rules.ts";
import styles from "./buyers-table.module.css";
import type { BuyerRow } from "./contract.ts";
import { toPlaces } from "./year.rules.ts";

/** A page of the buyers; each row leads to the buyer's page. */
export function BuyersTable({ list, onSort }: { list: List<BuyerRow>; onSort: (sort: string) => void }) {
  const today = useShopToday();
  const columns: Column<BuyerRow>[] = [
    {
      head: "Buyer",
      sorts: columnSorts.name,
      className: styles.buyer,
      cell: ({ _id, name, email, members }) => (
        <span className={styles.who}>
          <RowLink to={members ? `/dashboard/companies/${members.number}` : `/dashboard/buyers/${_id}`}>{name}</RowLink>
          <SecondLine>{members ? nameMembers(members) : email && <WholeEmail email={email} />}</SecondLine>
        </span>
      ),
    },
    { ...figure("Orders", styles.orders), sorts: columnSorts.orders, cell: ({ orders }) => formatPieces(orders) },
    { ...figure("Pieces", styles.pieces), sorts: columnSorts.pieces, cell: ({ pieces }) => formatPieces(pieces) },
    { ...figure("Value", styles.value), sorts: columnSorts.value, cell: ({ value }) => <b>{formatTotal(value)}</b> },
    {
      ...figure("Unpaid", styles.unpaid),
      sorts: columnSorts.unpaid,
      cell: ({ unpaid }) => (Number(unpaid) > 0 ? formatTotal(unpaid) : <span className={textStyles.soft}>–</span>),
    },
    {
      head: "Twelve months",
      className: styles.year,
      cell: ({ days }) => (
        <span className={styles.strip}>
          <Strip at={toPlaces(days, today)} />
          <span className="sr">
            Orders on {days.length} {days.length === 1 ? "day" : "days"}
          </span>
        </span>
      ),
    },
    {
      head: "Last order",
      sorts: columnSorts.last,
      className: styles.last,
      cell: ({ lastOn }) => lastOn && <ShopDay on={lastOn} />,
    },
  ];
  return (
    <Table
      label="All buyers"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      sort={list.asked.sort ?? defaultSort}
      onSort={onSort}
      dense
      grid
      className={styles.table}
    />
  );
}

/** Who belongs to a company, as far as a line holds. */
function nameMembers({ count, named }: NonNullable<BuyerRow["members"]>): string {
  if (count === 0) return "Nobody yet";
  const more = count - named.length;
  return `${named.map(({ name }) => name).join(", ")}${more > 0 ? ` and ${formatPieces(more)} more` : ""}`;
}

const figure = (head: string, className: string) => ({
  head,
  align: "right" as const,
  className: joinClasses(textStyles.num, className),
});
