import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { OrderTerms } from "#app/features/orders/change/change.rules.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { IconError } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./change-form.module.css";
import {
  type ChangeLine,
  describeMore,
  type JudgedLine,
  judgeLine,
  sumLines,
  type TypedLine,
} from "./change-form.rules.ts";

/** A line with what is shown of it. */
export type ShownLine = ChangeLine & { name: string; img: string; label: string };

/** What all lines share; a field that was not touched is undefined. */
export type SharedTerms = Pick<OrderTerms, "address" | "poNumber" | "wantedOn" | "promisedOn">;
type TypedShared = { [Term in keyof SharedTerms]?: string };

/** What is sent: lines that differ, with what they become, and shared terms that differ. */
export type Changed = {
  shared: Partial<SharedTerms>;
  lines: (JudgedLine & { line: ShownLine; reason: string | undefined })[];
  removed: ShownLine[];
};

type ChangeFormProps = {
  lines: readonly ShownLine[];
  /** What belongs to the order or sheet; undefined where it belongs to a whole sheet. */
  shared: SharedTerms | undefined;
  isStaff: boolean;
  /** The version that a change makes. */
  next: number;
  /** Lines can be taken away while this many stay. */
  isSheet: boolean;
  /** Where the reader came from. */
  back: string;
  /** How lines are added, and those that were. */
  adding?: ReactNode;
  onSend: (changed: Changed) => Promise<void>;
};

/** Changes an order or a sheet: fields in rows, the new total and what follows from it, in one view. */
export function ChangeForm({ lines, shared, isStaff, next, isSheet, back, adding, onSend }: ChangeFormProps) {
  const [typed, setTyped] = useState<Record<string, TypedLine>>({});
  const [terms, setTerms] = useState<TypedShared>({});
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const rows = lines.map((line) => {
    const of = typed[line.id] ?? {};
    return { line, typed: of, judged: judgeLine(line, of, isStaff) };
  });
  const stay = rows.filter(({ typed }) => !typed.isRemoved);
  const changedTerms = shared ? findChangedTerms(shared, terms) : {};
  const addressFault = changedTerms.address === "" ? "Address is required" : undefined;
  const changedRows = rows.filter(({ judged }) => judged.isChanged);
  const count = changedRows.length + Object.keys(changedTerms).length;

  const write = (id: string, more: TypedLine) => setTyped((all) => ({ ...all, [id]: { ...all[id], ...more } }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = addressFault !== undefined || rows.some(({ judged }) => Object.values(judged.faults).some(Boolean));
    setAsked(true);
    if (isWrong) {
      // The faults are shown by the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    if (count === 0) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await onSend({
        shared: changedTerms,
        lines: changedRows
          .filter(({ typed }) => !typed.isRemoved)
          .map(({ line, typed, judged }) => ({
            ...judged,
            line,
            reason: judged.isPriceSet ? typed.reason : undefined,
          })),
        removed: changedRows.filter(({ typed }) => typed.isRemoved).map(({ line }) => line),
      });
      toast.success(`Saved: ${count} ${count === 1 ? "change" : "changes"}`);
      await navigate(back);
    } catch (error) {
      setRefused(describeError(error));
      setBusy(false);
      // What was typed stays, beside what is true now.
      await revalidate();
    }
  }

  return (
    <form ref={form} noValidate className={styles.page} onSubmit={(event) => void submit(event)}>
      <div className={styles.column}>
        <div role="alert">
          {refused && (
            <Banner tone="bad">
              <IconError />
              <p>{refused}</p>
              <p>What you typed is still here.</p>
            </Banner>
          )}
        </div>
        {shared && (
          <SheetPart plain title={isSheet ? "Of the whole sheet" : "Delivery and reference"}>
            <SharedFields
              {...{ shared, terms, isStaff, addressFault }}
              onWrite={(more) => setTerms((all) => ({ ...all, ...more }))}
            />
          </SheetPart>
        )}
        <SheetPart plain title={isSheet ? "Lines" : "Pieces and price"}>
          <ul className={styles.lines}>
            {rows.map(({ line, typed, judged }) => (
              <LineFields
                key={line.id}
                {...{ line, typed, judged, isStaff, isAsked }}
                isRemovable={isSheet && (stay.length > 1 || typed.isRemoved === true)}
                onWrite={(more) => write(line.id, more)}
              />
            ))}
          </ul>
          {adding}
        </SheetPart>
      </div>
      <div className={styles.aside}>
        <SheetPart plain title="Summary">
          <dl className={styles.sums}>
            <div>
              <dt>Total before</dt>
              <dd>{formatTotal(sumLines(rows.map(({ line }) => totalBefore(line))))}</dd>
            </div>
            {changedRows.slice(0, LISTED).map(({ line, typed, judged }) => (
              <div key={line.id}>
                <dt>{describeChange(line, typed, judged)}</dt>
                <dd>{formatDifference(judged.total, totalBefore(line).total)}</dd>
              </div>
            ))}
            {changedRows.length > LISTED && (
              <div>
                <dt>and {changedRows.length - LISTED} more</dt>
              </div>
            )}
            <div data-sum>
              <dt>New total</dt>
              <dd>{formatTotal(sumLines(rows.map(({ judged }) => judged)))}</dd>
            </div>
          </dl>
          <Button type="submit" wide busy={isBusy} disabled={count === 0}>
            {count === 0 ? "Nothing changed yet" : `Save ${count} ${count === 1 ? "change" : "changes"}`}
          </Button>
          <ButtonLink to={back} kind="text" wide>
            Keep as it is
          </ButtonLink>
          <p className={textStyles.hint}>
            {sayStock(rows)} A new confirmation, version {next}, is mailed{isStaff ? " to the buyer" : " to you"}.
            Before and after stay in the history.
          </p>
        </SheetPart>
      </div>
    </form>
  );
}

