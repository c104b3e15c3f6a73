/**
 * Call it before the page changes by itself, and call the function it returns afterwards. The focused control within
 * this element then keeps its place in the window, and the focus. If the control is gone, the focus moves to the row
 * that took its row's place, to the button where Tab enters its toolbar, or else to the title of the section around it.
 */
export function holdFocus(within: string): () => void {
  const { activeElement: focused } = document;
  // The browser keeps the focus within a dialog, and gives it back.
  if (!(focused instanceof HTMLElement) || !focused.closest(within) || focused.closest("dialog")) return () => {};
  const { top, bottom } = focused.getBoundingClientRect();
  const isSeen = bottom > 0 && top < innerHeight;
  const findRow = noteRow(focused);
  const around: Element[] = [];
  for (let at = focused.parentElement; at; at = at.parentElement) around.push(at);
  return () => {
    const now = focused.isConnected ? focused : (findRow() ?? findEntry(around) ?? findTitle(around));
    if (!now) return;
    // A row that has moved has also lost the focus.
    if (document.activeElement !== now) now.focus({ preventScroll: true });
    if (!isSeen) return;
    const scroller = now.closest(":popover-open") ?? document.documentElement;
    scroller.scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

/** Finds the row that took the place of the one around this control, or the last row. */
function noteRow(control: Element): () => HTMLElement | undefined {
  const row = control.closest("tr[data-row]");
  const table = row?.closest("table");
  const list = () => [...(table?.isConnected ? table.querySelectorAll("tr[data-row]") : [])];
  const place = row ? list().indexOf(row) : -1;
  return () => {
    const rows = list();
    return (
      rows[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>("[data-row-button], a, button") ?? undefined
    );
  };
}

/** Where Tab enters the toolbar among these elements, if it is still on the page. */
function findEntry(around: readonly Element[]): HTMLElement | undefined {
  const toolbar = around.find((element) => element.isConnected && element.matches("[role='toolbar']"));
  return toolbar?.querySelector<HTMLElement>("[tabindex='0']:enabled") ?? undefined;
}

/** The title of the nearest of these elements that is still on the page and has one. */
function findTitle(around: readonly Element[]): HTMLElement | undefined {
  for (const element of around.filter(({ isConnected }) => isConnected)) {
    const title = element.querySelector<HTMLElement>(":scope > summary, h1, h2, h3");
    if (title?.matches("h1, h2, h3")) title.tabIndex = -1;
    if (title) return title;
  }
  return undefined;
}
