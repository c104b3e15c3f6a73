import type { ReactNode } from "react";

type BadgeProps = {
  /** Without a tone it is a plain remark. */
  tone?: "ok" | "low" | "out" | "wait";
  children: ReactNode;
};

export function Badge({ tone, children }: BadgeProps) {
  return <span className={tone ? `badge ${tone}` : "badge"}>{children}</span>;
}
