import type { ReactNode } from "react";
import styles from "./plain-table.module.css";
import { ScrollRegion } from "./scroll-region.tsx";

type PlainTableProps = {
  /** Names the table. */
  caption: string;
  heads: readonly { text: string; align?: "right" }[];
  /** Whether the column headers are only for screen readers, because the cells speak for themselves. */
  isHeadless?: boolean;
  /** The first cell of each row is its head. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Scrolls in a frame of its own if it is longer than that. */
  isLong?: boolean;
  className?: string | undefined;
};

/** A short table of figures: hairlines, no sorting. */
export function PlainTable({ caption, heads, isHeadless, rows, isLong, className }: PlainTableProps) {
  const table = (
    <table className={styles.table} data-long={isLong}>
      <caption className="sr">{caption}</caption>
      <thead className={isHeadless ? "sr" : undefined}>
        <tr>
          {heads.map(({ text, align }) => (
            <th key={text} scope="col" data-align={align}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key} className={className}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={heads[at + 1]?.text} data-align={heads[at + 1]?.align}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isLong) return table;
  return (
    <ScrollRegion className={styles.scroll} label={caption}>
      {table}
    </ScrollRegion>
  );
}
