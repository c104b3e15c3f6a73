import type { ReactNode } from "react";
import styles from "./phone-bar.module.css";

/**
 * On a phone, a bar at the foot of the window: a figure in bold with a line below it, and the next step. With a label
 * it is a landmark of its own. It is away while what it leads to is in sight.
 */
export function PhoneBar({ label, isAway, children }: { label?: string; isAway?: boolean; children: ReactNode }) {
  const Bar = label ? "section" : "div";
  return (
    <Bar className={styles.bar} aria-label={label} data-away={isAway || undefined} data-unprinted>
      {children}
    </Bar>
  );
}
