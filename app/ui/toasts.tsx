import { type ComponentType, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { useClearOfHeadings } from "./clear-of-headings.ts";
import { onModals, topOfPage } from "./modals.ts";
import { hasToasts, onToast, SHOWN_MS, type ToastMessage, takeToasts } from "./toast.ts";
import styles from "./toasts.module.css";

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

/** Around the toasts. It moves into the modal dialog on top: outside of that nothing is heard, or can be pressed. */
function useHost(isNeeded: boolean) {
  const [host, setHost] = useState<HTMLElement>();
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const element = document.createElement("div");
    const move = () => void (element.parentElement === topOfPage() || topOfPage().append(element));
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

/** The network is down, which may be the toast's very message: show it without the viewport's code. */
function PlainToasts() {
  const [message, setMessage] = useState<ToastMessage>();
  const box = useClearOfHeadings<HTMLDivElement>();

  useEffect(() => {
    const show = () => setMessage(takeToasts().at(-1));
    show();
    return onToast(show);
  }, []);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);

  return (
    <div ref={box} data-unprinted className={styles.toasts} role="alert">
      {message && (
        <p className={styles.toast} data-tone={message.tone} data-plain>
          {message.text}
          {message.act && (
            <Button kind="text" size="small" onClick={message.act.onAct}>
              {message.act.label}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
