import { formatPieces } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import { MOST_ARRIVALS } from "./arrivals.rules.ts";
import styles from "./order-arrivals.module.css";

/** Says how many orders have come since the list was loaded; the list stays as it is until the admin asks for them. */
export function OrderArrivals({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={styles.place} role="status" data-unprinted>
      {count > 0 && (
        <p className={styles.said}>
          <b>
            {count > MOST_ARRIVALS ? `More than ${MOST_ARRIVALS}` : formatPieces(count)} new order
            {count === 1 ? "" : "s"}
          </b>
          <Button kind="text" size="small" onClick={onShow}>
            Show {count === 1 ? "it" : "them"}
          </Button>
        </p>
      )}
    </div>
  );
}
