import { formatPieces } from "#app/contract/money.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./pick-all.module.css";
import type { Picking } from "./picking.ts";

type PickAllProps = { id: string; picking: Picking; rows: readonly unknown[] };

/** "Select these 40", above the list; half ticked while some rows are. The number is read out. */
export function PickAll({ id, picking, rows }: PickAllProps) {
  const { length } = picking.picked;
  const isAll = length === rows.length;
  return (
    <div data-unprinted className={joinClasses(textStyles.small, styles.line)}>
      <Pick
        id={id}
        picked={isAll}
        isPart={length > 0 && !isAll}
        onPick={() => (isAll ? picking.keep(new Set()) : picking.pickAll())}
      >
        {rows.length === 1 ? "Select this one" : `Select these ${formatPieces(rows.length)}`}
      </Pick>
      <span className={joinClasses(textStyles.soft, styles.keys)}>
        In a row, Space selects one, Shift with the arrow keys several; A leads to the actions
      </span>
      <span className="sr" role="status">
        {length > 0 ? `${formatPieces(length)} selected` : "None selected"}
      </span>
    </div>
  );
}
