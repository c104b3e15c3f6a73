import { useState } from "react";
import { addTotals, formatTotal } from "#app/contract/money.ts";
import type { Invoice } from "#app/features/money/invoices.contract.ts";
import { Button } from "#app/ui/button.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";
import { HeldFocus } from "#app/ui/held-focus.tsx";
import styles from "./invoices-bulk.module.css";
import { RemindDialog } from "./remind-dialog.tsx";

const ACTIONS = "invoice-actions";

/** Gives the focus to what can be done with the selected invoices, while there are any. */
export function focusActions(): void {
  document.getElementById(ACTIONS)?.querySelector("button")?.focus({ focusVisible: true });
}

type InvoicesBulkProps = { picked: readonly Invoice[]; onClear: () => void; onDone: () => Promise<void> };

/** What can be done with the selected invoices, at the foot of the window. */
export function InvoicesBulk({ picked, onClear, onDone }: InvoicesBulkProps) {
  const [isReminding, setReminding] = useState(false);
  const companies = new Set(picked.map(({ companyId, email }) => companyId ?? email)).size;
  const done = async () => {
    onClear();
    await onDone();
  };
  return (
    <>
      <FootBar id={ACTIONS} role="toolbar" aria-label="Actions for the selected invoices" className={styles.bar}>
        <p className={styles.count}>
          <b>{picked.length} selected</b>
          <span>
            {companies === 1 ? "1 company" : `${companies} companies`},{" "}
            {formatTotal(addTotals(picked.map(({ open }) => open)))} open
          </span>
        </p>
        <HeldFocus within={ACTIONS}>
          <Button size="small" onClick={() => setReminding(true)}>
            Remind {picked.length}…
          </Button>
        </HeldFocus>
        <Button kind="text" size="small" className={styles.clear} onClick={onClear}>
          Clear
        </Button>
      </FootBar>
      {isReminding && <RemindDialog invoices={picked} onClose={() => setReminding(false)} onDone={done} />}
    </>
  );
}
