import type { SyntheticEvent } from "react";

const opened: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/**
 * Opens a dialog above everything else: the browser makes the page inert, keeps the focus inside, and gives it back.
 */
export function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  opened.push(dialog);
  tell();
}

/** Closes any dialog. Call it before the element leaves the page: afterwards the focus is lost. */
export function closeDialog(dialog: HTMLDialogElement): void {
  const { activeElement: had } = document;
  dialog.close();
  const { activeElement: opener } = document;
  // After its commit, React gives the focus back to a toast that had it, which leaves with the dialog or disappears.
  queueMicrotask(() => {
    const { activeElement: has, body } = document;
    if (opener instanceof HTMLElement && (has === had || has === body)) opener.focus();
  });
  if (opened.includes(dialog)) opened.splice(opened.indexOf(dialog), 1);
  addEventListener("click", stopSecondClick, { capture: true, once: true });
  tell();
}

/** The second half of a double click on Close must not press what was below. */
function stopSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * What a dialog does when it is asked to close, for example by Escape, and when the browser has closed it without
 * asking. The second event comes late, when the dialog may be open again. Both also bubble up from dialogs inside.
 */
export function closeEvents(ask: (() => void) | undefined, closed: () => void) {
  return {
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      ask?.();
    },
    onClose({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) {
      if (target === currentTarget && !currentTarget.open) closed();
    },
  };
}

/** The only part of the page that is not inert. */
export function topOfPage(): HTMLElement {
  return opened.findLast((dialog) => dialog.open) ?? document.body;
}

/** Tells `listener` whenever a modal dialog opens or closes, until the returned function ends it. */
export function onModals(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell() {
  for (const listener of listeners) listener();
}
