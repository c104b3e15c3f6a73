import type { ReactNode } from "react";
import styles from "./banner.module.css";

/** What a page says first: a sign, a line that tells it, and lines that explain. */
export function Banner({ tone, children }: { tone: "ok" | "wait" | "bad"; children: ReactNode }) {
  return (
    <div className={styles.banner} data-tone={tone}>
      {children}
    </div>
  );
}
