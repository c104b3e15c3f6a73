import styles from "./progress-bar.module.css";

/** A thread along the upper edge of its container, for a wait of unknown length. */
export function ProgressBar({ label }: { label: string }) {
  return <div className={styles.bar} role="progressbar" aria-label={label} />;
}
