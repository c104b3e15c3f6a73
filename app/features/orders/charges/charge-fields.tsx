import { type ChargeKind, chargeKinds } from "#app/features/orders/facts.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { Field, Select } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";

/** A charge as it is typed. */
export const noCharge: { kind: ChargeKind; amount: string; reason: string } = {
  kind: "freight",
  amount: "",
  reason: "",
};

const hints: Record<ChargeKind, string> = {
  freight: "Only for transport that the buyer asked for: standard delivery is free.",
  discount: "Subtracted from the whole. Another price of one item belongs to its line.",
};

type ChargeFieldsProps = { typed: typeof noCharge; onType: (typed: typeof noCharge) => void };

/** The fields of freight or a discount. */
export function ChargeFields({ typed, onType }: ChargeFieldsProps) {
  const { kind, amount, reason } = typed;
  return (
    <>
      <div className={formStyles.two}>
        <Select
          label="What"
          value={kind}
          hint={hints[kind]}
          onChange={({ target }) =>
            onType({ ...typed, kind: chargeKinds.find((one) => one === target.value) ?? "freight" })
          }
        >
          {chargeKinds.map((one) => (
            <option key={one} value={one}>
              {chargeLabels[one]}
            </option>
          ))}
        </Select>
        <Field
          label={"Amount before tax,\u00a0$"}
          inputMode="decimal"
          autoComplete="off"
          required
          maxLength={15}
          value={amount}
          onChange={({ target }) => onType({ ...typed, amount: target.value })}
        />
      </div>
      <Field
        label="Reason"
        hint="The buyer reads it in the mail, on the page and on the papers."
        autoComplete="off"
        required
        maxLength={120}
        value={reason}
        onChange={({ target }) => onType({ ...typed, reason: target.value })}
      />
    </>
  );
}
