import { Button } from "#app/ui/button.tsx";
import { useAgain } from "./again.ts";
import styles from "./again-button.module.css";
import type { Order } from "./contract.ts";

/** In a row: puts the order's trim on the order sheet once more. */
export function AgainButton({ order }: { order: Order }) {
  const { again, isBusy } = useAgain();
  return (
    <Button
      kind="text"
      size="small"
      className={styles.again}
      busy={isBusy}
      aria-label={`Order again, No. ${order.number}`}
      onClick={() => void again(order)}
    >
      Order again
    </Button>
  );
}

/** The same for all orders of a sheet. */
export function AllAgainButton({ sheet }: { sheet: number }) {
  const { allAgain, isBusy } = useAgain();
  return (
    <Button
      kind="text"
      size="small"
      className={styles.again}
      busy={isBusy}
      aria-label={`Order all again, Sheet S-${sheet}`}
      onClick={() => void allAgain(sheet)}
    >
      Order all again
    </Button>
  );
}
