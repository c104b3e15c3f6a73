import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from "react-router";

const PARAM = "open";

/** Which row's details are open: in the address, so that they can be shared and "back" closes them. */
export function useOpenRow() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const openId = params.get(PARAM) ?? undefined;
  const kept: object = typeof state === "object" && state !== null ? state : {};
  const wasOpenedHere = "openedHere" in kept;

  function open(id: string) {
    params.set(PARAM, id);
    const options = { state: { ...kept, openedHere: true }, preventScrollReset: true };
    void navigate({ search: `?${params}` }, { ...options, replace: openId !== undefined });
  }

  function close() {
    if (openId === undefined) return;
    if (wasOpenedHere) return void navigate(-1);
    params.delete(PARAM);
    void navigate({ search: `?${params}` }, { state, preventScrollReset: true, replace: true });
  }

  return { openId, open, close };
}

/** For pages that use it: opening details loads nothing. */
export function shouldReloadList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlyDetails = currentUrl.href !== nextUrl.href && withoutOpen(currentUrl) === withoutOpen(nextUrl);
  return onlyDetails ? false : defaultShouldRevalidate;
}

function withoutOpen({ href }: URL): string {
  const url = new URL(href);
  url.searchParams.delete(PARAM);
  url.searchParams.sort();
  return url.href;
}
