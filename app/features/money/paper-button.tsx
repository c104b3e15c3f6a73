import type { ReactNode } from "react";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./paper-button.module.css";

/** The number of an invoice or credit note: a press saves the paper. */
export function PaperButton({ number, children = number }: { number: string; children?: ReactNode }) {
  const { isBusy, run } = useAction();
  const asked = { params: { number }, query: {} };
  const load = () =>
    number.startsWith("CN-")
      ? callApi("GET /creditNotes/{number}/credit-note.pdf", asked)
      : callApi("GET /invoices/{number}/invoice.pdf", asked);
  return (
    <Button
      kind="text"
      size="small"
      printed
      className={styles.paper}
      busy={isBusy}
      onClick={() => void run(async () => saveDocument(await load()))}
    >
      {children}
    </Button>
  );
}
