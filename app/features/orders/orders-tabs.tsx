import { useEffect, useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import { listSearch } from "#app/lists/list.rules.ts";
import type { List } from "#app/lists/list.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import type { Order } from "./contract.ts";
import type { Standing } from "./facts.ts";
import styles from "./orders-tabs.module.css";
import { countTab, findTab, type Tab } from "./orders-tabs.rules.ts";

type OrdersTabsProps = {
  tabs: readonly Tab[];
  list: List<Order>;
  /** Whose orders are counted; without it everybody's. */
  email?: string;
};

/** The parts of a list, with how many orders each shows: links, because the address says which one is open. */
export function OrdersTabs({ tabs, list, email }: OrdersTabsProps) {
  const counts = useCounts(email, list);
  const { asked } = list;
  const open = findTab(tabs, asked.filters.tab);
  return (
    <nav data-unprinted className={styles.tabs} aria-label="Orders by state">
      <ul>
        {tabs.map((tab) => (
          <li key={tab.name}>
            <Link
              to={{ search: listSearch(asked, { filters: { ...asked.filters, tab: tab.name } }) }}
              aria-current={tab === open ? "page" : undefined}
              className={styles.tab}
              preventScrollReset
            >
              {tab.words}
              {counts && (
                <span className={joinClasses(textStyles.num, styles.count)}>{formatPieces(countTab(tab, counts))}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Counts = readonly (Standing & { count: number })[];

/** Asked anew whenever the list has changed; the tabs are complete without them. */
function useCounts(email: string | undefined, list: List<Order>): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();
  const shown = list.rows.map(({ _id, review, shipping, payment }) => [_id, review, shipping, payment].join()).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other counts
  useEffect(() => {
    let isCurrent = true;
    const show = ({ data }: { data: Counts }) => isCurrent && setCounts(data);
    callApi("GET /orderCounts", { query: email === undefined ? {} : { email } }).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [email, shown, list.total]);
  return counts;
}
