import { zodResolver } from "@hookform/resolvers/zod";
import type { ComponentProps } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { shopToday, useShopToday } from "#app/client/shop-time.ts";
import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { oneLine } from "#app/contract/one-line.ts";
import type {
  AllocationInput,
  PaymentInput,
  RefundInput,
  WriteOffInput,
} from "#app/features/money/booking.contract.ts";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { reason, typedAmount } from "./booking-fields.ts";
import { type InvoiceDialogProps, useBooking } from "./use-booking.ts";

const day = z.iso.date("Please choose a day").refine((chosen) => chosen <= shopToday(), "This day is yet to come");
const reference = oneLine(140);

const whose = ({ company, name }: InvoicePage) => company ?? name;

/** The cents of what was typed; undefined while it is no amount. */
function readCents(typed: string): bigint | undefined {
  const { data } = typedAmount.safeParse(typed);
  return data === undefined ? undefined : toCents(data);
}

type FieldProps = Omit<ComponentProps<typeof Field>, "label">;

function AmountField(props: FieldProps) {
  return <Field label="Amount in dollars" inputMode="decimal" autoComplete="off" required {...props} />;
}

/** When the bank moved the money, and what it wrote there. */
function BankFields({ day, reference }: Record<"day" | "reference", FieldProps>) {
  return (
    <div className={formStyles.two}>
      <Field label="Bank day" type="date" required {...day} />
      <Field label="Reference (optional)" autoComplete="off" {...reference} />
    </div>
  );
}

const paying = z.object({ amount: typedAmount, day, reference });

/** Books a payment: all that is open, unless another amount is typed. */
export function PaymentDialog({ invoice, onClose, onDone }: InvoiceDialogProps) {
  const { number, open } = invoice;
  const isOwed = Number(open) > 0;
  const defaultValues = { amount: isOwed ? open : "", day: useShopToday(), reference: "" };
  const form = useForm({ resolver: zodResolver(paying), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "amount" });
  const book = useBooking<PaymentInput>({ onClose, onDone }, (sent) => callApi("POST /payments", sent));
  const send = form.handleSubmit(({ reference, ...paid }) => {
    const body = { invoice: number, open, ...paid, ...(reference && { reference }) };
    return showProblems(
      book(body, `${formatTotal(paid.amount)} booked`),
      ["amount", "day", "reference"],
      form.setError,
    );
  });
  return (
    <FormDialog
      title={`Book payment of ${number}`}
      no="Not now"
      yes="Book"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <AmountField
        hint={sayDifference(readCents(typed), isOwed ? toCents(open) : 0n, whose(invoice))}
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <BankFields
        day={{ error: errors.day?.message, ...form.register("day") }}
        reference={{ error: errors.reference?.message, ...form.register("reference") }}
      />
    </FormDialog>
  );
}

/** What a payment of another amount than is open means. */
function sayDifference(paid: bigint | undefined, open: bigint, whose: string): string {
  if (paid === undefined || paid === open) return `${formatTotal(writeCents(open))} is open.`;
  if (paid < open) return `${formatTotal(writeCents(open - paid))} stays open.`;
  return `${formatTotal(writeCents(paid - open))} more than is open: kept as credit of ${whose}.`;
}

const allocating = z.object({ amount: typedAmount });

/** Pays of the company's credit. */
export function UseCreditDialog({ invoice, onClose, onDone }: InvoiceDialogProps) {
  const { number, open, account } = invoice;
  const most = Number(account.credit) < Number(open) ? account.credit : open;
  const form = useForm({ resolver: zodResolver(allocating), defaultValues: { amount: most } });
  const { errors, isSubmitting } = form.formState;
  const book = useBooking<AllocationInput>({ onClose, onDone }, (sent) => callApi("POST /allocations", sent));
  const send = form.handleSubmit(({ amount }) => {
    const said = `${formatTotal(amount)} of credit used`;
    return showProblems(book({ invoice: number, open, amount }, said), ["amount"], form.setError);
  });
  return (
    <FormDialog
      title={`Use credit for ${number}`}
      no="Not now"
      yes="Use credit"
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={send}
    >
      <AmountField
        hint={`${whose(invoice)} has ${formatTotal(account.credit)} of credit; ${formatTotal(open)} is open.`}
        error={errors.amount?.message}
        {...form.register("amount")}
      />
    </FormDialog>
  );
}

const writingOff = z.object({ amount: typedAmount, reason });

/** Gives up a difference. */
export function WriteOffDialog({ invoice, onClose, onDone }: InvoiceDialogProps) {
  const { number, open } = invoice;
  const form = useForm({ resolver: zodResolver(writingOff), defaultValues: { amount: open, reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const book = useBooking<WriteOffInput>({ onClose, onDone }, (sent) => callApi("POST /writeOffs", sent));
  const send = form.handleSubmit((off) => {
    const said = `${formatTotal(off.amount)} written off`;
    return showProblems(book({ invoice: number, open, ...off }, said), ["amount", "reason"], form.setError);
  });
  return (
    <FormDialog
      title={`Write-off of ${number}`}
      no="Not now"
      yes="Write off"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <p>A small difference is given up, such as charges of a bank. The buyer does not read of it.</p>
      <AmountField hint={`${formatTotal(open)} is open.`} error={errors.amount?.message} {...form.register("amount")} />
      <Field label="Reason" required error={errors.reason?.message} {...form.register("reason")} />
    </FormDialog>
  );
}

const refunding = z.object({ from: z.enum(["invoice", "credit"]), amount: typedAmount, day, reference, reason });

/** Books money that was returned; the shop asks once more who books it. */
export function RefundDialog({ invoice, onClose, onDone }: InvoiceDialogProps) {
  const { number, open, paid, account } = invoice;
  const from = Number(paid) > 0 ? ("invoice" as const) : ("credit" as const);
  const owed = open.startsWith("-") ? open.slice(1) : from === "credit" ? account.credit : "";
  const defaultValues = { from, amount: owed, day: useShopToday(), reference: "", reason: "" };
  const form = useForm({ resolver: zodResolver(refunding), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const book = useBooking<RefundInput>({ onClose, onDone }, (sent) => withProof(() => callApi("POST /refunds", sent)));
  const send = form.handleSubmit(({ reference, ...refund }) => {
    const body = { invoice: number, open, ...refund, ...(reference && { reference }) };
    const fields = ["from", "amount", "day", "reference", "reason"] as const;
    return showProblems(book(body, `${formatTotal(refund.amount)} booked as returned`), fields, form.setError);
  });
  const sources = [
    { value: "invoice", words: `${formatTotal(paid)} paid on this invoice`, sum: paid },
    { value: "credit", words: `${formatTotal(account.credit)} credit of ${whose(invoice)}`, sum: account.credit },
  ].filter(({ sum }) => Number(sum) > 0);
  return (
    <FormDialog
      title={`Refund of ${number}`}
      no="Not now"
      yes="Book refund"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <Select label="Returned from" error={errors.from?.message} {...form.register("from")}>
        {sources.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <AmountField error={errors.amount?.message} {...form.register("amount")} />
      <BankFields
        day={{ error: errors.day?.message, ...form.register("day") }}
        reference={{ error: errors.reference?.message, ...form.register("reference") }}
      />
      <Field
        label="Reason, in words for the buyer"
        required
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}
