import type { ComponentProps } from "react";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { Optional } from "#app/ui/optional.tsx";
import { CountryField } from "./country-field.tsx";

type FieldProps = Omit<ComponentProps<typeof Field>, "label">;

type AddressFieldsProps = {
  street: FieldProps;
  postcode: FieldProps;
  town: FieldProps;
  country: Omit<ComponentProps<typeof CountryField>, "label">;
};

/** An address by its fields. Each takes what `register` returns, and the error. */
export function AddressFields({ street, postcode, town, country }: AddressFieldsProps) {
  return (
    <>
      <Field label="Street and number" required autoComplete="street-address" {...street} />
      <div className={formStyles.two}>
        <Field label="Postcode" autoComplete="postal-code" {...postcode} />
        <Field label="Town" required autoComplete="address-level2" {...town} />
      </div>
      <CountryField label="Country" required {...country} />
    </>
  );
}

/** Where goods go, by its fields: for whom, if the papers should name others than the buyer, and the address. */
export function ShipToFields({
  company,
  name,
  ...address
}: AddressFieldsProps & Record<"company" | "name", FieldProps>) {
  return (
    <>
      <div className={formStyles.two}>
        <Field
          label={<Optional>Company</Optional>}
          autoComplete="organization"
          hint="If another company receives it"
          {...company}
        />
        <Field label={<Optional>For the attention of</Optional>} autoComplete="off" {...name} />
      </div>
      <AddressFields {...address} />
    </>
  );
}
