import type { ReactNode } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { useAgain } from "./again.ts";
import styles from "./again-button.module.css";

/** In a row: puts the order's trim on the order sheet once more. */
export function AgainButton({ order }: { order: Order }) {
  const { again, isBusy } = useAgain();
  return (
    <SmallButton label={`Order again, No. ${order.number}`} busy={isBusy} onClick={() => void again(order)}>
      Order again
    </SmallButton>
  );
}

/** The same for the orders of a sheet: these, or all that have not ended. */
export function AllAgainButton({ sheet, orders }: { sheet: number; orders: readonly Order[] | undefined }) {
  const { allAgain, isBusy } = useAgain();
  return (
    <SmallButton label={`Order all again, Sheet S-${sheet}`} busy={isBusy} onClick={() => void allAgain(sheet, orders)}>
      Order all again
    </SmallButton>
  );
}

type SmallButtonProps = { label: string; busy: boolean; onClick: () => void; children: ReactNode };

function SmallButton({ label, ...button }: SmallButtonProps) {
  return <Button kind="text" size="small" className={styles.again} aria-label={label} {...button} />;
}
