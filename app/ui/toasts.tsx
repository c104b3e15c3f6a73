import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { onModals, topOfPage } from "./modals.ts";
import { hasToasts, onToast, SHOWN_MS, type ToastMessage, takeToasts } from "./toast.ts";
import styles from "./toasts.module.css";
import { useIsAnnounced, usePageLeft } from "./use-toast.ts";

/** How long a browser may take to tell a screen reader that something moved. */
const MOVED_MS = 100;

/** Mount once. The viewport's code loads with the first toast, so that pages without toasts pay nothing. */
export function Toasts() {
  const isWaiting = useSyncExternalStore(onToast, hasToasts, () => false);
  const [Viewport, setViewport] = useState<ComponentType>();
  const host = useHost(Viewport !== undefined);

  useEffect(() => {
    if (!isWaiting || Viewport) return;
    import("./toast-viewport.tsx").then(
      ({ ToastViewport }) => setViewport(() => ToastViewport),
      () => setViewport(() => PlainToasts),
    );
  }, [isWaiting, Viewport]);

  return Viewport && host ? createPortal(<Viewport />, host) : null;
}

/**
 * The element around the toasts. It moves into the topmost modal dialog: outside that, nothing is announced or can be
 * pressed.
 */
function useHost(isNeeded: boolean) {
  const [host, setHost] = useState<HTMLElement>();
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const element = document.createElement("div");
    const move = () => {
      if (element.parentElement === topOfPage()) return;
      const speak = hush(element);
      topOfPage().append(element);
      setTimeout(speak, MOVED_MS);
    };
    move();
    setHost(element);
    const stop = onModals(move);
    return () => {
      stop();
      element.remove();
    };
  }, [isNeeded]);
  return host;
}

/** Keeps messages from being read out again when they move. Call the returned function once they have. */
function hush(element: HTMLElement): () => void {
  for (const announced of element.querySelectorAll("[data-announced]")) {
    // An alert is always read out when it is added.
    announced.setAttribute("role", "status");
    announced.setAttribute("aria-live", "off");
  }
  const around = element.querySelector("[role=region]");
  const live = around?.getAttribute("aria-live") ?? "off";
  around?.setAttribute("aria-live", "off");
  return () => around?.setAttribute("aria-live", live);
}

/** The network is down, which may be the toast's very message: show it without the viewport's code. */
function PlainToasts() {
  const [message, setMessage] = useState<ToastMessage>();

  useEffect(() => {
    const show = () => {
      for (const said of takeToasts()) {
        if (!said.isTakenBack) setMessage(said);
        else setMessage((shown) => (shown?.text === said.text ? undefined : shown));
      }
    };
    show();
    return onToast(show);
  }, []);

  return (
    <div data-unprinted className={styles.toasts}>
      {message && <PlainToast key={message.text} message={message} onOver={() => setMessage(undefined)} />}
    </div>
  );
}

/** A message with the same text replaces this one and keeps the focus inside it. */
function PlainToast({ message, onOver }: { message: ToastMessage; onOver: () => void }) {
  const { text, tone, action } = message;
  const isAnnounced = useIsAnnounced();
  const isOver = usePageLeft() && action !== undefined;
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) over();
  }, [isOver]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has its time
  useEffect(() => {
    const timer = setTimeout(over, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  if (isOver) return null;
  return (
    <p role="alert" className={styles.toast} data-tone={tone} data-plain data-announced={isAnnounced}>
      {text}
      {action && (
        <Button kind="text" size="small" onClick={action.onAction}>
          {action.label}
        </Button>
      )}
    </p>
  );
}
