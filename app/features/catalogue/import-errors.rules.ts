import { formatPieces } from "#app/contract/money.ts";
import type { Report } from "./contract.ts";

type Fault = Report["errors"][number];
type Group = Omit<Fault, "row"> & { rows: number[] };

/** Errors of one cause are one: the same words about the same cell of a column. */
export function groupErrors(errors: readonly Fault[]): Group[] {
  const groups = Map.groupBy(errors, ({ column, cell, message }) => JSON.stringify([column, cell, message]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [{ column: first.column, cell: first.cell, message: first.message, rows: group.map(({ row }) => row) }]
      : [];
  });
}

const NAMED = 3;

/** "2, 3, 4 and 4,991 more". */
export function describeRows(rows: readonly number[]): string {
  const named = rows.slice(0, NAMED).join(", ");
  return rows.length > NAMED ? `${named} and ${formatPieces(rows.length - NAMED)} more` : named;
}
