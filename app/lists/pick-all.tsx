import { formatPieces } from "#app/contract/money.ts";
import { Pick } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Picking } from "./picking.ts";

type PickAllProps = { id: string; picking: Picking; rows: readonly unknown[] };

/** "Select these 40", above the list; half ticked while some are. */
export function PickAll({ id, picking, rows }: PickAllProps) {
  const { length } = picking.picked;
  const isAll = length === rows.length;
  return (
    <div data-unprinted className={textStyles.small}>
      <Pick
        id={id}
        picked={isAll}
        isPart={length > 0 && !isAll}
        onPick={() => (isAll ? picking.keep(new Set()) : picking.pickAll())}
      >
        Select these {formatPieces(rows.length)}
      </Pick>
    </div>
  );
}
