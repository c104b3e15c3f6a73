import { describePieces, formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { editDraft } from "#app/features/sheets/draft/account-draft.ts";
import { withLine } from "#app/features/sheets/draft/edits.ts";
import { Button } from "#app/ui/button.tsx";
import { Part } from "#app/ui/part.tsx";
import type { BuyerPage } from "./contract.ts";
import styles from "./usual-items.module.css";

type UsualItemsProps = { usual: BuyerPage["boughtMost"]; draft: Draft; draftId: string };

/** What a buyer bought most, each in the usual amount by one press. What is on the sheet already is left out. */
export function UsualItems({ usual, draft, draftId }: UsualItemsProps) {
  const there = new Set(draft.lines.map(({ trimId }) => trimId));
  const open = usual.flatMap(({ trimId, name, orders, usual: orderQuantity }) =>
    trimId && !there.has(trimId) ? [{ trimId, name, orders, orderQuantity }] : [],
  );
  if (open.length === 0) return null;
  return (
    <div className={styles.usual}>
      <Part title="Usual items">
        <ul className={styles.items}>
          {open.map(({ trimId, name, orders, orderQuantity }) => (
            <li key={trimId}>
              <span>
                {withNonBreakingUnits(name)}
                <small>
                  {describePieces(orderQuantity)} usually, {orders} {orders === 1 ? "order" : "orders"}
                </small>
              </span>
              <Button
                kind="line"
                size="small"
                aria-label={`Add ${formatPieces(orderQuantity)} of ${name}`}
                onClick={() => editDraft(draftId, withLine({ trimId, name, orderQuantity }))}
              >
                Add {formatPieces(orderQuantity)}
              </Button>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}
