import { type ReactNode, useState } from "react";
import { useShopToday } from "#app/client/shop-time.ts";
import { countries } from "#app/content/countries.ts";
import { CountryField } from "#app/forms/country-field.tsx";
import { PhoneField } from "#app/forms/person-fields.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Optional } from "#app/ui/optional.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import type { Draft } from "./contract.ts";
import { editDraft } from "./draft/account-draft.ts";
import { SheetAddress } from "./sheet-address.tsx";
import styles from "./sheet-delivery.module.css";
import type { Known } from "./sheet-known.ts";
import { UsedPo } from "./used-po.tsx";

export type WrittenField = Exclude<keyof Draft, "lines" | "shipTo">;

type SheetDeliveryProps = {
  draft: Draft;
  known: Known;
  draftId: string;
  /** What the shop found wrong when the sheet was sent, by field. */
  faults: ReadonlyMap<string, string>;
};

const REST_MS = 600;

/** Where the sheet goes, and its other details. All of this is part of the draft and saved while it is typed. */
export function SheetDelivery({ draft, known, draftId, faults }: SheetDeliveryProps) {
  const edit = (written: Partial<Draft>) =>
    // Without lines, the sheet that these words were for has been sent or emptied.
    editDraft(draftId, (now) => (now.lines.length === 0 ? now : { ...now, ...written }), REST_MS);
  const write = (field: WrittenField, text: string) => edit({ [field]: orNull(text) });
  const bind = (field: WrittenField) => ({ written: draft[field], write: (text: string) => write(field, text) });
  const today = useShopToday();
  return (
    <section className={layoutStyles.sheet} aria-labelledby="delivery">
      <div className={formStyles.form}>
        <div className={styles.head}>
          <h2 id="delivery">Delivery</h2>
          <Stitch />
        </div>
        <div className={joinClasses(formStyles.two)}>
          <SavedField
            {...bind("poNumber")}
            render={(field) => (
              <Field
                label={<Optional>PO number</Optional>}
                maxLength={60}
                autoComplete="off"
                error={faults.get("poNumber")}
                hint={<UsedPo draftId={draftId} poNumber={draft.poNumber} />}
                {...field}
              />
            )}
          />
          <SavedField
            {...bind("wantedOn")}
            isWhole={(text) => text === "" || /^(19|[2-9]\d)\d\d-/.test(text)}
            render={(field) => (
              <Field
                label={<Optional>Requested delivery</Optional>}
                type="date"
                min={today}
                error={faults.get("wantedOn") ?? (field.value && field.value < today ? "This day is past" : undefined)}
                {...field}
              />
            )}
          />
        </div>
        <SheetAddress
          written={draft}
          known={known}
          onWrite={({ address, shipTo }) => edit({ address: address && orNull(address), shipTo })}
          faults={faults}
        />
        <div className={formStyles.two}>
          <SavedField
            {...bind("phone")}
            render={(field) => <PhoneField id="phone" maxLength={60} error={faults.get("phone")} {...field} />}
          />
          {!known.isMember && (
            <SavedField
              {...bind("company")}
              render={(field) => (
                <Field
                  label={<Optional>Company</Optional>}
                  maxLength={200}
                  autoComplete="organization"
                  error={faults.get("company")}
                  {...field}
                />
              )}
            />
          )}
        </div>
        {!known.isMember && !draft.shipTo && (
          <CountryField
            label={<Optional>Country</Optional>}
            codes={countries}
            value={draft.country ?? ""}
            error={faults.get("country")}
            onChange={({ target }) => write("country", target.value)}
          />
        )}
        <SavedField
          {...bind("note")}
          render={(field) => (
            <TextArea label={<Optional>Note to us</Optional>} maxLength={1000} error={faults.get("note")} {...field} />
          )}
        />
      </div>
    </section>
  );
}

type Bound = {
  value: string;
  onBlur: () => void;
  onChange: (event: { target: { value: string } }) => void;
};

type SavedFieldProps = {
  written: string | null;
  write: (text: string) => void;
  /** Whether what is typed so far can be saved. */
  isWhole?: (text: string) => boolean;
  render: (field: Bound) => ReactNode;
};

/** A field of the draft. While somebody types, neither saving nor a change from elsewhere touches their words. */
function SavedField({ written, write, isWhole = () => true, render }: SavedFieldProps) {
  const [text, setText] = useState<string>();
  return render({
    value: text ?? written ?? "",
    onChange: ({ target: { value } }) => {
      setText(value);
      if (isWhole(value)) write(value);
    },
    onBlur: () => setText(undefined),
  });
}

const orNull = (text: string) => (text.trim() === "" ? null : text);
