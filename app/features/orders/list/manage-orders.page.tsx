import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader, signOutWhenRefused } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { canActOn } from "#app/features/orders/status/bulk.rules.ts";
import { CancelQuestion } from "#app/features/orders/status/order-deletion.tsx";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { type ListAsked, listSearch, readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, readList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { useOpenBeside } from "#app/lists/open-beside.ts";
import { PickedCount } from "#app/lists/pick-all.tsx";
import { orUnloaded } from "#app/lists/use-loading.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { useNarrow } from "#app/ui/use-narrow.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import type { Route } from "./+types/manage-orders.page.ts";
import { useArrivals } from "./arrivals.ts";
import styles from "./manage-orders.page.module.css";
import { OrderActions, PickAllOrders, useOrderActions } from "./order-actions.tsx";
import { OrderArrivals } from "./order-arrivals.tsx";
import { OrderPane } from "./order-pane.tsx";
import { orderFilters, readOrderFilter } from "./orders-filter.ts";
import { orderSorts, readOrderSort } from "./orders-sort.rules.ts";
import { AllOrdersTable } from "./orders-table.tsx";
import { adminTabs, findTab } from "./orders-tabs.rules.ts";
import { OrdersTabs } from "./orders-tabs.tsx";
import { DownloadOrders, OrdersTools } from "./orders-tools.tsx";

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { sorts: orderSorts, filters: orderFilters });
  const [list, views] = await Promise.all([
    loadList(url, asked, askOrders(callApi, asked)),
    orUnloaded(callApi("GET /orderViews")),
  ]);
  return { ...list, views: views?.rows ?? [] };
});

function askOrders(callApi: CallApi, asked: ListAsked) {
  const query = { ...listQuery(asked), ...readOrderFilter(asked, adminTabs), sort: readOrderSort(asked.sort) };
  return callApi("GET /allOrders", { query });
}

async function loadAll(asked: ListAsked): Promise<Order[]> {
  const { data } = await askOrders(callApi, { ...asked, limit: MAX_ROWS, after: undefined, seen: 0 });
  return data;
}

/** What selects all orders of a list that has more of them than the page, and not too many for one press. */
function nameBeyond({ rows, total, isCapped, asked }: List<Order>): string | undefined {
  if (isCapped || total <= rows.length || total > MAX_ROWS) return undefined;
  const { tab } = asked.filters;
  return `Select all ${formatPieces(total)}${tab ? ` ${findTab(adminTabs, tab).words.toLowerCase()}` : ""}`;
}

export const shouldRevalidate = shouldReloadList;

/** The specified heading names all orders; that of a tab says which. */
const nameOrders = (tab: string | null | undefined) =>
  (tab ? findTab(adminTabs, tab).words : "All Orders").replace(/^All$/, "All Orders");

export const handle = { heading: (query: URLSearchParams) => nameOrders(query.get("tab")) };

export const meta: Route.MetaFunction = ({ location }) => {
  const tab = findTab(adminTabs, new URLSearchParams(location.search).get("tab") ?? "");
  return [{ title: pageTitle(tab.name ? `${tab.words}, Manage All Orders` : "Manage All Orders") }];
};

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { asked } = loaderData;
  const askAgain = () => readList(asked, signOutWhenRefused(askOrders(callApi, asked)));
  const { rows, arrivals } = useArrivals(loaderData, askAgain);
  const { list, markDeleted, heading } = useList({ ...loaderData, rows });
  const beside = useOpenBeside(list.rows, ({ number }) => `/dashboard/orders/${number}`);
  const [deleting, setDeleting] = useState<Order>();
  const { tab } = list.asked.filters;
  const { revalidate } = useRevalidator();
  const all = { of: listSearch(asked, {}), load: () => loadAll(asked) };
  const actions = useOrderActions(list.rows, { canPick: canActOn, reload: revalidate, all });
  const known = { actions, orders: list.rows.filter(canActOn) };
  // There the heads of the table are hidden.
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const { search } = useLocation();

  async function showArrivals() {
    const hasMovedOn = watchFocus();
    if (search) await navigate({ search: "" });
    else await revalidate();
    if (!hasMovedOn()) heading.current?.focus();
  }

  return (
    <>
      <ListHeading ref={heading} name={nameOrders(tab)} {...(tab && list.total === 1 && { unit: " item" })} list={list}>
        <OrderArrivals count={arrivals.size} onShow={() => void showArrivals()} />
        <span className={styles.download}>
          <DownloadOrders list={list} />
        </span>
      </ListHeading>
      <OrdersTabs tabs={adminTabs} list={list} arrivals={arrivals.size} />
      <OrdersTools list={list} label="Search buyer, item or number" views={loaderData.views}>
        {isNarrow && <PickAllOrders {...known} />}
      </OrdersTools>
      <div className={styles.work}>
        {!isNarrow && <PickedCount picking={actions.picking} />}
        <OrderActions {...known} beyond={nameBeyond(list)} canShow />
        <ListRows
          list={list}
          noMatch="No order matches"
          parts={["tab"]}
          empty={
            tab === "review" && arrivals.size > 0 ? (
              <EmptyState
                title={arrivals.size === 1 ? "1 order waits" : `${formatPieces(arrivals.size)} orders wait`}
                text="They came after this list was loaded."
                action={
                  <Button kind="line" onClick={() => void showArrivals()}>
                    Show {arrivals.size === 1 ? "it" : "them"}
                  </Button>
                }
              />
            ) : (
              <EmptyState {...(findTab(adminTabs, tab).none ?? noneYet)} />
            )
          }
        >
          <AllOrdersTable
            list={list}
            beside={beside}
            onCancel={setDeleting}
            picking={actions.picking}
            pickAll={!isNarrow && <PickAllOrders {...known} isBare />}
            failures={actions.failures}
          />
        </ListRows>
        <ListPages list={list} />
      </div>
      <OrderPane beside={beside} isAdmin onCancel={setDeleting} />
      <CancelQuestion
        order={deleting}
        isAdmin
        onClose={() => setDeleting(undefined)}
        onDone={(order) => {
          markDeleted(order);
          beside.close();
        }}
      />
      <ProofDialog />
    </>
  );
}

const noneYet = { title: "No orders yet", text: "Orders from all buyers appear here, newest first." };

export function ErrorBoundary() {
  return <LoadError title="The orders did not load" />;
}
