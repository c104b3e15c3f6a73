import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import type { CompanyPage } from "#app/features/buyers/companies.contract.ts";
import { foundingInput } from "#app/features/buyers/founding.contract.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const typed = z.object({ email: foundingInput.shape.email });

/** For a company without a manager: names a member, or invites somebody. */
export function NameManager({ company }: { company: CompanyPage }) {
  const form = useForm({ resolver: zodResolver(typed), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const isHydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const key = useFormKey();

  const submit = form.handleSubmit(async (body) => {
    const params = { id: company._id };
    const headers = { "idempotency-key": key.of({ ...params, ...body }) };
    try {
      const { data } = await callApi("POST /companies/{id}/managers", { params, headers, body });
      toast.success(data.isInvited ? `${body.email} is invited.` : `${body.email} is a manager now.`);
    } catch (error) {
      return showProblem(error, ["email"], form.setError);
    }
    key.forget();
    form.reset({ email: "" });
    await revalidate();
  });

  return (
    <SheetPart title="Name a manager" unprinted>
      <form
        className={formStyles.form}
        noValidate
        inert={!isHydrated}
        aria-label="Name a manager"
        onSubmit={(event) => void submit(event)}
      >
        <p>This company has no manager, who could approve orders and invite people.</p>
        <Field
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          hint="A member becomes manager at once, anybody else gets an invitation."
          error={errors.email?.message}
          {...form.register("email")}
        />
        <p>
          <Button type="submit" busy={isSubmitting}>
            Name manager
          </Button>
        </p>
      </form>
    </SheetPart>
  );
}
