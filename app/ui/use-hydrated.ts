import { useSyncExternalStore } from "react";

/**
 * Whether scripts run here already. A form that only they can send is `inert` until then: the browser would put what is
 * typed into the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
