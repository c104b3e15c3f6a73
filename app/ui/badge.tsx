import type { ReactNode } from "react";
import styles from "./badge.module.css";

type BadgeProps = {
  /** Without a tone it is a neutral note. */
  tone?: "ok" | "low" | "out" | "wait" | undefined;
  /** How many of four stitches are sewn below the words. */
  sewn?: number;
  children: ReactNode;
};

export function Badge({ tone, sewn, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-sewn={sewn}>
      {children}
    </span>
  );
}