/** The summary names this many lines. */
const LISTED = 8;

type SharedFieldsProps = {
  shared: SharedTerms;
  terms: TypedShared;
  isStaff: boolean;
  addressFault: string | undefined;
  onWrite: (more: TypedShared) => void;
};

function SharedFields({ shared, terms, isStaff, addressFault, onWrite }: SharedFieldsProps) {
  const isChanged = (term: keyof SharedTerms) => terms[term] !== undefined && terms[term] !== (shared[term] ?? "");
  const look = (term: keyof SharedTerms, wide?: string) => ({
    className: joinClasses(isChanged(term) && styles.changed, wide),
    hint: isChanged(term) ? `Before: ${shared[term] ?? "none"}` : undefined,
  });
  return (
    <div className={styles.shared}>
      <Field
        label="PO number"
        {...look("poNumber")}
        maxLength={60}
        autoComplete="off"
        value={terms.poNumber ?? shared.poNumber ?? ""}
        onChange={({ target }) => onWrite({ poNumber: target.value })}
      />
      {isStaff && (
        <>
          <Field
            label="Requested delivery"
            type="date"
            {...look("wantedOn")}
            value={terms.wantedOn ?? shared.wantedOn ?? ""}
            onChange={({ target }) => onWrite({ wantedOn: target.value })}
          />
          <Field
            label="Promised delivery"
            type="date"
            {...look("promisedOn")}
            value={terms.promisedOn ?? shared.promisedOn ?? ""}
            onChange={({ target }) => onWrite({ promisedOn: target.value })}
          />
        </>
      )}
      <TextArea
        label="Address"
        {...look("address", styles.wide)}
        maxLength={1000}
        rows={4}
        value={terms.address ?? shared.address}
        error={addressFault}
        onChange={({ target }) => onWrite({ address: target.value })}
      />
    </div>
  );
}

type LineFieldsProps = {
  line: ShownLine;
  typed: TypedLine;
  judged: JudgedLine;
  isStaff: boolean;
  isAsked: boolean;
  isRemovable: boolean;
  onWrite: (more: TypedLine) => void;
};

