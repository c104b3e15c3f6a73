import { useRef } from "react";
import { MAX_BREAKS } from "#app/contract/price.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Fault } from "#app/ui/fault.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { IconPlus, IconTrash } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./breaks-editor.module.css";
import { describeSaving, type TypedPrices } from "./breaks-form.ts";
import type { BindTrim } from "./fact-fields.tsx";

type BreaksEditorProps = {
  bind: BindTrim;
  /** What is typed now, for the saving beside each price. */
  typed: TypedPrices;
  /** One for each row, lasting while rows come and go. */
  rowIds: readonly string[];
  onAdd: () => void;
  onRemove: (at: number) => void;
  /** The error of the list as a whole. */
  error: string | undefined;
};

/** The rows of a trim's price breaks, none to five. */
export function BreaksEditor({ bind, typed, rowIds, onAdd, onRemove, error }: BreaksEditorProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  return (
    <FieldGroup ref={group} legend="Price breaks" className={styles.breaks} layout={styles.fields} tabIndex={-1}>
      <p className={joinClasses(textStyles.small, textStyles.soft)}>
        The price per piece from a certain quantity on. Up to five breaks; placed orders keep their price.
      </p>
      {rowIds.length > 0 && (
        <ol className={styles.rows}>
          {rowIds.map((id, at) => (
            <li key={id} className={styles.row}>
              <Field
                label="From pieces"
                aria-label={`Break ${at + 1}: from pieces`}
                inputMode="numeric"
                autoComplete="off"
                required
                {...bind(`priceBreaks.${at}.from`)}
              />
              <Field
                label="Price per piece"
                aria-label={`Break ${at + 1}: price per piece`}
                inputMode="decimal"
                autoComplete="off"
                required
                hint={describeSaving(typed, at)}
                {...bind(`priceBreaks.${at}.price`)}
              />
              <IconButton
                label={`Remove break ${at + 1}`}
                danger
                className={styles.remove}
                onClick={() => {
                  onRemove(at);
                  // The button that had the focus vanishes with its row.
                  group.current?.focus();
                }}
              >
                <IconTrash />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {error && <Fault>{error}</Fault>}
      {rowIds.length < MAX_BREAKS && (
        <Button
          kind="line"
          size="small"
          className={styles.add}
          // The field before it keeps the focus until the click: its message would move the button away from under it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onAdd}
        >
          <IconPlus />
          Add a break
        </Button>
      )}
    </FieldGroup>
  );
}

type Rows = {
  fields: readonly { id: string }[];
  append: (row: { from: string; price: string }) => void;
  remove: (at: number) => void;
};

/** What the editor needs of a form's rows. */
export function toBreaksEditor(
  { fields, append, remove }: Rows,
  typed: TypedPrices,
  errors: { root?: { message?: string | undefined } | undefined; message?: string | undefined } | undefined,
) {
  return {
    typed,
    rowIds: fields.map(({ id }) => id),
    onAdd: () => append({ from: "", price: "" }),
    onRemove: remove,
    error: errors?.root?.message ?? errors?.message,
  };
}
