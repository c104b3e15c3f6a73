import type { ReactNode } from "react";
import styles from "./banner.module.css";

/** What a page says first: an icon, a line with the news, and lines that explain it. */
export function Banner({ tone, children }: { tone: "ok" | "wait" | "bad"; children: ReactNode }) {
  return (
    <div className={styles.banner} data-tone={tone}>
      {children}
    </div>
  );
}
