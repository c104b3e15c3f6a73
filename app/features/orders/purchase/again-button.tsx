import type { Order } from "#app/features/orders/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { useAgain } from "./again.ts";
import styles from "./again-button.module.css";

/** Puts the orders of a sheet on the order sheet once more: these, or all that have not ended. */
export function AllAgainButton({ sheet, orders }: { sheet: number; orders: readonly Order[] | undefined }) {
  const { allAgain, isBusy } = useAgain();
  return (
    <Button
      kind="text"
      size="small"
      className={styles.again}
      aria-label={`Order all again, Sheet S-${sheet}`}
      busy={isBusy}
      onClick={() => void allAgain(sheet, orders)}
    >
      Order all again
    </Button>
  );
}
