import { describePieces, formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./next-saving.module.css";

type NextSavingProps = {
  id: string;
  next: { from: number; more: number; price: string };
  /** Writes that quantity into the form. */
  onTake: () => void;
};

/** What a few more pieces would save, and the button that orders them. */
export function NextSaving({ id, next: { from, more, price }, onTake }: NextSavingProps) {
  return (
    <p className={styles.saving}>
      <span id={id}>
        {describePieces(more).replace(" ", " more ")} and each costs {formatUnitPrice(price)}.
      </span>
      <Button kind="text" size="small" className={styles.take} onClick={onTake}>
        Order {formatPieces(from)}
      </Button>
    </p>
  );
}
