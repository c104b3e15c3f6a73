import { useState } from "react";
import { describeCharge, formatCharge } from "#app/features/orders/charges/charge.rules.ts";
import { ChargeFields, noCharge } from "#app/features/orders/charges/charge-fields.tsx";
import { type ChargeInput, chargeInput } from "#app/features/orders/charges.contract.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import { MAX_CHARGES } from "./facts.ts";
import styles from "./sheet-charges.module.css";

type SheetChargesProps = { charges: readonly ChargeInput[]; onChange: (charges: ChargeInput[]) => void };

/** Freight and discounts that staff put on a sheet before it is placed. They go with it, not with the draft. */
export function SheetCharges({ charges, onChange }: SheetChargesProps) {
  const [typed, setTyped] = useState<typeof noCharge>();
  const [fault, setFault] = useState<string>();

  function end() {
    setTyped(undefined);
    setFault(undefined);
  }

  function add() {
    const amount = typed?.amount.replaceAll(/[\s$,]/g, "");
    const read = chargeInput.safeParse({ ...typed, amount });
    if (!read.success) return setFault(read.error.issues[0]?.message);
    const said = describeCharge(read.data);
    if (charges.some((charge) => describeCharge(charge) === said)) return setFault("This is on the sheet already");
    onChange([...charges, read.data]);
    end();
  }

  return (
    <section className={layoutStyles.sheet} aria-labelledby="charges">
      <div className={formStyles.form}>
        <div className={styles.head}>
          <h2 id="charges">Freight and discounts</h2>
          <Stitch />
        </div>
        {charges.length > 0 && (
          <ul className={styles.charges}>
            {charges.map((charge) => (
              <li key={describeCharge(charge)}>
                <span>
                  {chargeLabels[charge.kind]} {formatCharge(charge)}, {charge.reason}
                </span>
                <Button kind="text" size="small" onClick={() => onChange(charges.filter((other) => other !== charge))}>
                  Remove<span className="sr"> {chargeLabels[charge.kind].toLowerCase()}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {typed && (
          <>
            <ChargeFields typed={typed} onType={setTyped} />
            <FormError>{fault}</FormError>
            <div className={styles.actions}>
              <Button kind="line" size="small" onClick={add}>
                Add {chargeLabels[typed.kind].toLowerCase()}
              </Button>
              <Button kind="text" size="small" onClick={end}>
                Cancel
              </Button>
            </div>
          </>
        )}
        {!typed && charges.length < MAX_CHARGES && (
          <div>
            <Button kind="line" size="small" onClick={() => setTyped(noCharge)}>
              Add freight or a discount
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
