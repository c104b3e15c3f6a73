import type { KeyboardEvent } from "react";
import { formatPieces } from "#app/contract/money.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./pick-all.module.css";
import type { Picking } from "./picking.ts";

type PickAllProps = {
  id: string;
  picking: Picking;
  rows: readonly unknown[];
  /** In the head of a table: the box alone. */
  isBare?: boolean;
  /** The key a: goes to the actions on the selected rows. */
  onAction: () => void;
};

/** "Select these 40"; half ticked while some rows are. The number is read out. */
export function PickAll({ id, picking, rows, isBare = false, onAction }: PickAllProps) {
  const { length } = picking.picked;
  // More than these may be selected.
  const isAll = length >= rows.length;
  function goToActions(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onAction();
  }
  const words = rows.length === 1 ? "Select this one" : `Select these ${formatPieces(rows.length)}`;
  return (
    <span data-unprinted className={joinClasses(textStyles.small, styles.all)} title={isBare ? keys : undefined}>
      <Pick
        id={id}
        {...(isBare && { label: words })}
        picked={isAll}
        isPart={length > 0 && !isAll}
        onKeyDown={(event) => event.key === "a" && goToActions(event)}
        onPick={() => (isAll ? picking.keep(new Set()) : picking.pickAll())}
      >
        {!isBare && words}
      </Pick>
      {!isBare && <PickedCount picking={picking} />}
    </span>
  );
}

/** Reads out how many rows are selected. The head of a table has no room for it: there it is its page that says it. */
export function PickedCount({ picking: { picked } }: { picking: Picking }) {
  return (
    <span className="sr" role="status">
      {picked.length > 0 ? `${formatPieces(picked.length)} selected` : "None selected"}
    </span>
  );
}

const keys = "In a row, Space selects one, Shift with the arrow keys several; A leads to the actions";
