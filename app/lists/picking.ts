import { useState } from "react";

/** Which rows of a list are selected, for an action on all of them. */
export type Picking<Row extends { _id: string } = { _id: string }> = {
  /** The selected rows, in the order of the list. */
  picked: Row[];
  has: (row: { _id: string }) => boolean;
  /** Whether a row can be selected: one that cannot has no box. */
  canPick: (row: { _id: string }) => boolean;
  /** `isStretch`: all rows from the one toggled before to this one. */
  toggle: (row: { _id: string }, isStretch: boolean) => void;
  /**
   * What Shift with the arrows does: the stretch now ends at `to`, and begins at `from` unless one was begun before.
   */
  stretch: (from: { _id: string }, to: { _id: string }) => void;
  pickAll: () => void;
  /** All of these, or none of them if all are selected. */
  toggleAll: (rows: readonly { _id: string }[]) => void;
  /** Keeps only these. */
  keep: (ids: ReadonlySet<string>) => void;
};

type Stretch = { anchor: string; end: string };

/** Rows that leave the list, or can no longer be selected, drop out of the selection. */
export function usePicking<Row extends { _id: string }>(
  rows: readonly Row[],
  canPick: (row: Row) => boolean = () => true,
): Picking<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Stretch>();
  const able = new Set(rows.filter(canPick).map(({ _id }) => _id));
  const has = ({ _id }: { _id: string }) => ids.has(_id) && able.has(_id);
  const isAble = (id: string) => able.has(id);

  function toggle({ _id }: { _id: string }, isStretch: boolean) {
    const isPicked = !ids.has(_id);
    const touched = isStretch ? between(rows, last?.anchor, _id) : [_id];
    setIds((before) => change(before, touched.filter(isAble), isPicked));
    setLast({ anchor: _id, end: _id });
  }

  function stretch(from: { _id: string }, to: { _id: string }) {
    const isGoingOn = last?.end === from._id && ids.has(last.anchor);
    const anchor = isGoingOn ? last.anchor : from._id;
    setIds((before) => {
      const without = isGoingOn ? change(before, between(rows, anchor, last.end), false) : before;
      return change(without, between(rows, anchor, to._id).filter(isAble), true);
    });
    setLast({ anchor, end: to._id });
  }

  return {
    picked: rows.filter(has),
    has,
    canPick: ({ _id }) => able.has(_id),
    toggle,
    stretch,
    pickAll: () => setIds(able),
    toggleAll: (some) => {
      const touched = some.map(({ _id }) => _id).filter(isAble);
      setIds((before) => change(before, touched, !touched.every((id) => before.has(id))));
    },
    keep: setIds,
  };
}

function change(before: ReadonlySet<string>, touched: readonly string[], isPicked: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of touched)
    if (isPicked) after.add(id);
    else after.delete(id);
  return after;
}

/** The ids from one row to the other, both included. */
function between(rows: readonly { _id: string }[], from: string | undefined, to: string): string[] {
  const all = rows.map(({ _id }) => _id);
  const [start, end] = [from === undefined ? -1 : all.indexOf(from), all.indexOf(to)];
  if (start < 0) return [to];
  return all.slice(Math.min(start, end), Math.max(start, end) + 1);
}
