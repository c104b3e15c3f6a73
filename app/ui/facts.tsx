import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

export function Fact({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
