import type { ComponentProps } from "react";
import styles from "./fold.module.css";
import { joinClasses } from "./join-classes.ts";

/** What can be folded away below its title, a sign at the title's end. */
export function Fold({ title, className, children, ...details }: ComponentProps<"details"> & { title: string }) {
  return (
    <details {...details} className={joinClasses(styles.fold, className)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
