import type { ComponentProps, ReactNode } from "react";
import { lineKeys, lines } from "#app/content/lines.ts";
import { formatPieces } from "#app/contract/money.ts";
import { PictureField } from "#app/features/trims/pictures/picture-field.tsx";
import { StockNote } from "#app/features/trims/stock/stock-note.tsx";
import { Field, Select, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { BreaksEditor } from "./breaks-editor.tsx";
import { type BindTrim, FactFields } from "./fact-fields.tsx";
import styles from "./trim-fields.module.css";
import { minimumWarning, readCount } from "./trim-form.ts";

type TrimFieldsProps = {
  bind: BindTrim;
  breaks: Omit<ComponentProps<typeof BreaksEditor>, "bind">;
  /** The picture's URL as it is typed now. */
  img: string;
  /** Called with the URL of a saved picture. */
  onPicture: (img: string) => void;
  /**
   * The form's fields and hints about the stock. Fields are bound in their order on the page: the first fault gets the
   * focus.
   */
  stock: () => ReactNode;
};

/** The fields that describe a trim, new or existing. */
export function TrimFields({ bind, breaks, img, onPicture, stock }: TrimFieldsProps) {
  return (
    <>
      <Field label="Item name" required autoComplete="off" {...bind("name")} />
      <div className={formStyles.two}>
        <Field
          label="Unit price"
          inputMode="decimal"
          required
          autoComplete="off"
          hint="Dollars per piece at the minimum"
          {...bind("price")}
        />
        <Field
          label="Minimum order quantity"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          autoComplete="off"
          // Scrolling the wheel over the focused field must not change it.
          onWheel={(event) => event.currentTarget.blur()}
          {...bind("moq")}
        />
      </div>
      <BreaksEditor bind={bind} {...breaks} />
      <TextArea label="Item description" required {...bind("description")} />
      {stock()}
      <Select label="Product line" {...bind("line")}>
        <option value="">None</option>
        {lineKeys.map((key) => (
          <option key={key} value={key}>
            {lines[key].name}
          </option>
        ))}
      </Select>
      <PictureField {...bind("img")} img={img} onPicture={onPicture} />
      <Field
        label="Picture in words"
        autoComplete="off"
        hint="Describes the picture for people who cannot see it. If empty, the name is used."
        {...bind("alt")}
      />
      <FactFields bind={bind} />
    </>
  );
}

/** The stock below which admins are told. Takes what `register` returns, and the minimum as typed. */
export function LowMarkField({ moq, ...field }: Omit<ComponentProps<typeof Field>, "label"> & { moq: string }) {
  const twice = readCount(moq) * 2;
  const hint = `Pieces. If empty, twice the minimum${twice > 0 ? `, ${formatPieces(twice)}` : ""}.`;
  return <Field label="Low stock below" inputMode="numeric" autoComplete="off" hint={hint} {...field} />;
}

/** Warns of a minimum order that exceeds the stock. */
export function MinimumNote({ moq, available }: { moq: string; available: number }) {
  const warning = minimumWarning(moq, available);
  return (
    <div role="status" className={styles.note}>
      {warning && <StockNote tone="low">{warning}</StockNote>}
    </div>
  );
}
