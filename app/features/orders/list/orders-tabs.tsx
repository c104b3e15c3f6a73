import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import type { Order } from "#app/features/orders/contract.ts";
import type { Standing } from "#app/features/orders/facts.ts";
import type { List } from "#app/lists/list.ts";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { countTab, type Tab } from "./orders-tabs.rules.ts";

type OrdersTabsProps = {
  tabs: readonly Tab[];
  list: List<Order>;
  /** Whose orders are counted; without it everybody's. */
  email?: string;
};

/** The parts of a list, with how many orders each shows: links, because the address says which one is open. */
export function OrdersTabs({ tabs, list, email }: OrdersTabsProps) {
  const { counts, isCurrent } = useCounts(email, list);
  return (
    <ListTabs
      label="Orders by state"
      isBusy={!isCurrent}
      list={list}
      filter="tab"
      tabs={tabs}
      counts={counts && countTabs(tabs, counts)}
    />
  );
}

/** Those that the counts tell. */
function countTabs(tabs: readonly Tab[], counts: Counts): Record<string, number> {
  const counted = tabs.map((tab): [string, number | undefined] => [tab.name, countTab(tab, counts)]);
  return Object.fromEntries(counted.filter((pair): pair is [string, number] => pair[1] !== undefined));
}

type Counts = readonly (Standing & { count: number })[];

/** Asked anew whenever the list has changed; the tabs are complete without them. */
function useCounts(email: string | undefined, { rows, total }: List<Order>) {
  const states = rows.map(({ _id, review, shipping, payment }) => [_id, review, shipping, payment].join());
  const shown = [email, total, ...states].join();
  const { key, answer } = useAnswer(shown, () =>
    callApi("GET /orderCounts", { query: email === undefined ? {} : { email } }),
  );
  return { counts: answer?.data, isCurrent: key === shown };
}
