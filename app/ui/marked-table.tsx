import { IconCheck } from "./icons.tsx";
import styles from "./marked-table.module.css";

type MarkedTableProps = {
  caption: string;
  /** Above the columns: what a row is named by, its figure, and what else is said of it. */
  heads: readonly [string, string, string?];
  rows: readonly { name: string; figure: string; more?: string; isMarked?: boolean }[];
  /** What is said in the marked row; without it no row is ever marked. */
  mark?: string;
};

/** A small table of figures in which the row that holds now is marked. */
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
