import type { ReactNode } from "react";
import styles from "./accordion.module.css";
import { joinClasses } from "./join-classes.ts";

/** Holds its items, one below the other. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}

type AccordionItemProps = {
  title: ReactNode;
  /** Open initially. */
  open?: boolean;
  /** Of what it hides. */
  className?: string;
  children: ReactNode;
};

/** A title that opens what is below it. */
export function AccordionItem({ title, open, className, children }: AccordionItemProps) {
  return (
    <details className={styles.item} open={open}>
      <summary className={styles.head}>
        {title}
        <i className={styles.sign} aria-hidden="true" />
      </summary>
      <div className={joinClasses(styles.words, className)}>{children}</div>
    </details>
  );
}
