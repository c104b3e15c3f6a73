/** Where a tab keeps what was typed when a session ended (`forms/kept-typing.tsx`). */
export const TYPED = "typed";

/** On every page, because each logout does it. */
export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(TYPED);
  } catch {}
}
