import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi, useMay } from "#app/client/session.ts";
import { type CompanyPage, terms } from "#app/features/buyers/companies.contract.ts";
import { useCompanyChange } from "#app/features/companies/use-company-change.ts";
import { DUE_DAYS } from "#app/features/orders/rules.ts";
import { showProblem } from "#app/forms/form-problem.ts";
import { typedAs } from "#app/forms/form-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const digits = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, "Write a whole number");

const { termsDays, creditLimit, depositPercent, tolerance, notes } = terms.shape;
const typed = z.object({
  termsDays: digits.transform((text) => (text === "" ? null : Number(text))).pipe(termsDays),
  creditLimit: typedAs(creditLimit),
  depositPercent: digits.transform(Number).pipe(depositPercent.unwrap()),
  tolerance: digits.transform(Number).pipe(tolerance),
  notes,
});

/** What is agreed with the company, and what staff should know. Terms and limit are for whoever looks after money. */
export function TermsForm({ company, version }: { company: CompanyPage; version: string }) {
  const may = useMay();
  const isMoney = may("manage-money");
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: {
      termsDays: String(company.termsDays ?? ""),
      creditLimit: company.creditLimit ?? "",
      depositPercent: company.depositPercent === 0 ? "" : String(company.depositPercent),
      tolerance: company.tolerance === 0 ? "" : String(company.tolerance),
      notes: company.notes,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const isHydrated = useHydrated();
  const change = useCompanyChange();

  const submit = form.handleSubmit(async (body) => {
    const params = { id: company._id };
    try {
      await change(() => callApi("PUT /companies/{id}/terms", { params, headers: { "if-match": version }, body }));
    } catch (error) {
      return showProblem(error, typed.keyof().options, form.setError);
    }
    toast.success("The terms are saved.");
  });

  return (
    <SheetPart title="Terms">
      <form
        className={formStyles.form}
        noValidate
        inert={!isHydrated}
        aria-label="Terms"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="Days to pay"
          inputMode="numeric"
          autoComplete="off"
          readOnly={!isMoney}
          hint={`Empty: ${DUE_DAYS}, as usual`}
          error={errors.termsDays?.message}
          {...form.register("termsDays")}
        />
        <Field
          label="Credit limit in dollars"
          inputMode="decimal"
          autoComplete="off"
          readOnly={!isMoney}
          hint={isMoney ? "Empty: no limit" : "Days, limit and deposit are changed by accounts."}
          error={errors.creditLimit?.message}
          {...form.register("creditLimit")}
        />
        <Field
          label="Deposit of new orders in %"
          inputMode="numeric"
          autoComplete="off"
          readOnly={!isMoney}
          hint="Empty: none. 100: paid before production"
          error={errors.depositPercent?.message}
          {...form.register("depositPercent")}
        />
        <Field
          label="Tolerance of new orders in %"
          inputMode="numeric"
          autoComplete="off"
          hint="How much deliveries may differ: 0 to 10"
          error={errors.tolerance?.message}
          {...form.register("tolerance")}
        />
        <TextArea
          label="Notes for staff"
          rows={4}
          hint="No buyer sees them."
          error={errors.notes?.message}
          {...form.register("notes")}
        />
        <p>
          <Button type="submit" busy={isSubmitting}>
            Save
          </Button>
        </p>
      </form>
    </SheetPart>
  );
}
