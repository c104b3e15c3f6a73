import type { ReactNode } from "react";
import { IconSort } from "./icons.tsx";
import { joinClasses } from "./join-classes.ts";
import styles from "./sort-header.module.css";
import { useNarrow } from "./use-narrow.ts";

type SortHeaderProps = {
  direction: "asc" | "desc" | undefined;
  onSort: () => void;
  align?: "right" | "center" | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** The head of a column that the table can be sorted by. */
export function SortHeader({ direction, onSort, align, className, children }: SortHeaderProps) {
  const order = { asc: "ascending", desc: "descending" } as const;
  const isNarrow = useNarrow();
  return (
    <th className={joinClasses(styles.head, className)} data-align={align} aria-sort={direction && order[direction]}>
      {/* Where the rows are cards the heads are not seen, so the keyboard passes them by. */}
      <button type="button" className={styles.sort} tabIndex={isNarrow ? -1 : undefined} onClick={onSort}>
        {children}
        <IconSort direction={direction} className={styles.sign} />
      </button>
    </th>
  );
}
