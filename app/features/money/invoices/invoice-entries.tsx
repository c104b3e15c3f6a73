import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { formatTotal } from "#app/contract/money.ts";
import type { InvoiceEntry, InvoicePage } from "#app/features/money/invoices.contract.ts";
import { PaperButton } from "#app/features/money/paper-button.tsx";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ShortShopDay } from "#app/ui/moment.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { ScrollRegion } from "#app/ui/scroll-region.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import { toast } from "#app/ui/toast.ts";
import { reason } from "./booking-fields.ts";
import styles from "./invoice-entries.module.css";
import { formatSigned } from "./invoices-table.tsx";
import { describeReversal, describeWhole } from "./words.rules.ts";

const kindLabels: Record<InvoiceEntry["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  "write-off": "Written off",
  allocation: "Credit used",
  transfer: "Moved to another invoice",
  reversal: "Reversal",
  "credit-note": "Credit note",
};

type InvoiceEntriesProps = { invoice: InvoicePage; mayReverse: boolean; onDone: () => Promise<void> };

/** What was billed and everything that was booked on it, down to what is left. */
export function InvoiceEntries({ invoice, mayReverse, onDone }: InvoiceEntriesProps) {
  const [reversing, setReversing] = useState<InvoiceEntry>();
  const canReverse = ({ kind, isReversed }: InvoiceEntry) =>
    mayReverse && !isReversed && kind !== "credit-note" && kind !== "reversal" && kind !== "transfer";
  const entries = invoice.entries.map((entry) => ({
    key: entry._id,
    cells: [
      <ShortShopDay key="day" on={entry.day} />,
      <div key="what" className={styles.what}>
        <span data-reversed={entry.isReversed || undefined}>
          {entry.kind === "credit-note" && entry.reference ? (
            <PaperButton number={entry.reference}>Credit note {entry.reference}</PaperButton>
          ) : (
            <b>{kindLabels[entry.kind]}</b>
          )}
          {entry.isReversed && " (reversed)"}
          <SecondLine>
            {[
              describeWhole(entry),
              entry.kind === "credit-note" ? null : entry.reference,
              entry.reason,
              entry.by && `by ${entry.by}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </SecondLine>
        </span>
        {canReverse(entry) && (
          <Button kind="text" size="small" onClick={() => setReversing(entry)}>
            Reverse…
          </Button>
        )}
      </div>,
      formatSigned(negate(entry.amount)),
    ],
  }));
  return (
    <>
      <ScrollRegion label="Payments and credit notes" className={styles.scroll}>
        <PlainTable
          caption="Payments and credit notes"
          heads={[{ text: "Day" }, { text: "What" }, { text: "Amount", align: "right" }]}
          rows={[
            {
              key: "invoice",
              cells: [
                <ShortShopDay key="day" on={invoice.issuedOn} />,
                <b key="what">Invoice</b>,
                formatTotal(invoice.total),
              ],
            },
            ...entries,
            {
              key: "open",
              cells: [<b key="open">Open</b>, "", <b key="sum">{formatSigned(invoice.open)}</b>],
            },
          ]}
        />
      </ScrollRegion>
      {reversing && <ReverseDialog entry={reversing} onClose={() => setReversing(undefined)} onDone={onDone} />}
    </>
  );
}

function negate(sum: string): string {
  return sum.startsWith("-") ? sum.slice(1) : `-${sum}`;
}

const reversing = z.object({ reason });

type ReverseDialogProps = { entry: InvoiceEntry; onClose: () => void; onDone: () => Promise<void> };

/** Asks why a booking is taken back. */
function ReverseDialog({ entry, onClose, onDone }: ReverseDialogProps) {
  const form = useForm({ resolver: zodResolver(reversing), defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const keys = useFormKey();
  const { what, note } = describeReversal(entry);
  const send = form.handleSubmit(({ reason }) => {
    const body = { booking: entry._id, reason };
    const headers = { "idempotency-key": keys.of(body) };
    const sent = callApi("POST /reversals", { body, headers }).then(async () => {
      await onDone();
      toast.success(`Reversed: ${what}`);
      onClose();
    });
    return showProblems(sent, ["reason"], form.setError);
  });
  return (
    <FormDialog
      title={`Reverse ${what}`}
      no="Leave it"
      yes="Reverse"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <p>{note}</p>
      <Field label="Reason" required error={errors.reason?.message} {...form.register("reason")} />
    </FormDialog>
  );
}
