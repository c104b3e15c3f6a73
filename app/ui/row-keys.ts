import type { KeyboardEvent, MouseEvent } from "react";

type RowKeys<Row> = {
  rows: readonly Row[];
  /** The focus has come to this row. */
  onReach?: ((row: Row) => void) | undefined;
  /** Selects or deselects a row; `isStretch`: with all rows from the previous one. */
  onPick?: ((row: Row, isStretch: boolean) => void) | undefined;
  /** Selects the rows from one to the other. */
  onStretch?: ((from: Row, to: Row) => void) | undefined;
  /** Leaves the rows for the actions on the selected ones. */
  onAction?: (() => void) | undefined;
};

/**
 * The keyboard in a table: the arrows, j and k, Home and End go from row button to row button, Space picks a row, and
 * Shift with the arrows or Space, or with a click, a stretch of rows; a goes to the actions.
 */
export function rowKeys<Row extends { _id: string }>({ rows, onReach, onPick, onStretch, onAction }: RowKeys<Row>) {
  const rowOf = (element: EventTarget | null) => {
    const id = element instanceof Element && element.closest<HTMLElement>("tr[data-row]")?.dataset.row;
    return rows.find(({ _id }) => _id === id);
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const isButton = event.target.matches("[data-row-button]");
    const isBox = onPick !== undefined && event.target.matches("input[type=checkbox]");
    if (!isButton && !isBox) return;
    const row = rowOf(event.target);
    if (!row) return;
    if (event.key === "a" && onAction) {
      event.preventDefault();
      return onAction();
    }
    if (event.key === " " && isButton && onPick) {
      event.preventDefault();
      return onPick(row, event.shiftKey);
    }
    const next = findNext(event, isButton);
    const reached = rowOf(next ?? null);
    if (!next || !reached) return;
    event.preventDefault();
    // Safari shows no ring after a press of the mouse, unless it is asked to.
    next.focus({ focusVisible: true });
    if (event.shiftKey) onStretch?.(row, reached);
    if (isButton) onReach?.(reached);
  }

  /** A click with Shift selects, if rows can be selected; otherwise it opens a window, as with any link. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    const row = isStretching(event) ? rowOf(event.target) : undefined;
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    onPick?.(row, true);
  }

  /** Otherwise Shift would mark the text between two clicks. */
  function onMouseDown(event: MouseEvent<HTMLElement>) {
    if (isStretching(event)) event.preventDefault();
  }

  const isStretching = ({ shiftKey, target }: MouseEvent) =>
    shiftKey && onPick !== undefined && target instanceof Element && target.closest("[data-row-button]") !== null;

  return { onKeyDown, onClickCapture, onMouseDown };
}

/** The element of the same kind that the key leads to: from a row's button to another's, from a box to another. */
function findNext({ key, shiftKey, target, currentTarget }: KeyboardEvent<HTMLElement>, isButton: boolean) {
  const kind = isButton ? "[data-row-button]" : "tr[data-row] input[type=checkbox]";
  // On a box, the arrows without Shift scroll, as anywhere else.
  if (!isButton && !shiftKey) return undefined;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(kind)];
  const at = stops.findIndex((stop) => target instanceof Node && stop.isSameNode(target));
  const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1 };
  const further: Record<string, number> = { k: at - 1, j: at + 1, Home: 0, End: stops.length - 1 };
  return stops[steps[key] ?? (shiftKey ? undefined : further[key]) ?? -1];
}
