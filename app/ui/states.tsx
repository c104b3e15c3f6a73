import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./states.module.css";
import textStyles from "./text.module.css";

export function Loading({ label = "Loading..." }: { label?: string }) {
  return (
    <div className={styles.state} data-wait role="status">
      <span className={styles.spin}>
        <i className={styles.ring} aria-hidden="true" />
        {label}
      </span>
    </div>
  );
}

/** A sheet in a sewn frame, in place of missing content. */
export function State({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

type EmptyStateProps = {
  title: string;
  text: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
};

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <State>
      <h2>{title}</h2>
      <p className={textStyles.soft}>{text}</p>
      {action}
    </State>
  );
}

export function ErrorState({ title, text, onRetry }: { title: string; text?: ReactNode; onRetry?: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <h2>{title}</h2>
      {text && <p className={textStyles.soft}>{text}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
