import { type ReactNode, useState } from "react";
import { formatPieces } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./import-table.module.css";
import { ReportTable } from "./report-table.tsx";

type ImportTableProps = {
  caption: string;
  heads: readonly string[];
  /** The columns of figures. */
  right: readonly string[];
  /** The column that a phone gives a line of its own. */
  wide: string;
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Of all rows, also those that are not listed. */
  total: number;
};

/** A table of a report; on a phone each row is a card. */
export function ImportTable({ caption, heads, right, wide, rows, total }: ImportTableProps) {
  const [shown, more] = useSome(rows, total);
  return (
    <>
      <ReportTable className={styles.table} caption={caption}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" data-align={right.includes(head) ? "right" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td
                  key={heads[at]}
                  data-head={heads[at]}
                  data-align={right.includes(heads[at] ?? "") ? "right" : undefined}
                  data-wide={heads[at] === wide || undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ReportTable>
      {more}
    </>
  );
}

const FIRST = 20;

/** The first rows, and a line below them that shows the rest. */
export function useSome<Row>(rows: readonly Row[], total: number): [shown: readonly Row[], more: ReactNode] {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  if (shown.length === total) return [shown, null];
  const more = (
    <p className={joinClasses(textStyles.small, textStyles.soft, styles.more)}>
      The first {formatPieces(shown.length)} of {formatPieces(total)}.
      {!isWhole && rows.length > FIRST && (
        <Button kind="text" size="small" onClick={() => setWhole(true)}>
          Show {rows.length === total ? "all" : formatPieces(rows.length)}
        </Button>
      )}
    </p>
  );
  return [shown, more];
}
