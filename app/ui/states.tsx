import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export function Loading({ label = "Loading..." }: { label?: string }) {
  return (
    <div className="state wait" role="status">
      <span className="spin">
        <i aria-hidden="true" />
        {label}
      </span>
    </div>
  );
}

type EmptyStateProps = {
  title: string;
  text: ReactNode;
  /** The one way on: a button or a link. */
  action?: ReactNode;
};

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="state">
      <h2>{title}</h2>
      <p className="soft">{text}</p>
      {action}
    </div>
  );
}

export function ErrorState({ title, text, onRetry }: { title: string; text?: ReactNode; onRetry?: () => void }) {
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      {text && <p className="soft">{text}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
