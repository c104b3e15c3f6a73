import type { ComponentProps } from "react";
import { z } from "zod";
import { countries } from "#app/content/countries.ts";
import { CountryField } from "#app/forms/country-field.tsx";
import { typedAs } from "#app/forms/form-schema.ts";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { companyFields } from "./fields.contract.ts";

/** The fields of a company as they are typed. */
export const typedCompany = z.object({
  name: companyFields.name,
  country: z.string().min(1, "Please choose a country").pipe(companyFields.country),
  taxNumber: typedAs(companyFields.taxNumber),
  documentsEmail: typedAs(companyFields.documentsEmail),
});

type FieldProps = Omit<ComponentProps<"input">, "children"> & { error?: string | undefined };

/** The fields of a company, for its founder and for its managers. */
export function CompanyFields(of: {
  name: FieldProps;
  country: Omit<ComponentProps<typeof CountryField>, "label" | "codes">;
  taxNumber: FieldProps;
  documentsEmail: FieldProps;
}) {
  return (
    <>
      <Field label="Company" required autoComplete="organization" {...of.name} />
      <div className={formStyles.two}>
        <CountryField label="Country" required codes={countries} {...of.country} />
        <Field
          label="Tax number (optional)"
          autoComplete="off"
          hint="Such as TR 000 224 7731; invoices name it"
          {...of.taxNumber}
        />
      </div>
      <Field
        label="E-mail for documents (optional)"
        type="email"
        autoComplete="off"
        hint="Gets confirmations and invoices too, once its reader has confirmed it"
        {...of.documentsEmail}
      />
    </>
  );
}
