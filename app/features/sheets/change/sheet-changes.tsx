import { ChangeTerms } from "#app/features/orders/change/change-terms.tsx";
import type { SheetEvent } from "#app/features/sheets/contract.ts";
import styles from "./sheet-changes.module.css";

/** Up to so many orders are listed at once; the others open by a press. */
const SHOWN_MAX = 5;

/** What one call changed of the orders of a sheet; what it changed of all alike is said once. */
export function SheetChanges({ changes }: Pick<SheetEvent, "changes">) {
  const groups = [...Map.groupBy(changes, writeAlike).values()];
  const list = (some: typeof groups) => (
    <ul className={styles.changes}>
      {some.map(([first, ...others]) =>
        first === undefined ? null : (
          <li key={first.order}>
            {others.length === 0 ? `No. ${first.order}` : `${others.length + 1} orders`}
            <ChangeTerms change={first.change} />
            {first.reason && <p>{first.reason}</p>}
          </li>
        ),
      )}
    </ul>
  );
  return (
    <>
      {list(groups.slice(0, SHOWN_MAX))}
      {groups.length > SHOWN_MAX && (
        <details>
          <summary>{groups.length - SHOWN_MAX} more</summary>
          {list(groups.slice(SHOWN_MAX))}
        </details>
      )}
    </>
  );
}

const writeAlike = ({ change: { before, after }, reason }: SheetEvent["changes"][number]) =>
  JSON.stringify([before, after, reason]);
