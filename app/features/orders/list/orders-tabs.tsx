import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import type { List } from "#app/lists/list.ts";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { orUnloaded } from "#app/lists/use-loading.ts";
import { countTab, rareTabs, type Tab } from "./orders-tabs.rules.ts";

type OrdersTabsProps = {
  tabs: readonly Tab[];
  list: List<Order>;
  /** Whose orders are counted: one person's, or those of the reader's company; without it everybody's. */
  of?: { email: string } | "company";
  /** How many orders came since the list was loaded: they are counted, too. */
  arrivals?: number;
};

/** The parts of a list, with how many orders each shows: links, because the address says which one is open. */
export function OrdersTabs({ tabs, list, of, arrivals = 0 }: OrdersTabsProps) {
  const { counts, isCurrent } = useCounts(tabs, of, list, arrivals);
  return (
    <ListTabs
      label="Orders by state"
      isBusy={!isCurrent}
      list={list}
      filter="tab"
      tabs={tabs}
      rare={rareTabs}
      counts={counts}
    />
  );
}

/** Asked again whenever the list has changed; the tabs are complete without them. */
function useCounts(tabs: readonly Tab[], of: OrdersTabsProps["of"], { rows, total }: List<Order>, arrivals: number) {
  const states = rows.map(({ _id, review, shipping, payment, waitingFor }) => {
    return [_id, review, shipping, payment, waitingFor].join();
  });
  const shown = [of === "company" ? of : of?.email, total, arrivals, ...states].join();
  const { key, answer } = useAnswer(shown, async () => {
    const [{ data }, ...asked] = await Promise.all([
      of === "company" ? callApi("GET /companyOrderCounts") : callApi("GET /orderCounts", { query: of ?? {} }),
      ...tabs.map((tab) => (tab.due || tab.waitingFor ? countAsked(tab, of) : undefined)),
    ]);
    const counted: Record<string, number | string> = {};
    for (const [at, tab] of tabs.entries()) {
      const count = countTab(tab, data) ?? asked[at];
      if (count !== undefined) counted[tab.name] = count;
    }
    return counted;
  });
  return { counts: answer, isCurrent: key === shown };
}

/** For what depends on the day or on a conversation. Undefined if it could not be counted. */
async function countAsked({ due, waitingFor }: Tab, of: OrdersTabsProps["of"]): Promise<number | string | undefined> {
  const query = { ...(due && { due }), ...(waitingFor && { waitingFor }), limit: 1 };
  const list =
    of === undefined
      ? callApi("GET /allOrders", { query })
      : of === "company"
        ? callApi("GET /companyOrders", { query })
        : callApi("GET /orders", { query: { ...of, ...query } });
  const found = await orUnloaded(list);
  return found?.isCapped ? `${formatPieces(found.total)}+` : found?.total;
}
