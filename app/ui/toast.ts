type ToastTone = "success" | "warning" | "error";
/** How long a toast stays, in ms, as specified. */
export const SHOWN_MS = 5000;

/** An action offered by a message while it is shown. */
type ToastAction = { label: string; onAction: () => void };

export type ToastMessage = { tone: ToastTone; text: string; action?: ToastAction | undefined };

/** A message is taken back by its text. */
type Said = (ToastMessage & { isTakenBack?: false }) | { text: string; isTakenBack: true };

const waiting: Said[] = [];
const listeners = new Set<() => void>();

/** Shows a short message in the corner of the page; browser only, callable from anywhere. */
export const toast = {
  success: (text: string, action?: ToastAction) => say({ tone: "success", text, action }),
  warning: (text: string) => say({ tone: "warning", text }),
  error: (text: string, action?: ToastAction) => say({ tone: "error", text, action }),
  /** Takes back what no longer holds, if it is still shown. */
  takeBack: (text: string) => say({ text, isTakenBack: true }),
};

/** Tells `listener` of each new toast, until the returned function ends it. */
export function onToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether toasts wait to be shown. */
export function hasToasts() {
  return waiting.length > 0;
}

/** Takes the toasts that wait. */
export function takeToasts() {
  return waiting.splice(0);
}

function say(message: Said) {
  waiting.push(message);
  for (const listener of listeners) listener();
}
