import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { countries } from "#app/content/countries.ts";
import { foundingInput } from "#app/features/buyers/founding.contract.ts";
import { CountryField } from "#app/forms/country-field.tsx";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { typedAs } from "#app/forms/form-schema.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { toast } from "#app/ui/toast.ts";

const { name, country, taxNumber, email } = foundingInput.shape;
const typed = z.object({
  name,
  country: z.string().min(1, "Please choose a country").pipe(country),
  taxNumber: typedAs(taxNumber),
  email,
});

/** Founds a company for a customer and invites its manager. Its page comes next. */
export function FoundCompanyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: { name: "", country: "", taxNumber: "", email: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const key = useFormKey();
  const navigate = useNavigate();

  async function send(body: z.output<typeof typed>) {
    const headers = { "idempotency-key": key.of(body) };
    const { data } = await callApi("POST /companyFoundings", { headers, body });
    toast.success(`${body.name} is founded, and ${body.email} is invited.`);
    await navigate(`/dashboard/companies/${data.number}`);
  }

  return (
    <FormDialog
      title="Found a company"
      no="Cancel"
      yes="Found and invite"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(send(body), typed.keyof().options, form.setError))}
    >
      <p>For a customer who has no account yet. Its manager gets a mail to join, and invites the others.</p>
      <Field label="Company" required autoComplete="off" error={errors.name?.message} {...form.register("name")} />
      <div className={formStyles.two}>
        <CountryField
          label="Country"
          required
          autoComplete="off"
          codes={countries}
          error={errors.country?.message}
          {...form.register("country")}
        />
        <Field
          label="Tax number (optional)"
          autoComplete="off"
          error={errors.taxNumber?.message}
          {...form.register("taxNumber")}
        />
      </div>
      <Field
        label="Manager’s e-mail"
        type="email"
        required
        autoComplete="off"
        hint="Only this address can accept, within 7 days."
        error={errors.email?.message}
        {...form.register("email")}
      />
    </FormDialog>
  );
}
