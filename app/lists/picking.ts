import { useState } from "react";

/** Which rows of a list are picked, for an act on all of them. */
export type Picking<Row extends { _id: string } = { _id: string }> = {
  /** Those of the rows that are picked, in the order of the list. */
  picked: Row[];
  has: (row: { _id: string }) => boolean;
  /** `isStretch`: all rows from the one toggled before to this. */
  toggle: (row: { _id: string }, isStretch: boolean) => void;
  pickAll: () => void;
  /** Keeps only these. */
  keep: (ids: ReadonlySet<string>) => void;
};

/** Rows that leave the list are no longer picked. */
export function usePicking<Row extends { _id: string }>(rows: readonly Row[]): Picking<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const has = ({ _id }: { _id: string }) => ids.has(_id);

  function toggle({ _id }: { _id: string }, isStretch: boolean) {
    const isPicked = !ids.has(_id);
    const touched = isStretch ? stretch(rows, last, _id) : [_id];
    setIds((before) => {
      const after = new Set(before);
      for (const id of touched)
        if (isPicked) after.add(id);
        else after.delete(id);
      return after;
    });
    setLast(_id);
  }

  return {
    picked: rows.filter(has),
    has,
    toggle,
    pickAll: () => setIds(new Set(rows.map(({ _id }) => _id))),
    keep: setIds,
  };
}

/** The ids from one row to the other, both included. */
function stretch(rows: readonly { _id: string }[], from: string | undefined, to: string): string[] {
  const all = rows.map(({ _id }) => _id);
  const [start, end] = [from === undefined ? -1 : all.indexOf(from), all.indexOf(to)];
  if (start < 0) return [to];
  return all.slice(Math.min(start, end), Math.max(start, end) + 1);
}
