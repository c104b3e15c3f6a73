import { useState } from "react";
import { countries } from "#app/content/countries.ts";
import { emptyShipTo, type ShipToDraft } from "#app/contract/ship-to.ts";
import { ShipToFields } from "#app/forms/address-fields.tsx";
import { Fault } from "#app/ui/fault.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import formStyles from "#app/ui/form.module.css";
import { Moment } from "#app/ui/moment.tsx";
import { idOfShipTo } from "./delivery.rules.ts";
import styles from "./sheet-address.module.css";
import type { Known } from "./sheet-known.ts";

/** An address as text, or by its fields; the other is null. */
type Written = { address: string | null; shipTo: ShipToDraft | null };

type SheetAddressProps = {
  written: Written;
  /** What is known, and whether another address is written by its fields. */
  known: Pick<Known, "addresses" | "country" | "isByFields">;
  onWrite: (written: Written) => void;
  /** By the ids of the fields. */
  faults: ReadonlyMap<string, string>;
};

/** Known addresses to choose from, and fields for another one. */
export function SheetAddress({ written, known, onWrite, faults }: SheetAddressProps) {
  const { address, shipTo } = written;
  const isKnown = known.addresses.some((one) => one.address === address);
  const isOtherText = known.isByFields && address !== null && !isKnown;
  // What came as text stays a choice.
  const [earlierText, setEarlierText] = useState<string>();
  if (isOtherText && address !== earlierText) setEarlierText(address);
  const earlier = earlierText === undefined ? [] : [{ address: earlierText, label: "As it was written", shipTo: null }];
  const choices: Known["addresses"] = [...known.addresses, ...earlier];
  const [isTextChosen, setTextChosen] = useState(!known.isByFields && !isKnown && address !== null);
  /** What was typed stays here while another one is chosen. */
  const [typed, setTyped] = useState(emptyShipTo(known.country));
  const fault = faults.get("address");

  const write = (fields: ShipToDraft) => {
    setTyped(fields);
    onWrite({ address: null, shipTo: fields });
  };
  const fields = <Fields written={shipTo ?? typed} onWrite={write} faults={faults} />;
  const text = (label: string, id: string) => (
    <AddressText id={id} label={label} written={address} onWrite={onWrite} fault={fault} />
  );
  if (choices.length === 0) {
    if (!known.isByFields) return text("Address", "address");
    return (
      <FieldGroup legend="Address" layout={formStyles.form} id="address" tabIndex={-1}>
        {fault && <Fault>{fault}</Fault>}
        {fields}
      </FieldGroup>
    );
  }
  const isOther = known.isByFields ? shipTo !== null : isTextChosen;
  return (
    <FieldGroup legend="Address" layout={styles.addresses} id="address" tabIndex={-1}>
      {choices.map(({ address: choice, label, usedAt }) => (
        <label key={choice} className={styles.pick}>
          <input
            type="radio"
            name="address"
            checked={!isOther && address === choice}
            onChange={() => {
              setTextChosen(false);
              onWrite({ address: choice, shipTo: null });
            }}
          />
          <span>
            {choice.replace(/\s*\n\s*/g, ", ")}
            <small>
              {label}
              {usedAt && (
                <>
                  Last used on <Moment at={usedAt} dayOnly />
                </>
              )}
            </small>
          </span>
        </label>
      ))}
      <label className={styles.pick}>
        <input
          type="radio"
          name="address"
          checked={isOther}
          onChange={() => {
            if (known.isByFields) return write(typed);
            setTextChosen(true);
            onWrite({ address: "", shipTo: null });
          }}
        />
        <span>
          Another address<small>{known.isByFields ? "Opens its fields below" : "Opens a field below"}</small>
        </span>
      </label>
      {isOther && known.isByFields && <div className={styles.fields}>{fields}</div>}
      {isOther && !known.isByFields && text("The other address", "other-address")}
      {!isOther && fault && <Fault>{fault}</Fault>}
    </FieldGroup>
  );
}

type AddressTextProps = {
  id: string;
  label: string;
  written: string | null;
  onWrite: SheetAddressProps["onWrite"];
  fault: string | undefined;
};

function AddressText({ id, label, written, onWrite, fault }: AddressTextProps) {
  const [text, setText] = useState<string>();
  return (
    <TextArea
      id={id}
      label={label}
      autoComplete="street-address"
      required
      maxLength={1000}
      error={fault}
      value={text ?? written ?? ""}
      onChange={({ target }) => {
        setText(target.value);
        onWrite({ address: target.value, shipTo: null });
      }}
      onBlur={() => setText(undefined)}
    />
  );
}

type FieldsProps = {
  written: ShipToDraft;
  onWrite: (fields: ShipToDraft) => void;
  faults: ReadonlyMap<string, string>;
};

/** While somebody types, neither saving nor a change from elsewhere touches their words. */
function Fields({ written, onWrite, faults }: FieldsProps) {
  const [typed, setTyped] = useState<Partial<ShipToDraft>>({});
  const bind = (field: keyof ShipToDraft, maxLength: number) => ({
    id: idOfShipTo(field),
    maxLength,
    error: faults.get(idOfShipTo(field)),
    value: typed[field] ?? written[field] ?? "",
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setTyped({ [field]: value });
      onWrite({ ...written, [field]: value.trim() === "" ? null : value });
    },
    onBlur: () => setTyped({}),
  });
  const { maxLength: _, ...country } = bind("country", 2);
  return (
    <ShipToFields
      company={bind("company", 200)}
      name={bind("name", 200)}
      street={bind("street", 200)}
      postcode={bind("postcode", 20)}
      town={bind("town", 100)}
      country={{ codes: countries, ...country }}
    />
  );
}
