import { IconCheck } from "./icons.tsx";
import styles from "./marked-table.module.css";

type MarkedTableProps = {
  caption: string;
  /** The column headers: for a row's name, its figure, and anything else about it. */
  heads: readonly [string, string, string?];
  rows: readonly { name: string; figure: string; more?: string; isMarked?: boolean }[];
  /** The text in the marked row; without it, no row is ever marked. */
  mark?: string;
};

/** A small table of figures in which the row that currently applies is marked. */
export function MarkedTable({ caption, heads: [name, figure, more], rows, mark }: MarkedTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {mark && <td />}
          <th scope="col" className={styles.figure}>
            {figure}
          </th>
          {more && (
            <th scope="col" className={styles.figure}>
              {more}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} aria-current={row.isMarked || undefined}>
            <th scope="row">{row.name}</th>
            {mark && (
              <td className={styles.mark}>
                {row.isMarked && (
                  <span className={styles.here}>
                    <IconCheck className={styles.sign} />
                    {mark}
                  </span>
                )}
              </td>
            )}
            <td className={styles.figure}>{row.figure}</td>
            {more && <td className={styles.figure}>{row.more}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
