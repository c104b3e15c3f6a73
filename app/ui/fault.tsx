import type { ReactNode } from "react";
import styles from "./fault.module.css";
import { IconWarning } from "./icons.tsx";

/** Shows what is wrong with the input. */
export function Fault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.fault} id={id}>
      <IconWarning className={styles.sign} />
      <span>{children}</span>
    </p>
  );
}
