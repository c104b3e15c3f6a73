import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Check } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { CompanyFields, typedCompany } from "./company-fields.tsx";

const typed = typedCompany.extend({ bringOrders: z.boolean() });

/** Founds a company, beginning with what the person's profile says. */
export function FoundingForm({ known }: { known: { company: string | null; country: string | null } }) {
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: {
      name: known.company ?? "",
      country: known.country ?? "",
      ...{ taxNumber: "", documentsEmail: "", bringOrders: true },
    },
  });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const isHydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const key = useFormKey();

  const submit = form.handleSubmit(async (body) => {
    try {
      await callApi("POST /companies", { headers: { "idempotency-key": key.of(body) }, body });
    } catch (error) {
      return showProblem(error, typed.keyof().options, form.setError);
    }
    toast.success(`${body.name} is founded. You can invite your colleagues now.`);
    await revalidate();
  });

  return (
    <form
      className={joinClasses(formStyles.form, layoutStyles.sheet, formStyles.page)}
      noValidate
      inert={!isHydrated}
      aria-label="Found a company"
      onSubmit={(event) => void submit(event)}
    >
      <CompanyFields
        name={{ error: errors.name?.message, ...register("name") }}
        country={{ error: errors.country?.message, ...register("country") }}
        taxNumber={{ error: errors.taxNumber?.message, ...register("taxNumber") }}
        documentsEmail={{ error: errors.documentsEmail?.message, ...register("documentsEmail") }}
      />
      <Check
        label="My earlier orders belong to this company"
        hint="Your colleagues then see them too."
        {...register("bringOrders")}
      />
      <Button type="submit" wide busy={isSubmitting}>
        Found the company
      </Button>
    </form>
  );
}
