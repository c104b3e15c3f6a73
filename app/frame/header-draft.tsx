import { Link } from "react-router";
import { DRAFT_PATH, useDraftLines } from "#app/client/order-draft.ts";
import { loginPath } from "#app/client/return-path.ts";
import { useSession } from "#app/client/session.ts";
import { IconSheet } from "#app/ui/icons.tsx";
import styles from "./header-draft.module.css";

/**
 * Leads to the order sheet that is not sent yet. Pages are the same for everybody, so the count comes in afterwards.
 */
export function HeaderDraft() {
  const session = useSession();
  const lines = useDraftLines()?.length ?? 0;
  return (
    <Link
      className={styles.link}
      data-unprinted
      to={session.status === "in" ? DRAFT_PATH : loginPath(DRAFT_PATH)}
      aria-label={nameDraft(lines)}
    >
      <IconSheet />
      <span className={styles.words}>Order sheet</span>
      <Count of={lines} />
    </Link>
  );
}

/** The number, for those who can see it; without lines, it only takes up space. Screen readers get it in words. */
export function Count({ of, most = of }: { of: number; most?: number }) {
  return (
    <span className={styles.count} data-none={of === 0 || undefined} aria-hidden="true">
      {of > 0 && (of > most ? `${most}+` : of)}
    </span>
  );
}

/** "Order sheet, 9 lines" */
export function nameDraft(lines: number): string {
  if (lines === 0) return "Order sheet";
  return `Order sheet, ${lines} ${lines === 1 ? "line" : "lines"}`;
}
