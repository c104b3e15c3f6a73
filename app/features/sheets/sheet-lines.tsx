import type { KeyboardEvent, RefObject } from "react";
import { editDraft, withLine, withLinesBack, withoutLine } from "#app/client/account-draft.ts";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import controlStyles from "#app/ui/control.module.css";
import { IconError, IconTrash, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay } from "#app/ui/moment.tsx";
import { InnerLink, Thumb } from "#app/ui/table-parts.tsx";
import { toast } from "#app/ui/toast.ts";
import type { DraftLine } from "./contract.ts";
import { type sumLines, tellNext, type Verdict } from "./lines.rules.ts";
import { readPieces } from "./pieces.rules.ts";
import styles from "./sheet-lines.module.css";

export type JudgedDraftLine = DraftLine & { verdict: Verdict };
/** What stands in the fields of pieces while it is typed, or cannot be read, by trim. */
export type Typed = ReadonlyMap<string, { text: string; fault: string | undefined }>;

type SheetLinesProps = {
  lines: readonly JudgedDraftLine[];
  sums: ReturnType<typeof sumLines>;
  typed: Typed;
  onTyped: (change: (typed: Typed) => Typed) => void;
  uid: string;
  /** Takes the focus when no line is left. */
  heading: RefObject<HTMLElement | null>;
};

/** While a number is being typed, it is saved after a short rest. */
const REST_MS = 400;

/** The lines of the draft. Enter and the arrows move from one line's pieces to those above and below. */
export function SheetLines({ lines, sums, typed, onTyped, uid, heading }: SheetLinesProps) {
  function write(line: JudgedDraftLine, text: string) {
    const read = readPieces(text);
    const fault = "fault" in read ? read.fault : undefined;
    onTyped((all) => new Map(all).set(line.trimId, { text, fault }));
    if ("pieces" in read) setPieces(line, read.pieces, REST_MS);
  }

  function setPieces(line: JudgedDraftLine, orderQuantity: number, delayMs = 0) {
    const { trimId, name, trim, seenPrice } = line;
    const seen = trim ? quotePrice(trim, orderQuantity).unitPrice : seenPrice;
    if (orderQuantity === line.orderQuantity) return;
    editDraft(uid, withLine({ trimId, name, orderQuantity, seenPrice: seen }), delayMs);
  }

  /** What cannot be read stays as typed. */
  function leave(trimId: string) {
    onTyped((all) => (all.get(trimId)?.fault ? all : without(all, trimId)));
  }

  function take(line: JudgedDraftLine, pieces: number) {
    onTyped((all) => without(all, line.trimId));
    setPieces(line, pieces);
    document.getElementById(`pieces-${line.trimId}`)?.focus();
  }

  function acceptPrice({ trimId, name, orderQuantity }: JudgedDraftLine, seenPrice: string) {
    editDraft(uid, withLine({ trimId, name, orderQuantity, seenPrice }));
    document.getElementById(`pieces-${trimId}`)?.focus();
  }

  function remove(line: JudgedDraftLine, at: number) {
    const { verdict: _, ...kept } = line;
    const next = lines[at + 1] ?? lines[at - 1];
    editDraft(uid, withoutLine(line.trimId));
    const undo = () => editDraft(uid, withLinesBack([{ line: kept, at }]));
    toast.success(`${line.name} is off the sheet.`, { label: "Undo", onAct: undo });
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
          <th scope="col">
            <span className="sr">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenLines}>
        {lines.map((line, at) => (
          <Line
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
          <td>
            {sums.counted === sums.lines ? `${sums.lines} lines` : `${sums.counted} of ${sums.lines} lines counted`}
          </td>
          <td className={styles.amount}>{formatPieces(sums.pieces)}</td>
          <td />
          <td className={styles.amount}>{formatTotal(sums.total)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

type LineProps = {
  line: JudgedDraftLine;
  text: string;
  onWrite: (text: string) => void;
  onLeave: () => void;
  onTake: (pieces: number) => void;
  onAccept: (price: string) => void;
  onRemove: () => void;
};

function Line({ line, text, onWrite, onLeave, onTake, onAccept, onRemove }: LineProps) {
  const { trimId, name, trim, verdict } = line;
  const said = `said-${trimId}`;
  const shown = clingingUnits(name || trim?.name || "…");
  const number = trim ? `No. ${String(trim.number).padStart(3, "0")}` : undefined;
  const none = <span className={styles.none}>not yet</span>;
  return (
    <tr className={styles.line} data-verdict={verdict.kind}>
      <td className={styles.item}>
        <span className={styles.article}>
          <Thumb {...trimPicture(trim?.img ?? "", 320)} alt="" fallbackText="" />
          <span className={styles.about}>
            {number && <span className={styles.number}>{number}</span>}
            {trim ? <InnerLink to={trimPath(trim)}>{shown}</InnerLink> : shown}
            <span className={styles.said} id={said} data-verdict={verdict.kind}>
              <Said line={line} onTake={onTake} onAccept={onAccept} />
            </span>
          </span>
        </span>
      </td>
      <td className={styles.pieces}>
        <label className={styles.label} htmlFor={`pieces-${trimId}`}>
          Pieces<span className="sr"> of {name}</span>
        </label>
        <input
          id={`pieces-${trimId}`}
          className={joinClasses(controlStyles.control, styles.field)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={text}
          aria-invalid={verdict.kind === "bad" || undefined}
          aria-describedby={said}
          data-pieces
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onWrite(event.currentTarget.value)}
          onBlur={onLeave}
        />
      </td>
      <td className={joinClasses(styles.amount, styles.price)}>
        {verdict.kind === "look" && (
          <>
            <s className={styles.was}>
              <span className="sr">was </span>
              {formatUnitPrice(verdict.was)}
            </s>
            <br />
          </>
        )}
        {verdict.unitPrice ? formatUnitPrice(verdict.unitPrice) : none}
      </td>
      <td className={joinClasses(styles.amount, styles.total)} data-l="Line total">
        <b>{verdict.total ? formatTotal(verdict.total) : none}</b>
      </td>
      <td className={styles.gone}>
        <IconButton id={`remove-${trimId}`} label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash />
        </IconButton>
      </td>
    </tr>
  );
}

/** The verdict below the name, with the one press that mends it. */
function Said({ line, onTake, onAccept }: Pick<LineProps, "line" | "onTake" | "onAccept">) {
  const { verdict, seenAt } = line;
  if (verdict.kind === "wait") return null;
  if (verdict.kind === "good") {
    return (
      <>
        <span>{verdict.words}</span>
        {verdict.next && <span>{tellNext(verdict.next)}</span>}
        <span className={styles.phone}>{formatUnitPrice(verdict.unitPrice ?? "0")} per piece</span>
      </>
    );
  }
  if (verdict.kind === "look") {
    return (
      <>
        <span className={styles.words}>
          <IconWarning />
          <span>
            The price went from {formatUnitPrice(verdict.was)} to {formatUnitPrice(verdict.now)} since{" "}
            <ShortDay at={seenAt} />.
          </span>
        </span>
        <Button kind="text" size="small" className={styles.remedy} onClick={() => onAccept(verdict.now)}>
          Got it
        </Button>
      </>
    );
  }
  const { take, message } = verdict;
  return (
    <>
      <span className={styles.words}>
        <IconError />
        {message}
      </span>
      {take !== undefined && (
        <Button kind="text" size="small" className={styles.remedy} onClick={() => onTake(take)}>
          {take > line.orderQuantity ? `Make it ${formatPieces(take)}` : `Take ${formatPieces(take)}`}
        </Button>
      )}
    </>
  );
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
