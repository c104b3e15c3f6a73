import type { ReactNode } from "react";
import styles from "./badge.module.css";

type BadgeProps = {
  /** Without a tone it is a neutral note. */
  tone?: "ok" | "low" | "out" | "wait";
  children: ReactNode;
};

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
