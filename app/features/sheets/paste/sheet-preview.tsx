import { formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Button } from "#app/ui/button.tsx";
import { IconCheck, IconError, IconWarning } from "#app/ui/icons.tsx";
import { ScrollRegion } from "#app/ui/scroll-region.tsx";
import { Thumb } from "#app/ui/table-parts.tsx";
import { describeReplaced, type JudgedRow, type Mend, type Remedy } from "./paste.rules.ts";
import styles from "./sheet-preview.module.css";

type SheetPreviewProps = {
  rows: readonly JudgedRow[];
  onMend: (mend: Mend) => void;
};

/** What was read, row by row, what will happen to it, and what one press would make of it. */
export function SheetPreview({ rows, onMend }: SheetPreviewProps) {
  return (
    <ScrollRegion className={styles.scroll} label="What was read">
      <table className={styles.preview} aria-label="What was read">
        <thead className={styles.heads}>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Trim</th>
            <th scope="col">Pieces</th>
            <th scope="col">Result</th>
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
                <Happens row={row} onMend={onMend} />
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
        {withNonBreakingUnits(name)}
      </span>
    </span>
  );
}

type HappensProps = { row: JudgedRow } & Pick<SheetPreviewProps, "onMend">;

function Happens({ row, onMend }: HappensProps) {
  if (row.kind === "wait") return <span className={styles.said}>Looking it up…</span>;
  const Icon = { add: IconCheck, replace: IconWarning, bad: IconError }[row.kind];
  const counted = row.kind === "bad" ? undefined : row.counted;
  return (
    <span className={styles.said} data-kind={row.kind}>
      <Icon />
      <span>
        {sayWhat(row)}
        {counted && <span className={styles.counted}>{counted}</span>}{" "}
        {row.kind !== "add" && row.remedies.length > 0 && (
          <span className={styles.uses}>
            <Remedies row={row.row} remedies={row.remedies} onMend={onMend} />
          </span>
        )}
      </span>
    </span>
  );
}

function sayWhat(row: Exclude<JudgedRow, { kind: "wait" }>): string {
  if (row.kind === "bad") return row.message;
  return row.kind === "add" ? "Will be added" : describeReplaced(row);
}

type RemediesProps = { row: number; remedies: readonly Remedy[] } & Pick<SheetPreviewProps, "onMend">;

function Remedies({ row, remedies, onMend }: RemediesProps) {
  return remedies.map(({ says, about, mend }) => (
    <Button
      key={says}
      kind="text"
      size="small"
      className={styles.use}
      aria-label={`${says}, ${about ? `${about}, ` : ""}for row ${row}`}
      onClick={({ currentTarget, detail }) => {
        // The second press of a double click would add once more.
        if (detail > 1) return;
        // The button goes with the fault.
        currentTarget.closest("td")?.focus();
        onMend(mend);
      }}
    >
      {says}
    </Button>
  ));
}
