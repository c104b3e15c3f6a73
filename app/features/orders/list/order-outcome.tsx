import { describeFailures } from "#app/features/orders/status/bulk.rules.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconCheck, IconClose, IconWarning } from "#app/ui/icons.tsx";
import styles from "./order-outcome.module.css";
import type { Outcome } from "./orders-bulk.tsx";

type OrderOutcomeProps = { id: string; outcome: Outcome | undefined; onClose: () => void };

/** The outcome of an action on several orders, above their list. It stays in place while empty, so that it is read out. */
export function OrderOutcome({ id, outcome, onClose }: OrderOutcomeProps) {
  const hasFailed = outcome !== undefined && outcome.failures.size > 0;
  return (
    <div id={id} tabIndex={-1} role={hasFailed ? "alert" : "status"}>
      {outcome && (
        <div className={styles.outcome} data-tone={hasFailed ? "low" : "ok"}>
          {hasFailed ? <IconWarning /> : <IconCheck />}
          <div>
            <p>
              <b>{outcome.words}</b>
            </p>
            {hasFailed && (
              <ul className={styles.failures}>
                {describeFailures([...outcome.failures.values()]).map((said) => (
                  <li key={said}>{said}</li>
                ))}
              </ul>
            )}
          </div>
          <IconButton label="Close" onClick={onClose}>
            <IconClose />
          </IconButton>
        </div>
      )}
    </div>
  );
}
