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
  /** Beside the button. */
  before?: ReactNode;
  children: ReactNode;
};

/** The header of a sortable column. */
export function SortHeader({ direction, onSort, align, className, before, children }: SortHeaderProps) {
  const order = { asc: "ascending", desc: "descending" } as const;
  const isNarrow = useNarrow();
  return (
    <th className={joinClasses(styles.head, className)} data-align={align} aria-sort={direction && order[direction]}>
      {before && <span className={styles.before}>{before}</span>}
      {/* Where rows are cards the headers are hidden, so the keyboard skips them. */}
      <button type="button" className={styles.sort} tabIndex={isNarrow ? -1 : undefined} onClick={onSort}>
        {children}
        <IconSort direction={direction} className={styles.sign} />
      </button>
    </th>
  );
}
