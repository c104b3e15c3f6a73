import type { ReactNode } from "react";
import styles from "./crumb.module.css";

/** Above the title of a dashboard page: the link to the list that it belongs to. */
export function Crumb({ children }: { children: ReactNode }) {
  return (
    <p className={styles.crumb} data-unprinted>
      {children}
    </p>
  );
}
