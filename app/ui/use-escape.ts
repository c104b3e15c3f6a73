import { useEffect, useEffectEvent } from "react";
import { topOfPage } from "./modals.ts";

/**
 * Calls `onEscape` wherever on the page Escape is pressed, for a dialog that is open beside the page, in browsers that
 * do not know its `closedby`, such as Safari.
 */
export function useEscape(onEscape: () => void) {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && topOfPage() === document.body) onEscape();
  });
  useEffect(() => {
    if ("closedBy" in HTMLDialogElement.prototype) return;
    const listen = (event: KeyboardEvent) => close(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
