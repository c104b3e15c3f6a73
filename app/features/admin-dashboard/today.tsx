import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { IconWarning } from "#app/ui/icons.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { AdminDashboard } from "./contract.ts";
import styles from "./today.module.css";
import { describeLowStock, describePastDue, describeToInvoice, describeWaiting } from "./today.rules.ts";

/** What waits for somebody to take it on, by the tab of All Orders that lists it. */
const waiting = [
  ["review", "To review"],
  ["produce", "To produce"],
  ["pack", "To pack"],
  ["ship", "To ship"],
] as const;

/** What waits for an admin: each figure leads to exactly the list that it counts, and keeps its place at 0. */
export function Today({ dashboard }: { dashboard: AdminDashboard }) {
  const { today, invoice, pastDue, lowStock } = dashboard;
  return (
    <Part
      title="Today"
      aside={
        <p className={styles.day}>
          <ShopDay on={today} />
        </p>
      }
    >
      <ul className={styles.today}>
        {waiting.map(([tab, what]) => (
          <Figure
            key={tab}
            to={`/dashboard/manageorders?tab=${tab}`}
            count={dashboard[tab].orders}
            what={what}
            isFirst={tab === "review"}
          >
            {describeWaiting(tab, dashboard[tab], today)}
          </Figure>
        ))}
        <Figure
          to="/dashboard/manageorders?tab=invoice"
          count={invoice.orders}
          what="To invoice"
          isTrouble={invoice.shipped > 0}
        >
          {describeToInvoice(invoice)}
        </Figure>
        <Figure
          to="/dashboard/manageorders?tab=due"
          count={pastDue.orders}
          what="Past due"
          isTrouble={pastDue.orders > 0}
        >
          {describePastDue(pastDue, today)}
        </Figure>
        <Figure
          to="/dashboard/manageproducts?only=low"
          count={lowStock.trims}
          what="Low stock"
          isTrouble={lowStock.trims > 0}
        >
          {describeLowStock(lowStock)}
        </Figure>
      </ul>
    </Part>
  );
}

type FigureProps = {
  to: string;
  count: number;
  what: string;
  /** The one that waits for a person. */
  isFirst?: boolean;
  /** Bad news. */
  isTrouble?: boolean;
  children: ReactNode;
};

function Figure({ to, count, what, isFirst, isTrouble, children }: FigureProps) {
  return (
    <li className={styles.cell} data-first={isFirst || undefined} {...(isFirst && { "data-ground": "denim" })}>
      <Link to={to} className={styles.link}>
        <b className={styles.figure}>{formatPieces(count)}</b>
        <span className={styles.what}>{what}</span>
        <span className={isTrouble ? styles.late : textStyles.soft}>
          {isTrouble && <IconWarning />}
          {children}
        </span>
      </Link>
    </li>
  );
}
