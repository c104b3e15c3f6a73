import { StockNote } from "#app/features/trims/stock/stock-note.tsx";
import styles from "./minimum-note.module.css";
import { minimumWarning } from "./trim-form.ts";

/** Warns of a minimum order that exceeds the stock. */
export function MinimumNote({ moq, available }: { moq: string; available: number }) {
  const warning = minimumWarning(moq, available);
  return (
    <div role="status" className={styles.note}>
      {warning && <StockNote tone="low">{warning}</StockNote>}
    </div>
  );
}
