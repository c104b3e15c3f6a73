import type { KeyboardEvent, ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";
import { SortHeader } from "./sort-header.tsx";
import styles from "./table.module.css";

export type Column<Row> = {
  /** Above the column, and in each cell where rows are cards. */
  head: string;
  /** Of one row, and of its number in the whole list. */
  cell: (row: Row, number: number) => ReactNode;
  align?: "right" | "center";
  /** Of the cells alone. */
  className?: string;
  /** Whether it holds only buttons: those are not printed. */
  onlyActs?: boolean;
  /** The two orders of the list by this column, as `onSort` tells them, and which of them comes first. */
  sorts?: { asc: string; desc: string; first: "asc" | "desc" };
};

type TableProps<Row> = {
  /** Names the table, and the region it scrolls in. */
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
  /** For admins: 44 px rows under a sticky head, scrolling sideways on a tablet. */
  dense?: boolean;
  className?: string;
};

/** A page of a list. On phones each row becomes a card. */
export function Table<Row extends { _id: string }>({
  label,
  columns,
  rows,
  seen,
  openId,
  dense = false,
  className,
  ...sorting
}: TableProps<Row>) {
  const table = (
    <table
      className={joinClasses(styles.table, className)}
      data-dense={dense || undefined}
      data-beside={openId === undefined ? undefined : ""}
      aria-label={label}
    >
      <thead className={styles.heads}>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} {...sorting} />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveAlongRows}>
        {rows.map((row, at) => (
          <tr key={row._id} className={styles.row} aria-current={row._id === openId || undefined}>
            {columns.map(({ head, cell, align, onlyActs, className: own }) => (
              <td
                key={head}
                className={joinClasses(styles.cell, own)}
                data-l={head}
                data-unprinted={onlyActs}
                data-align={align}
              >
                {cell(row, seen + at + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!dense) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      {table}
    </section>
  );
}

type HeadProps<Row> = { column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSort">;

function Head<Row>({ column: { head, align, onlyActs, sorts }, sort, onSort }: HeadProps<Row>) {
  if (!sorts)
    return (
      <th className={styles.head} data-unprinted={onlyActs} data-align={align}>
        {head}
      </th>
    );
  const direction = sort === sorts.asc ? "asc" : sort === sorts.desc ? "desc" : undefined;
  const next = direction ? { asc: sorts.desc, desc: sorts.asc }[direction] : sorts[sorts.first];
  return (
    <SortHeader className={styles.head} align={align} direction={direction} onSort={() => onSort?.(next)}>
      {head}
    </SortHeader>
  );
}

/** The up and down arrows, Home and End move between row buttons. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-button]")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  if (at < 0) return;
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[targets[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
