import { useId } from "react";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./change-fields.module.css";
import type { JudgedLine, SharedTerms, ShownLine, TypedLine, TypedShared } from "./change-form.rules.ts";

type SharedFieldsProps = {
  shared: SharedTerms;
  terms: TypedShared;
  isStaff: boolean;
  addressFault: string | undefined;
  onWrite: (more: TypedShared) => void;
};

/** What belongs to the order, or to all lines of a sheet. */
export function SharedFields({ shared, terms, isStaff, addressFault, onWrite }: SharedFieldsProps) {
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

/** A line, its pieces and its price. */
export function LineFields({ line, typed, judged, isStaff, isAsked, isRemovable, onWrite }: LineFieldsProps) {
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
