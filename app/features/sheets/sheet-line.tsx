import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import controlStyles from "#app/ui/control.module.css";
import { IconError, IconTrash, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { ShortDay } from "#app/ui/moment.tsx";
import { InnerLink, Thumb } from "#app/ui/table-parts.tsx";
import type { DraftLine } from "./contract.ts";
import { describeNextBreak, type LineCheck } from "./lines.rules.ts";
import styles from "./sheet-lines.module.css";

export type JudgedDraftLine = DraftLine & { verdict: LineCheck };

type SheetLineProps = {
  line: JudgedDraftLine;
  text: string;
  onWrite: (text: string) => void;
  onLeave: () => void;
  onTake: (pieces: number) => void;
  onAccept: (price: string) => void;
  onRemove: () => void;
};

/** One line: its trim with the verdict, its pieces, what they cost. */
export function SheetLine({ line, text, onWrite, onLeave, onTake, onAccept, onRemove }: SheetLineProps) {
  const { trimId, name, trim, verdict } = line;
  const said = `said-${trimId}`;
  const shown = withNonBreakingUnits(name || trim?.name || "…");
  const number = trim ? `No. ${formatArticle(trim.number)}` : undefined;
  const none = <span className={styles.none}>–</span>;
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
          onFocus={({ currentTarget }) => {
            currentTarget.select();
            // Safari does not scroll to a field whose text is selected while it gets the focus.
            currentTarget.scrollIntoView({ block: "nearest" });
          }}
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
      <td className={styles.gone} data-unprinted>
        <IconButton id={`remove-${trimId}`} label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash />
        </IconButton>
      </td>
    </tr>
  );
}

/** The verdict below the name, with a button that corrects the line. */
function Said({ line, onTake, onAccept }: Pick<SheetLineProps, "line" | "onTake" | "onAccept">) {
  const { verdict, seenAt } = line;
  if (verdict.kind === "wait") return null;
  if (verdict.kind === "good") {
    return (
      <>
        <span>{verdict.words}</span>
        {verdict.next && (
          <span className={styles.offer} data-unprinted>
            {describeNextBreak(verdict.next)}
            <Remedy pieces={line.orderQuantity + verdict.next.more} onTake={onTake} />
          </span>
        )}
        {verdict.packs && (
          <span className={styles.offer} data-unprinted>
            Packed in {formatPieces(verdict.packs.unit)}s:
            {verdict.packs.choices.map((pieces) => (
              <Remedy key={pieces} pieces={pieces} onTake={onTake} />
            ))}
          </span>
        )}
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
  const { offers, message } = verdict;
  return (
    <>
      <span className={styles.words}>
        <IconError />
        {message}
      </span>
      {offers.map(({ pieces, says }) => (
        <Remedy key={pieces} pieces={pieces} says={says} onTake={onTake} />
      ))}
    </>
  );
}

type RemedyProps = { pieces: number; says?: string; onTake: (pieces: number) => void };

/** Sets the line to that many pieces. */
function Remedy({ pieces, says = `Make it ${formatPieces(pieces)}`, onTake }: RemedyProps) {
  return (
    <Button kind="text" size="small" className={styles.remedy} onClick={() => onTake(pieces)}>
      {says}
    </Button>
  );
}
