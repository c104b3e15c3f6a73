import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { OPEN } from "#app/client/should-reload.ts";

/** Which of these rows shows its details. The URL holds it, so that it can be shared and "back" closes them. */
export function useOpenRow<Row extends { _id: string }>(rows: readonly Row[]) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const openId = params.get(OPEN) ?? undefined;
  const value: object = typeof state === "object" && state !== null ? state : {};
  const wasOpenedHere = "openedHere" in value;
  const openNow = useRef<string>(undefined);
  // In the same moment as the details appear: Escape may follow at once.
  useLayoutEffect(() => {
    openNow.current = openId;
    return () => {
      openNow.current = undefined;
    };
  }, [openId]);

  function open(id: string) {
    params.set(OPEN, id);
    const options = { state: { ...value, openedHere: true }, preventScrollReset: true };
    void navigate({ search: `?${params}` }, { ...options, replace: openId !== undefined });
  }

  /** Closes the row that was open when this was handed out: a late answer or a second click closes nothing else. */
  function close() {
    if (openId === undefined || openNow.current !== openId) return;
    openNow.current = undefined;
    if (wasOpenedHere) return void navigate(-1);
    params.delete(OPEN);
    void navigate({ search: `?${params}` }, { state, preventScrollReset: true, replace: true });
  }

  return { opened: rows.find(({ _id }) => _id === openId), open, close };
}
