import type { ReactNode } from "react";
import styles from "./page-head.module.css";

/** The title of a dashboard page, and the controls beside it. */
export function PageHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}
