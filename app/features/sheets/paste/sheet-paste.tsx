import { useEffect, useRef, useState } from "react";
import { describePieces, formatPieces } from "#app/contract/money.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { editDraft } from "#app/features/sheets/draft/account-draft.ts";
import { withLine } from "#app/features/sheets/draft/edits.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { CSV_FILE, FileButton } from "#app/ui/file-button.tsx";
import { FileDrop } from "#app/ui/file-drop.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { readCsvFile } from "./csv-file.ts";
import { checkRows, type Mend } from "./paste.rules.ts";
import { type ChosenColumns, mendPaste, readPaste } from "./paste.ts";
import { SheetColumns } from "./sheet-columns.tsx";
import styles from "./sheet-paste.module.css";
import { SheetPreview } from "./sheet-preview.tsx";
import { useMatches } from "./use-matches.ts";

type SheetPasteProps = {
  draft: Draft;
  draftId: string;
  /** With the trim of the first row that was added last. */
  onDone: (firstTrimId?: string) => void;
};

/** More rows than a sheet has lines are of no use. */
const MOST_ROWS = 1000;

/** Takes rows of a spreadsheet, and says what will happen to each before anything does. */
export function SheetPaste({ draft, draftId, onDone }: SheetPasteProps) {
  const [text, setText] = useState("");
  /** The columns that were chosen for a table with these columns. */
  const [chosen, setChosen] = useState<{ of: string; columns: ChosenColumns }>();
  /** What was added last, while rows are left. */
  const [added, setAdded] = useState<number>();
  const status = useRef<HTMLParagraphElement>(null);
  const [fileFault, setFileFault] = useState<string>();
  /** Whether the file names no character set, so that its letters may be wrong. */
  const [isLegacy, setLegacy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const found = readPaste(text);
  const of = found.columns ? found.columns.head.join("\t") : "";
  const pasted = chosen && chosen.of === of ? readPaste(text, chosen.columns) : found;
  const all = pasted.rows;
  const rows = all.slice(0, MOST_ROWS);
  const { matches, failure, retry } = useMatches(rows.map(({ article }) => article));
  const present = new Map(draft.lines.map(({ trimId, orderQuantity }) => [trimId, orderQuantity]));
  const judged = checkRows(rows, matches, present);
  const good = judged.filter((row) => row.kind === "add" || row.kind === "replace");

  async function readFile(chosen: File) {
    const read = await readCsvFile(chosen);
    setFileFault("fault" in read ? read.fault : undefined);
    setLegacy("encoding" in read && read.encoding === "Windows-1252");
    if ("text" in read) write(read.text);
    field.current?.focus();
  }

  function write(words: string) {
    setAdded(undefined);
    setText(words);
  }

  function mend(how: Mend) {
    setText(mendPaste(text, rows, how));
  }

  function lookUpAgain() {
    // The button disappears.
    field.current?.focus();
    retry();
  }

  function addGood() {
    const edits = good.flatMap(({ trim, pieces }) => {
      if (!trim) return [];
      const { unitPrice } = quotePrice(trim, pieces);
      return [withLine({ trimId: trim._id, name: trim.name, orderQuantity: pieces, seenPrice: unitPrice })];
    });
    editDraft(draftId, (now) => edits.reduce((whole, edit) => edit(whole), now));
    toast.success(`${countRows(good.length)} added.`);
    if (good.length === all.length) return onDone(good[0]?.trim?._id);
    setAdded(good.length);
    setText(mendPaste(text, rows, { drop: good.map(({ row }) => row) }));
    // The button is disabled.
    status.current?.focus();
  }

  return (
    <section className={joinClasses(layoutStyles.sheet, styles.paste)} aria-labelledby="paste">
      <div className={styles.head}>
        <h2 id="paste">Paste from a spreadsheet</h2>
        <Stitch />
      </div>
      <div className={styles.sides}>
        <FileDrop className={styles.in} onFile={readFile}>
          <TextArea
            ref={field}
            label="Article number or name, then pieces"
            hint="One trim per row, with a tab, comma or semicolon between the columns. A header row may stay."
            className={styles.rows}
            spellCheck={false}
            wrap="off"
            value={text}
            onChange={({ target }) => write(target.value)}
          />
          <div className={styles.drop}>
            <FileButton file={CSV_FILE} kind="line" size="small" onFile={readFile}>
              Choose a CSV file
            </FileButton>
            <span className={textStyles.soft}>or drop it here</span>
          </div>
          {pasted.columns && (
            <SheetColumns
              columns={pasted.columns}
              names={pasted.names}
              onChoose={(columns) =>
                setChosen({ of, columns: { ...(chosen?.of === of && chosen.columns), ...columns } })
              }
            />
          )}
          {isLegacy && (
            <p className={textStyles.hint}>The file was read as Windows-1252. Check its accented letters.</p>
          )}
          <FormError>{fileFault ?? failure}</FormError>
          {failure && (
            <Button kind="line" size="small" className={styles.retry} onClick={lookUpAgain}>
              Retry
            </Button>
          )}
        </FileDrop>
        {judged.length > 0 && <SheetPreview rows={judged} onMend={mend} />}
      </div>
      <div className={styles.feet}>
        <p role="status" ref={status} tabIndex={-1}>
          {judged.length > 0 && (
            <>
              <b>
                {added !== undefined && good.length === 0
                  ? `${countRows(added)} added. ${countRows(judged.length)} ${judged.length === 1 ? "is" : "are"} left.`
                  : `${good.length} of ${judged.length} rows ${good.length === 1 ? "is" : "are"} good.`}
              </b>{" "}
              {good.length < judged.length && (
                <span className={textStyles.soft}>Correct the others here. They stay when you add the good ones.</span>
              )}
              {all.length > MOST_ROWS && ` Only the first ${formatPieces(MOST_ROWS)} rows are read.`}
            </>
          )}
        </p>
        <Button kind="line" onClick={() => onDone()}>
          {added === undefined ? "Cancel" : "Done"}
        </Button>
        <Button
          disabled={good.length === 0}
          onClick={addGood}
          aria-description={describePieces(good.reduce((sum, { pieces }) => sum + pieces, 0))}
        >
          {good.length === 0 ? "Add rows" : `Add ${countRows(good.length)}`}
        </Button>
      </div>
    </section>
  );
}

function countRows(count: number): string {
  return `${formatPieces(count)} ${count === 1 ? "row" : "rows"}`;
}
