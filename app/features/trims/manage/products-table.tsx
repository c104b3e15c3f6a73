import { lines } from "#app/content/lines.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";
import type { List } from "#app/lists/list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { IconTrash } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { type Column, Table } from "#app/ui/table.tsx";
import { RowButton, SecondLine, Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./products-table.module.css";
import { findMark, RestockRow, type StockedTrim } from "./restock-form.tsx";

type ProductsTableProps = {
  list: List<StockedTrim>;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onDelete: (trim: Trim) => void;
  /** Restocks in the row. */
  onRestocked?: (trim: Trim) => void;
};

export function ProductsTable({ list, openId, onOpen, onDelete, onRestocked }: ProductsTableProps) {
  const restock: Column<StockedTrim> = {
    head: "Restock",
    onlyActions: true,
    align: "right",
    className: styles.restock,
    cell: (trim) => onRestocked && <RestockRow trim={trim} onRestocked={onRestocked} />,
  };
  const columns: Column<StockedTrim>[] = [
    {
      head: "Number",
      className: joinClasses(textStyles.num, styles.number),
      cell: ({ number }) => number,
    },
    {
      head: "Item Name",
      className: styles.name,
      cell: (trim) => (
        <span className={styles.about}>
          <RowButton whole onClick={() => onOpen(trim._id)}>
            {withNonBreakingUnits(trim.name)}
          </RowButton>
          <SecondLine>{describeItem(trim)}</SecondLine>
        </span>
      ),
    },
    {
      head: "Quantity",
      align: "right",
      className: joinClasses(textStyles.num, styles.quantity),
      cell: (trim) => <Quantity trim={trim} />,
    },
    {
      head: "Image",
      className: styles.image,
      cell: (trim) => <Thumb {...trimPicture(trim.img, 320)} alt={trim.alt || trim.name} size={40} />,
    },
    ...(onRestocked ? [restock] : []),
    {
      head: "Cancel",
      onlyActions: true,
      align: "center",
      className: styles.cancel,
      cell: (trim) => (
        <IconButton label={`Delete item ${trim.number}: ${trim.name}`} danger onClick={() => onDelete(trim)}>
          <IconTrash />
        </IconButton>
      ),
    },
  ];
  return (
    <Table
      label="All items"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      openId={openId}
      dense
      grid
      className={styles.table}
    />
  );
}

/** Its line and what it costs: what an admin looks for in the list. */
function describeItem({ line, moq, price, priceBreaks: { length } }: Trim): string {
  const breaks = length > 0 ? `, ${length}\u00a0${length === 1 ? "break" : "breaks"}` : "";
  return [...(line ? [lines[line].name] : []), `from ${formatPieces(moq)} at ${formatUnitPrice(price)}${breaks}`].join(
    "\u00a0· ",
  );
}

function Quantity({ trim }: { trim: StockedTrim }) {
  const stock = describeStock(trim);
  const mark = findMark(trim);
  return (
    <span className={styles.stock}>
      <span className={styles.pieces}>
        {stock === "below-minimum" && <Badge tone="low">below minimum</Badge>}
        {stock === "out" && <Badge tone="out">out of stock</Badge>}
        {formatPieces(trim.quantity)}
      </span>
      {mark !== undefined && (
        <SecondLine>
          {trim.quantity < mark ? "of" : "mark"} {formatPieces(mark)}
        </SecondLine>
      )}
    </span>
  );
}
