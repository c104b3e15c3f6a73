import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";
import { rowKeys } from "./row-keys.ts";
import { SortHeader } from "./sort-header.tsx";
import styles from "./table.module.css";
import { type Column, gatherRows, type RowGroups, TableRows } from "./table-rows.tsx";

export type { Column, RowGroups };

type RowPicking<Row> = {
  has: (row: Row) => boolean;
  toggle: (row: Row, isStretch: boolean) => void;
  stretch: (from: Row, to: Row) => void;
};

type TableProps<Row> = {
  /** Names the table. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  /** The number of rows before these. */
  seen: number;
  /** The row whose details are open. */
  openId?: string | undefined;
  /** The current order, and the callback for another: the owner of the whole list sorts it. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Low rows under a head that stays. */
  dense?: boolean;
  groups?: RowGroups<Row> | undefined;
  /** On phones: the cells of a card form a grid, each below its header, instead of a single column. */
  grid?: boolean;
  /** For rows that can be selected for an action on several. */
  picking?: RowPicking<Row>;
  /** The keyboard has come to this row. */
  onReach?: (row: Row) => void;
  /** The key a, pressed in a row: goes to the actions on the selected rows. */
  onAction?: () => void;
  className?: string;
  /** What comes below the rows: a `tbody` of its own. */
  children?: ReactNode;
};

/** A page of a list. On phones each row becomes a card. */
export function Table<Row extends { _id: string }>({
  label,
  columns,
  rows,
  seen,
  openId,
  dense = false,
  groups,
  grid = false,
  picking,
  onReach,
  onAction,
  className,
  children,
  ...sorting
}: TableProps<Row>) {
  const keys = rowKeys({ rows, onReach, onPick: picking?.toggle, onStretch: picking?.stretch, onAction });
  return (
    <table
      className={joinClasses(styles.table, className)}
      data-dense={dense || undefined}
      data-grid={grid || undefined}
      data-beside={openId === undefined ? undefined : ""}
      aria-label={label}
      {...keys}
    >
      <thead className={styles.heads}>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} {...sorting} />
          ))}
        </tr>
      </thead>
      {gatherRows(rows, groups).map(({ of, at, rows: gathered }, index) => (
        <TableRows
          key={of ?? `alone ${index}`}
          rows={gathered}
          seen={seen + at}
          columns={columns}
          openId={openId}
          isPicked={picking?.has}
          groups={of === undefined ? undefined : groups}
        />
      ))}
      {children}
    </table>
  );
}

type HeadProps<Row> = { column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSort">;

function Head<Row>({ column: { head, beforeHead, align, onlyActions, sorts }, sort, onSort }: HeadProps<Row>) {
  if (!sorts)
    return (
      <th className={styles.head} data-unprinted={onlyActions} data-align={align}>
        {head}
      </th>
    );
  const direction = sort === sorts.asc ? "asc" : sort === sorts.desc ? "desc" : undefined;
  const next = direction ? { asc: sorts.desc, desc: sorts.asc }[direction] : sorts[sorts.first];
  return (
    <SortHeader
      className={styles.head}
      align={align}
      direction={direction}
      before={beforeHead}
      onSort={() => onSort?.(next ?? "")}
    >
      {head}
    </SortHeader>
  );
}
