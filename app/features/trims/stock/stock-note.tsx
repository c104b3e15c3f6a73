import type { ReactNode } from "react";
import { IconError, IconWarning } from "#app/ui/icons.tsx";
import styles from "./stock-note.module.css";

/** Explains what the stock rules out. */
export function StockNote({ tone, children }: { tone: "low" | "out"; children: ReactNode }) {
  const Sign = tone === "out" ? IconError : IconWarning;
  return (
    <p className={styles.note} data-tone={tone}>
      <Sign className={styles.sign} />
      {children}
    </p>
  );
}
