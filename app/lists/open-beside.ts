import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isTight, useTight } from "#app/ui/use-narrow.ts";
import { useOpenRow } from "./open-row.ts";

/** The row whose details are open beside the list, and how to open another. */
export type OpenBeside<Row> = {
  /** Undefined if none is open, or there is no room. */
  opened: Row | undefined;
  /** The focus stays in the list, because the keyboard moved on to this row. */
  isFollowing: boolean;
  /** For a row's link: if there is room, a plain click opens the details instead. */
  onClick: (event: MouseEvent, row: Row) => void;
  /** The keyboard has come to this row: open details follow it. */
  onReach: (row: Row) => void;
  /** To the next row, or the one before. */
  step: (by: 1 | -1) => void;
  close: () => void;
};

/**
 * Like `useOpenRow`, for rows that have their own page: without room for details, an address with open details leads
 * there.
 */
export function useOpenBeside<Row extends { _id: string }>(
  rows: readonly Row[],
  pathOf: (row: Row) => string,
): OpenBeside<Row> {
  const { opened, open, close } = useOpenRow(rows);
  const [isFollowing, setFollowing] = useState(false);
  const hasRoom = !useTight();
  useElsewhere(opened && pathOf(opened));

  function show({ _id }: Row, follows: boolean) {
    setFollowing(follows);
    if (_id !== opened?._id) open(_id);
  }

  return {
    opened: hasRoom ? opened : undefined,
    isFollowing,
    onClick(event, row) {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!isPlain || isTight()) return;
      event.preventDefault();
      show(row, false);
    },
    onReach(row) {
      if (opened && hasRoom) show(row, true);
    },
    step(by) {
      const next = rows[rows.findIndex(({ _id }) => _id === opened?._id) + by];
      if (!next) return;
      document.querySelector(`tr[data-row="${next._id}"]`)?.scrollIntoView({ block: "nearest" });
      show(next, false);
    },
    close,
  };
}

/** When the page is entered without room for the details that its address names, their own page takes its place. */
function useElsewhere(path: string | undefined): void {
  const navigate = useNavigate();
  const entered = useRef(path);
  useEffect(() => {
    if (entered.current && isTight()) void navigate(entered.current, { replace: true });
    entered.current = undefined;
  }, [navigate]);
}
