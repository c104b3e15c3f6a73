import type { ReactNode } from "react";
import styles from "./accordion.module.css";
import { joinClasses } from "./join-classes.ts";

/** Holds folds, one below the other. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}

type FoldProps = {
  title: ReactNode;
  /** Open initially. */
  open?: boolean;
  /** Of what it hides. */
  className?: string;
  children: ReactNode;
};

export function Fold({ title, open, className, children }: FoldProps) {
  return (
    <details className={styles.fold} open={open}>
      <summary className={styles.head}>
        {title}
        <i className={styles.sign} aria-hidden="true" />
      </summary>
      <div className={joinClasses(styles.words, className)}>{children}</div>
    </details>
  );
}
