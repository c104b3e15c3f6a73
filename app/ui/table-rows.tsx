import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";
import styles from "./table.module.css";

export type Column<Row> = {
  /** Above the column, and in each cell where rows are cards. */
  head: string;
  /** Beside the head, such as a box that selects all rows. */
  beforeHead?: ReactNode;
  /** Of one row, and of its number in the whole list. */
  cell: (row: Row, number: number) => ReactNode;
  align?: "right" | "center";
  /** Of the cells alone. */
  className?: string;
  /** Whether it holds only buttons: those are not printed. */
  onlyActions?: boolean;
  /** The sortings by this column, as passed to `onSort`, and which of them comes first; after the only one, none. */
  sorts?: { asc: string; desc: string | undefined; first: "asc" | "desc" };
};

/** Rows that belong together, below a head of their own. */
export type RowGroups<Row> = {
  /** What the rows of a group have in common; undefined for a single row. */
  keyOf: (row: Row) => string | undefined;
  head: (rows: readonly Row[]) => ReactNode;
};

type Gathered<Row> = { of: string | undefined; at: number; rows: Row[] };

/** Neighbours that belong together. */
export function gatherRows<Row>(rows: Row[], groups: RowGroups<Row> | undefined): Gathered<Row>[] {
  const gathered: Gathered<Row>[] = [];
  for (const [at, row] of rows.entries()) {
    const of = groups?.keyOf(row);
    const last = gathered.at(-1);
    if (last && last.of === of) last.rows.push(row);
    else gathered.push({ of, at, rows: [row] });
  }
  return gathered;
}

type TableRowsProps<Row> = {
  columns: Column<Row>[];
  rows: Row[];
  seen: number;
  openId: string | undefined;
  isPicked: ((row: Row) => boolean) | undefined;
  /** Set if these rows are a group. */
  groups: RowGroups<Row> | undefined;
};

/** The rows of a table that belong together, with their head; the others have none. */
export function TableRows<Row extends { _id: string }>({ columns, rows, seen, groups, ...marks }: TableRowsProps<Row>) {
  const { openId, isPicked } = marks;
  return (
    <tbody className={styles.body} data-group={groups ? "" : undefined}>
      {groups && (
        <tr className={styles.of}>
          <th scope="rowgroup" colSpan={columns.length}>
            {groups.head(rows)}
          </th>
        </tr>
      )}
      {rows.map((row, at) => (
        <tr
          key={row._id}
          className={styles.row}
          data-row={row._id}
          aria-current={row._id === openId || undefined}
          data-picked={isPicked?.(row) || undefined}
        >
          {columns.map(({ head, cell, align, onlyActions, className }) => (
            <td
              key={head}
              className={joinClasses(styles.cell, className)}
              data-l={head}
              data-unprinted={onlyActions}
              data-align={align}
            >
              {cell(row, seen + at + 1)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
