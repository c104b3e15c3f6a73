import type { ReactNode } from "react";
import styles from "./phone-bar.module.css";

/**
 * On a phone, a bar at the foot of the window: a figure in bold with a line below it, and the next step. With a label
 * it is a landmark of its own.
 */
export function PhoneBar({ label, children }: { label?: string; children: ReactNode }) {
  const Bar = label ? "section" : "div";
  return (
    <Bar className={styles.bar} aria-label={label} data-unprinted>
      {children}
    </Bar>
  );
}
