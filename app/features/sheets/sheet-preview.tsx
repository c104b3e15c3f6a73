import { formatPieces } from "#app/contract/money.ts";
import { clingingUnits } from "#app/contract/units.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Button } from "#app/ui/button.tsx";
import { IconCheck, IconError, IconWarning } from "#app/ui/icons.tsx";
import { ScrollRegion } from "#app/ui/scroll-region.tsx";
import { Thumb } from "#app/ui/table-parts.tsx";
import { type JudgedRow, tellReplaced } from "./paste.rules.ts";
import styles from "./sheet-preview.module.css";

type SheetPreviewProps = {
  rows: readonly JudgedRow[];
  /** With this article the trim of that number was meant. */
  onMeant: (article: string, number: number) => void;
};

/** What was read, row by row, and what will happen to it. */
export function SheetPreview({ rows, onMeant }: SheetPreviewProps) {
  return (
    <ScrollRegion className={styles.scroll} label="What was read">
      <table className={styles.preview} aria-label="What was read">
        <thead className={styles.heads}>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Trim</th>
            <th scope="col">Pieces</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} className={styles.row}>
              <td className={styles.figure}>{row.row}</td>
              <td>{row.trim ? <Found trim={row.trim} /> : <span className={styles.written}>{row.article}</span>}</td>
              <td className={styles.figure}>
                {"pieces" in row ? formatPieces(row.pieces) : <span className={styles.written}>{row.written}</span>}
              </td>
              <td className={styles.happens} tabIndex={-1}>
                <Happens row={row} onMeant={onMeant} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Found({ trim: { number, name, img } }: { trim: NonNullable<JudgedRow["trim"]> }) {
  return (
    <span className={styles.found}>
      <Thumb {...trimPicture(img, 320)} size={40} alt="" fallbackText="" />
      <span>
        <span className={styles.number}>No. {formatArticle(number)}</span>
        {clingingUnits(name)}
      </span>
    </span>
  );
}

function Happens({ row, onMeant }: { row: JudgedRow } & Pick<SheetPreviewProps, "onMeant">) {
  if (row.kind === "wait") return <span className={styles.said}>Looking it up…</span>;
  if (row.kind === "add") {
    return (
      <span className={styles.said} data-kind="add">
        <IconCheck />
        Will be added
      </span>
    );
  }
  if (row.kind === "replace") {
    return (
      <span className={styles.said} data-kind="replace">
        <IconWarning />
        {tellReplaced(row)}
      </span>
    );
  }
  const { nearest, article, message } = row;
  return (
    <span className={styles.said} data-kind="bad">
      <IconError />
      <span>
        {message}{" "}
        {nearest && (
          <Button
            kind="text"
            size="small"
            className={styles.use}
            aria-label={`Use that one, ${nearest.name}, for row ${row.row}`}
            onClick={({ currentTarget }) => {
              // The button goes with the fault.
              currentTarget.closest("td")?.focus();
              onMeant(article, nearest.number);
            }}
          >
            Use that one
          </Button>
        )}
      </span>
    </span>
  );
}
