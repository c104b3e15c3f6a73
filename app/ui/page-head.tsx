import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";
import styles from "./page-head.module.css";

/** The title of a dashboard page, and the controls beside it. */
export function PageHead({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={joinClasses(styles.head, className)}>{children}</div>;
}
