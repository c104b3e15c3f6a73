type ToastTone = "success" | "warning" | "error";
/** How long a toast stays, in ms, as specified. */
export const SHOWN_MS = 5000;

/** An action offered by a message while it is shown. */
type ToastAct = { label: string; onAct: () => void };

export type ToastMessage = { tone: ToastTone; text: string; act?: ToastAct | undefined };

/** A message is taken back by its text. */
type Said = (ToastMessage & { isTakenBack?: false }) | { text: string; isTakenBack: true };

const waiting: Said[] = [];
const listeners = new Set<() => void>();

/** Shows a short message in the corner of the page; browser only, callable from anywhere. */
export const toast = {
  success: (text: string, act?: ToastAct) => say({ tone: "success", text, act }),
  warning: (text: string) => say({ tone: "warning", text }),
  error: (text: string, act?: ToastAct) => say({ tone: "error", text, act }),
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
