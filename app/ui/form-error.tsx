import type { ReactNode } from "react";
import { Fault } from "./fault.tsx";
import styles from "./form-error.module.css";

/** Keep it mounted: a live region announces only changes. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.place} role="alert">
      {children && <Fault>{children}</Fault>}
    </div>
  );
}
