import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { addTotals, formatTotal } from "#app/contract/money.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { REMINDER_MAX } from "#app/features/money/facts.ts";
import type { Invoice } from "#app/features/money/invoices.contract.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { TextArea } from "#app/ui/field.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

const reminding = z.object({ note: manyLines(REMINDER_MAX) });

type RemindDialogProps = { invoices: readonly Invoice[]; onClose: () => void; onDone: () => Promise<void> };

/** Says who is reminded of what, and asks for words. */
export function RemindDialog({ invoices, onClose, onDone }: RemindDialogProps) {
  const form = useForm({ resolver: zodResolver(reminding), defaultValues: { note: "" } });
  const { errors, isSubmitting } = form.formState;
  const keys = useFormKey();
  const payers = [...Map.groupBy(invoices, ({ companyId, email }) => companyId ?? email).values()].flatMap((theirs) => {
    const [first] = theirs;
    return first ? [{ first, theirs, key: first._id }] : [];
  });
  const many = payers.length > 1;
  const send = form.handleSubmit(({ note }) => {
    const body = { invoices: invoices.map(({ number }) => number), ...(note && { note }) };
    const sent = callApi("POST /reminders", { body, headers: { "idempotency-key": keys.of(body) } });
    const shown = sent.then(async ({ data: { mails, invoices, unreached } }) => {
      await onDone();
      if (mails > 0) {
        const [sentMails, reminded] = [
          mails === 1 ? "1 mail" : `${mails} mails`,
          invoices === 1 ? "1 invoice" : `${invoices} invoices`,
        ];
        toast.success(`${sentMails} about ${reminded} sent`);
      }
      if (unreached.length > 0) toast.error(`No confirmed address: ${unreached.join(", ")}`);
      onClose();
    });
    return showProblems(shown, ["note"], form.setError);
  });
  return (
    <FormDialog
      title={many ? `Remind ${payers.length} companies` : `Remind ${payers[0]?.first.company ?? payers[0]?.first.name}`}
      no="Not now"
      yes={many ? `Send ${payers.length} mails` : "Send the mail"}
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={send}
    >
      <PlainTable
        caption="Who is reminded"
        isHeadless
        heads={[{ text: "Company" }, { text: "Open", align: "right" }]}
        rows={payers.map(({ first, theirs, key }) => ({
          key,
          cells: [
            <span key="who">
              <b>{first.company ?? first.name}</b>
              <SecondLine>{theirs.map(({ number }) => number).join(", ")}</SecondLine>
            </span>,
            formatTotal(addTotals(theirs.map(({ open }) => open))),
          ],
        }))}
      />
      <TextArea
        label={many ? "Words for all (optional)" : "Words (optional)"}
        error={errors.note?.message}
        {...form.register("note")}
      />
      <p className={textStyles.hint}>
        One mail for each company, with all open invoices and where to pay. Who was reminded today is left out.
      </p>
    </FormDialog>
  );
}
