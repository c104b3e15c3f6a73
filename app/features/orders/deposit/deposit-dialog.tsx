import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { ApiProblem } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { shopToday, useShopToday } from "#app/client/shop-time.ts";
import { formatTotal } from "#app/contract/money.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { dollars } from "#app/features/companies/fields.contract.ts";
import type { Deposit } from "#app/features/orders/contract.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { typedAs } from "#app/forms/form-schema.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { toast } from "#app/ui/toast.ts";

const typed = z.object({
  amount: typedAs(dollars.pipe(z.string("Please write an amount such as 1250.00"))),
  day: z.iso.date("Please choose a day").refine((chosen) => chosen <= shopToday(), "This day is yet to come"),
  reference: oneLine(140),
});

/** Books a payment of a deposit: all that is missing, unless another amount is typed. */
export function DepositDialog({ deposit: { name, open }, onClose }: { deposit: Deposit; onClose: () => void }) {
  const defaultValues = { amount: open, day: useShopToday(), reference: "" };
  const form = useForm({ resolver: zodResolver(typed), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const { revalidate } = useRevalidator();
  const key = useFormKey();

  async function book({ amount, day, reference }: z.output<typeof typed>): Promise<void> {
    const body = { invoice: name, open, amount, day, ...(reference && { reference }) };
    try {
      await callApi("POST /payments", { body, headers: { "idempotency-key": key.of(body) } });
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409) await revalidate();
      throw error;
    }
    await revalidate();
    toast.success(`${formatTotal(amount)} booked`);
    onClose();
  }

  return (
    <FormDialog
      title={`Book the deposit of ${name}`}
      no="Not now"
      yes="Book"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit((paid) => showProblems(book(paid), ["amount", "day", "reference"], form.setError))}
    >
      <Field
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`${formatTotal(open)} is missing. The buyer gets a mail.`}
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <div className={formStyles.two}>
        <Field label="Bank day" type="date" required error={errors.day?.message} {...form.register("day")} />
        <Field
          label="Reference (optional)"
          autoComplete="off"
          error={errors.reference?.message}
          {...form.register("reference")}
        />
      </div>
    </FormDialog>
  );
}
