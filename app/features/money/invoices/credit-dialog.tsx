import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { describePieces, formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import type { CreditNoteInput } from "#app/features/money/booking.contract.ts";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { creditFor } from "#app/features/money/rules.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import textStyles from "#app/ui/text.module.css";
import { reason, typedAmount } from "./booking-fields.ts";
import { type InvoiceDialogProps, useBooking } from "./use-booking.ts";

type Line = InvoicePage["lines"][number];

const optional = z.literal("");

const crediting = z.object({
  /** An order's id; empty for all that is left. */
  order: z.string(),
  pieces: optional.or(z.string().regex(/^[1-9]\d{0,8}$/, "Please write a whole number of pieces")),
  amount: optional.or(typedAmount),
  reason,
});

/** What is credited of an order; undefined while what was typed says no sum. */
function sumOf({ pieces, goods, creditable, creditablePieces }: Line, typedPieces: string, typed: string) {
  const fields = crediting.pick({ pieces: true, amount: true }).safeParse({ pieces: typedPieces, amount: typed }).data;
  if (!fields) return undefined;
  if (fields.amount) return fields.amount;
  if (!fields.pieces) return creditable;
  const line = { pieces, amount: toCents(goods) };
  const left = { pieces: creditablePieces, amount: toCents(creditable) };
  return writeCents(creditFor(Number(fields.pieces), { line, left }));
}

/** Asks what to credit of an invoice, and why: each order gets a credit note of its own. */
export function CreditDialog({ invoice, onClose, onDone }: InvoiceDialogProps) {
  const { number, open, lines } = invoice;
  const left = lines.filter(({ creditable }) => Number(creditable) > 0);
  const defaultValues = { order: "", pieces: "", amount: "", reason: "" };
  const form = useForm({ resolver: zodResolver(crediting), defaultValues });
  const { errors, isSubmitting } = form.formState;
  const [order, pieces, amount] = useWatch({ control: form.control, name: ["order", "pieces", "amount"] });
  const chosen = left.find(({ _id }) => _id === order);
  const book = useBooking<CreditNoteInput>({ onClose, onDone }, (sent) => callApi("POST /creditNotes", sent));
  const all = writeCents(left.reduce((sum, { creditable }) => sum + toCents(creditable), 0n));
  const sum = chosen ? sumOf(chosen, pieces, amount) : all;
  const send = form.handleSubmit(({ order, pieces, amount, reason }) => {
    const line = { order, ...(pieces && { pieces: Number(pieces) }), ...(amount && { amount }) };
    const body = { invoice: number, open, reason, ...(order && { lines: [line] }) };
    return showProblems(book(body, "Credited, and mailed to the buyer"), ["pieces", "amount", "reason"], form.setError);
  });
  return (
    <FormDialog
      title={`Credit ${number}`}
      no="Not now"
      yes={sum === undefined ? "Credit" : `Credit ${formatTotal(sum)}`}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <p>Each order gets a credit note with a number of its own. It is mailed to the buyer, and never changed.</p>
      <Select label="What" {...form.register("order")}>
        <option value="">All that is left, {formatTotal(all)}</option>
        {left.map(({ _id, number, item, creditable }) => (
          <option key={_id} value={_id}>
            No. {number}, {item}, {formatTotal(creditable)}
          </option>
        ))}
      </Select>
      {chosen && (
        <>
          <div className={formStyles.two}>
            <Field
              label="Pieces (optional)"
              inputMode="numeric"
              autoComplete="off"
              error={errors.pieces?.message}
              {...form.register("pieces")}
            />
            <Field
              label="Amount in dollars (optional)"
              inputMode="decimal"
              autoComplete="off"
              error={errors.amount?.message}
              {...form.register("amount")}
            />
          </div>
          <p className={textStyles.hint}>
            {describePieces(chosen.creditablePieces)} and {formatTotal(chosen.creditable)} are left. Pieces alone are
            credited at their price, an amount alone is a reduction, and with neither all that is left is credited.
          </p>
        </>
      )}
      <Field
        label="Reason, in words for the buyer"
        required
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}
