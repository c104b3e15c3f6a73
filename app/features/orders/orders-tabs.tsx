import { useEffect, useState } from "react";
import { callApi } from "#app/client/session.ts";
import type { List } from "#app/lists/list.ts";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import type { Order } from "./contract.ts";
import type { Standing } from "./facts.ts";
import { countTab, type Tab } from "./orders-tabs.rules.ts";

type OrdersTabsProps = {
  tabs: readonly Tab[];
  list: List<Order>;
  /** Whose orders are counted; without it everybody's. */
  email?: string;
};

/** The parts of a list, with how many orders each shows: links, because the address says which one is open. */
export function OrdersTabs({ tabs, list, email }: OrdersTabsProps) {
  const counts = useCounts(email, list);
  return (
    <ListTabs label="Orders by state" list={list} filter="tab" tabs={tabs} counts={counts && countTabs(tabs, counts)} />
  );
}

/** Those that the counts tell. */
function countTabs(tabs: readonly Tab[], counts: Counts): Record<string, number> {
  const counted = tabs.map((tab): [string, number | undefined] => [tab.name, countTab(tab, counts)]);
  return Object.fromEntries(counted.filter((pair): pair is [string, number] => pair[1] !== undefined));
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
