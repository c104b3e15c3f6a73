import type { ReactNode } from "react";
import { IconSort } from "./icons.tsx";

type SortHeaderProps = {
  direction: "asc" | "desc" | undefined;
  onSort: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** The head of a column that the table can be sorted by. */
export function SortHeader({ direction, onSort, className, children }: SortHeaderProps) {
  const order = { asc: "ascending", desc: "descending" } as const;
  return (
    <th className={className} aria-sort={direction && order[direction]}>
      <button type="button" className="sort" onClick={onSort}>
        {children}
        <IconSort direction={direction} />
      </button>
    </th>
  );
}
