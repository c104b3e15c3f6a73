import type { ReactNode } from "react";

/** Clipped corners and a punched hole with its eyelet; the content leaves the top 58 px free in the middle. */
export function Hangtag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <article className={className ? `tag ${className}` : "tag"}>
      <div className="tag-in">{children}</div>
    </article>
  );
}
