import { Link } from "react-router";
import { useMay } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import { IconWarning } from "#app/ui/icons.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { AdminDashboard } from "./contract.ts";
import styles from "./today.module.css";
import { beginWith, describeLowStock, describePastDue, describeToInvoice, describeWaiting } from "./today.rules.ts";

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
  const may = useMay();
  const first = beginWith(may);
  const figures: FigureProps[] = [
    ...waiting.map(([tab, what]) => ({
      what,
      to: `/dashboard/manageorders?tab=${tab}`,
      count: dashboard[tab].orders,
      words: describeWaiting(tab, dashboard[tab], today),
    })),
    {
      what: "To invoice",
      to: "/dashboard/manageorders?tab=invoice",
      count: invoice.orders,
      isTrouble: invoice.shipped > 0,
      words: describeToInvoice(invoice),
    },
    {
      what: "Past due",
      to: "/dashboard/manageorders?tab=due",
      count: pastDue.orders,
      isTrouble: pastDue.orders > 0,
      words: describePastDue(pastDue, today),
    },
    {
      what: "Low stock",
      to: may("manage-stock") ? "/dashboard/manageproducts?only=low" : undefined,
      count: lowStock.trims,
      isTrouble: lowStock.trims > 0,
      words: describeLowStock(lowStock),
    },
  ];
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
        {figures
          .toSorted((one, other) => Number(other.what === first) - Number(one.what === first))
          .map((figure) => (
            <Figure key={figure.what} {...figure} isFirst={figure.what === first} />
          ))}
      </ul>
    </Part>
  );
}

type FigureProps = {
  what: string;
  /** The list that it counts, for those who may open it. */
  to: string | undefined;
  count: number;
  /** Bad news. */
  isTrouble?: boolean;
  words: string;
};

function Figure({
  what,
  to,
  count,
  isTrouble,
  words,
  isFirst,
}: FigureProps & { /** It stands out. */ isFirst: boolean }) {
  const isLate = isTrouble && !isFirst;
  const said = (
    <>
      <b className={styles.figure}>{formatPieces(count)}</b>
      <span className={styles.what}>{what}</span>
      <span className={isLate ? styles.late : textStyles.soft}>
        {isLate && <IconWarning />}
        {words}
      </span>
    </>
  );
  return (
    <li className={styles.cell} data-first={isFirst || undefined} {...(isFirst && { "data-ground": "denim" })}>
      {to === undefined ? (
        <div className={styles.body}>{said}</div>
      ) : (
        <Link to={to} className={styles.body}>
          {said}
        </Link>
      )}
    </li>
  );
}
