import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { HYDRATED } from "./frame/early-input.ts";

// JSON-LD needs two kinds of text as markup: React makes each <script> element from the first, and fills it with JSON
// in which every "<" is escaped. Text without "<" makes no element; all other markup from text stays forbidden.
const REACT_SCRIPT = "<script></script>";

type TrustedTypes = {
  createPolicy(name: "default", rules: { createHTML(text: string): string | null }): void;
};

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text === REACT_SCRIPT || !text.includes("<") ? text : null),
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydrated>
        <HydratedRouter />
      </Hydrated>
    </StrictMode>,
  );
});

/** Around the router, not beside it: a sibling would give every `useId` another id than it has on the server. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED));
  }, []);
  return children;
}
