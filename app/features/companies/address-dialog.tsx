import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { countries } from "#app/content/countries.ts";
import { AddressFields } from "#app/forms/address-fields.tsx";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Check, Field } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Company } from "./contract.ts";
import { addressFields } from "./fields.contract.ts";
import { useCompanyChange } from "./use-company-change.ts";

const typed = z.object({
  ...addressFields,
  country: z.string().min(1, "Please choose a country").pipe(addressFields.country),
});

type AddressDialogProps = {
  /** Without one, it adds one. */
  address: Company["addresses"][number] | undefined;
  company: Company;
  version: string;
  onClose: () => void;
};

/** Asks for the fields of an address. */
export function AddressDialog({ address, company, version, onClose }: AddressDialogProps) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: {
      label: address?.label ?? "",
      street: address?.street ?? "",
      postcode: address?.postcode ?? "",
      town: address?.town ?? "",
      country: address?.country ?? company.country,
      // The first one serves for both.
      isDefault: address?.isDefault ?? company.addresses.length === 0,
      isForInvoices: address?.isForInvoices ?? company.addresses.length === 0,
    },
  });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const key = useFormKey();
  const change = useCompanyChange();

  async function save(body: z.output<typeof typed>) {
    await change(() =>
      address
        ? callApi("PUT /company/addresses/{id}", {
            params: { id: address._id },
            headers: { "if-match": version },
            body,
          })
        : callApi("POST /company/addresses", { headers: { "idempotency-key": key.of(body) }, body }),
    );
    toast.success(`${body.label} is saved.`);
    onClose();
  }

  return (
    <FormDialog
      title={address ? `Change ${address.label}` : "Add an address"}
      no="Cancel"
      yes="Save"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(save(body), typed.keyof().options, form.setError))}
    >
      <Field
        label="Name"
        required
        autoComplete="off"
        hint="How you call it, such as Dock 4"
        error={errors.label?.message}
        {...register("label")}
      />
      <AddressFields
        street={{ error: errors.street?.message, ...register("street") }}
        postcode={{ error: errors.postcode?.message, ...register("postcode") }}
        town={{ error: errors.town?.message, ...register("town") }}
        country={{ codes: countries, error: errors.country?.message, ...register("country") }}
      />
      <Check label="Orders start with this address" {...register("isDefault")} />
      <Check label="Invoices name this address" {...register("isForInvoices")} />
    </FormDialog>
  );
}