function LineFields({ line, typed, judged, isStaff, isAsked, isRemovable, onWrite }: LineFieldsProps) {
  const { was, trim, name } = line;
  const headed = useId();
  const { faults } = judged;
  const piecesText = typed.pieces ?? String(was?.pieces ?? trim?.moq ?? "");
  return (
    <li className={styles.line} data-changed={judged.isChanged || undefined} aria-labelledby={headed}>
      <span className={styles.article}>
        <Thumb {...trimPicture(line.img, 320)} alt="" fallbackText="" />
        <span>
          <span className={textStyles.soft}>{line.label}</span>
          <b id={headed}>{typed.isRemoved ? <del>{withNonBreakingUnits(name)}</del> : withNonBreakingUnits(name)}</b>
          {was && judged.isChanged && (
            <span className={textStyles.soft}>
              {typed.isRemoved
                ? "Removed when you save"
                : `was ${formatPieces(was.pieces)} at ${formatUnitPrice(was.unitPrice)}`}
            </span>
          )}
        </span>
      </span>
      {!typed.isRemoved && (
        <Field
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={piecesText}
          error={faults.pieces}
          hint={trim && was ? undefined : trim && `At least ${trim.moq}`}
          onChange={({ target }) => onWrite({ pieces: target.value })}
        />
      )}
      {!typed.isRemoved && isStaff && was ? (
        <Field
          label="Price per piece"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed.price ?? formatUnitPrice(judged.catalogue).slice(1)}
          error={faults.price}
          hint={
            judged.isPriceSet && (
              <Button kind="text" size="small" onClick={() => onWrite({ price: undefined, reason: undefined })}>
                Take {formatUnitPrice(judged.catalogue)}
              </Button>
            )
          }
          onChange={({ target }) => onWrite({ price: target.value })}
        />
      ) : (
        <p className={styles.figure}>
          <span className={styles.label}>Price per piece</span>
          {typed.isRemoved ? "–" : formatUnitPrice(judged.unitPrice)}
        </p>
      )}
      <p className={styles.figure}>
        <span className={styles.label}>Total</span>
        <b>{typed.isRemoved ? "–" : formatTotal(judged.total)}</b>
      </p>
      {isRemovable && (
        <Button kind="text" size="small" onClick={() => onWrite({ isRemoved: !typed.isRemoved })}>
          {typed.isRemoved ? "Keep" : "Remove"}
          <span className="sr"> {name}</span>
        </Button>
      )}
      {judged.isPriceSet && !typed.isRemoved && (
        <Field
          label="Reason for the price"
          className={styles.reason}
          maxLength={NOTE_MAX}
          value={typed.reason ?? ""}
          error={isAsked ? faults.reason : undefined}
          hint="The buyer reads it in the mail and on the page."
          onChange={({ target }) => onWrite({ reason: target.value })}
        />
      )}
    </li>
  );
}

type Row = { line: ShownLine; typed: TypedLine; judged: JudgedLine };

const totalBefore = ({ was }: ShownLine) => ({
  total: was ? judgeLine({ id: "", was, trim: undefined }, {}, true).total : "0",
});

function describeChange({ name, was }: ShownLine, { isRemoved }: TypedLine, judged: JudgedLine): string {
  if (!was) return `${name}, added`;
  if (isRemoved) return `${name}, removed`;
  const pieces = judged.pieces === was.pieces ? [] : [describeMore(judged.pieces, was.pieces)];
  const price = judged.unitPrice === was.unitPrice ? [] : [`at ${formatUnitPrice(judged.unitPrice)}`];
  return `${name}, ${[...pieces, ...price].join(", ")}`;
}

function formatDifference(after: string, before: string): string {
  const cents = Math.round((Number(sumLines([{ total: after }])) - Number(sumLines([{ total: before }]))) * 100);
  const words = formatTotal((Math.abs(cents) / 100).toFixed(2));
  return `${cents < 0 ? "−" : "+"}${words}`;
}

/** What the change does to the stock, in a sentence. */
function sayStock(rows: readonly Row[]): string {
  const more = rows.reduce((sum, { line, typed, judged }) => {
    return sum + (typed.isRemoved ? 0 : judged.pieces) - (line.was?.pieces ?? 0);
  }, 0);
  if (more === 0) return "";
  return more > 0
    ? `${describeMore(more, 0)} pieces are set aside.`
    : `${describeMore(0, -more).replace("fewer", "")}pieces go back to stock.`;
}

function findChangedTerms(shared: SharedTerms, typed: TypedShared): Partial<SharedTerms> {
  const entries = Object.entries(typed).filter(([term, value]) => {
    return value !== (shared[term as keyof SharedTerms] ?? "");
  });
  return Object.fromEntries(
    entries.map(([term, value]) => [term, term === "address" ? value?.trim() : value?.trim() || null]),
  );
}

/** What a line sends: the price that was shown, or the one that staff set. */
export function toTerms({ line, pieces, unitPrice, isPriceSet, reason }: Changed["lines"][number]) {
  const isOther = pieces !== line.was?.pieces;
  return {
    ...(isOther && { orderQuantity: pieces }),
    ...(isPriceSet ? { setPrice: unitPrice, reason } : isOther && { unitPrice }),
  };
}
