import { useState } from "react";
import { Fault } from "#app/ui/fault.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { Moment } from "#app/ui/moment.tsx";
import styles from "./sheet-address.module.css";
import type { Known } from "./sheet-known.ts";

type SheetAddressProps = {
  written: string | null;
  /** Those of the address book and of earlier orders, to choose from. */
  known: Known["addresses"];
  onWrite: (address: string) => void;
  fault: string | undefined;
};

/** Known addresses to choose from, and a field for another one. */
export function SheetAddress({ written, known, onWrite, fault }: SheetAddressProps) {
  const isEarlier = known.some(({ address }) => address === written);
  const [isOther, setOther] = useState(!isEarlier && written !== null);
  const [text, setText] = useState<string>();
  const field = (
    <TextArea
      id={known.length === 0 ? "address" : "other-address"}
      label={known.length === 0 ? "Address" : "The other address"}
      autoComplete="street-address"
      required
      maxLength={1000}
      error={fault}
      value={text ?? written ?? ""}
      onChange={({ target }) => {
        setText(target.value);
        onWrite(target.value);
      }}
      onBlur={() => setText(undefined)}
    />
  );
  if (known.length === 0) return field;
  const isChosen = (address: string) => !isOther && written === address;
  return (
    <FieldGroup legend="Address" layout={styles.addresses} id="address" tabIndex={-1}>
      {known.map(({ address, label, usedAt }) => (
        <label key={address} className={styles.pick}>
          <input
            type="radio"
            name="address"
            checked={isChosen(address)}
            onChange={() => {
              setOther(false);
              onWrite(address);
            }}
          />
          <span>
            {address.replace(/\s*\n\s*/g, ", ")}
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
            setOther(true);
            onWrite("");
          }}
        />
        <span>
          Another address<small>Opens a field below</small>
        </span>
      </label>
      {isOther ? field : fault && <Fault>{fault}</Fault>}
    </FieldGroup>
  );
}
