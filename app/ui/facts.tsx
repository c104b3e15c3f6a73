import type { ReactNode } from "react";

/** Names and values, one below the other; for drawers. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="fact-list">{children}</dl>;
}

export function Fact({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
