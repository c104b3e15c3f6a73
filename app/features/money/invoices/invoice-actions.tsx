import { useState } from "react";
import type { InvoicePage } from "#app/features/money/invoices.contract.ts";
import { Button } from "#app/ui/button.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import styles from "./invoice-actions.module.css";
import { PaymentDialog, RefundDialog, UseCreditDialog, WriteOffDialog } from "./invoice-dialogs.tsx";
import { RemindDialog } from "./remind-dialog.tsx";
import type { InvoiceDialogProps } from "./use-booking.ts";

const dialogs = {
  payment: PaymentDialog,
  allocation: UseCreditDialog,
  credit: CreditDialog,
  reminder: Reminder,
  "write-off": WriteOffDialog,
  refund: RefundDialog,
};

function Reminder({ invoice, ...rest }: InvoiceDialogProps) {
  return <RemindDialog invoices={[invoice]} {...rest} />;
}

type InvoiceActionsProps = { invoice: InvoicePage; onDone: () => Promise<void> };

/** What can be booked on an invoice. What cannot is not offered. */
export function InvoiceActions({ invoice, onDone }: InvoiceActionsProps) {
  const [asking, setAsking] = useState<keyof typeof dialogs>();
  const { open, paid, account, lines } = invoice;
  const isOwed = Number(open) > 0;
  const first = isOwed ? "payment" : Number(open) < 0 ? "refund" : undefined;
  const hasCredit = Number(account.credit) > 0;
  const offered = [
    { name: "payment", words: "Book payment…", isOffered: true },
    { name: "reminder", words: "Remind…", isOffered: isOwed },
    { name: "allocation", words: "Use credit…", isOffered: isOwed && hasCredit },
    { name: "credit", words: "Credit…", isOffered: lines.some(({ creditable }) => Number(creditable) > 0) },
    { name: "write-off", words: "Write off…", isOffered: isOwed },
    { name: "refund", words: "Refund…", isOffered: Number(paid) > 0 || hasCredit },
  ] as const;
  const Asked = asking && dialogs[asking];
  return (
    <div className={styles.actions} data-unprinted>
      {offered.map(({ name, words, isOffered }) => {
        if (!isOffered) return null;
        return (
          <Button key={name} kind={name === first ? "primary" : "line"} size="small" onClick={() => setAsking(name)}>
            {words}
          </Button>
        );
      })}
      {Asked && <Asked invoice={invoice} onClose={() => setAsking(undefined)} onDone={onDone} />}
    </div>
  );
}
