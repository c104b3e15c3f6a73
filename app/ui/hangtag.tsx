import type { ReactNode } from "react";
import styles from "./hangtag.module.css";
import { joinClasses } from "./join-classes.ts";

/** Clipped corners and a punched hole with its eyelet; the content leaves the top 58 px free in the middle. */
export function Hangtag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <article className={joinClasses(styles.tag, className)}>
      <div className={styles.inside}>{children}</div>
    </article>
  );
}
