import type { KeyboardEvent, RefObject } from "react";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { readPieces } from "#app/features/sheets/paste/pieces.rules.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { toast } from "#app/ui/toast.ts";
import { editDraft } from "./draft/account-draft.ts";
import { withLinesBack, withoutLine, withPieces } from "./draft/edits.ts";
import type { sumLines } from "./lines.rules.ts";
import { type JudgedDraftLine, SheetLine } from "./sheet-line.tsx";
import styles from "./sheet-lines.module.css";

/** Why pieces could not be read, and which numbers may be meant. */
type Unread = Extract<ReturnType<typeof readPieces>, { fault: string }>;

/** What is in the fields for pieces while it is being typed or cannot be read, by trim. */
export type Typed = ReadonlyMap<string, { text: string; unread: Unread | undefined }>;

type SheetLinesProps = {
  lines: readonly JudgedDraftLine[];
  sums: ReturnType<typeof sumLines>;
  typed: Typed;
  onTyped: (change: (typed: Typed) => Typed) => void;
  draftId: string;
  /** Takes the focus when no line is left. */
  heading: RefObject<HTMLElement | null>;
};

/** A number being typed is saved after a short pause. */
const REST_MS = 400;

/** The lines of the draft. Enter and the arrows move from one line's pieces to those above and below. */
export function SheetLines({ lines, sums, typed, onTyped, draftId, heading }: SheetLinesProps) {
  function write(line: JudgedDraftLine, text: string) {
    const read = readPieces(text);
    const unread = "fault" in read ? read : undefined;
    onTyped((all) => new Map(all).set(line.trimId, { text, unread }));
    if ("pieces" in read) setPieces(line, read.pieces, REST_MS);
  }

  function setPieces(line: JudgedDraftLine, orderQuantity: number, delayMs = 0) {
    const { trimId, name, trim, seenPrice } = line;
    const seen = trim ? quotePrice(trim, orderQuantity).unitPrice : seenPrice;
    if (orderQuantity === line.orderQuantity) return;
    editDraft(draftId, withPieces({ trimId, name, orderQuantity, seenPrice: seen }), delayMs);
  }

  /** What cannot be read stays as typed. */
  function leave(trimId: string) {
    onTyped((all) => (all.get(trimId)?.unread ? all : without(all, trimId)));
  }

  function take(line: JudgedDraftLine, pieces: number) {
    onTyped((all) => without(all, line.trimId));
    setPieces(line, pieces);
    document.getElementById(`pieces-${line.trimId}`)?.focus();
  }

  function acceptPrice({ trimId, name, orderQuantity }: JudgedDraftLine, seenPrice: string) {
    editDraft(draftId, withPieces({ trimId, name, orderQuantity, seenPrice }));
    document.getElementById(`pieces-${trimId}`)?.focus();
  }

  function remove(line: JudgedDraftLine, at: number) {
    const { verdict: _, ...removed } = line;
    const next = lines[at + 1] ?? lines[at - 1];
    editDraft(draftId, withoutLine(line.trimId));
    const undo = () => editDraft(draftId, withLinesBack([{ line: removed, at }]));
    toast.success(`${line.name} is off the sheet.`, { label: "Undo", onAction: undo });
    if (next) document.getElementById(`remove-${next.trimId}`)?.focus();
    else heading.current?.focus();
  }

  return (
    <table className={styles.table} aria-label="Lines of the order sheet">
      <thead className={styles.heads}>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Pieces</th>
          <th scope="col">Per piece</th>
          <th scope="col">Line total</th>
          <th scope="col" data-unprinted>
            <span className="sr">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenLines}>
        {lines.map((line, at) => (
          <SheetLine
            key={line.trimId}
            line={line}
            text={typed.get(line.trimId)?.text ?? formatPieces(line.orderQuantity)}
            onWrite={(text) => write(line, text)}
            onLeave={() => leave(line.trimId)}
            onTake={(pieces) => take(line, pieces)}
            onAccept={(price) => acceptPrice(line, price)}
            onRemove={() => remove(line, at)}
          />
        ))}
      </tbody>
      <tfoot className={styles.foot}>
        <tr>
          <td>{sayCounted(sums)}</td>
          <td className={styles.amount}>{formatPieces(sums.pieces)}</td>
          <td />
          <td className={styles.amount}>{formatTotal(sums.total)}</td>
          <td data-unprinted />
        </tr>
      </tfoot>
    </table>
  );
}

function sayCounted({ counted, lines }: SheetLinesProps["sums"]): string {
  const all = `${lines} ${lines === 1 ? "line" : "lines"}`;
  return counted === lines ? all : `${counted} of ${all} counted`;
}

function without(typed: Typed, trimId: string): Typed {
  const rest = new Map(typed);
  rest.delete(trimId);
  return rest;
}

/** Enter and Down go to the next line's pieces, Up to those before. */
function moveBetweenLines(event: KeyboardEvent<HTMLElement>) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>("[data-pieces]")];
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
  const at = fields.indexOf(event.target);
  // Enter would send the sheet.
  event.preventDefault();
  fields[at + step]?.focus();
}
