import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { CancelQuestion } from "#app/features/orders/life/order-deletion.tsx";
import { type ListAsked, readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRange, ListRows } from "#app/lists/list-frame.tsx";
import { useOpenBeside } from "#app/lists/open-beside.ts";
import { shouldReloadList } from "#app/lists/open-row.ts";
import { PickAll } from "#app/lists/pick-all.tsx";
import { usePicking } from "#app/lists/picking.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/manage-orders.page.ts";
import { useArrivals } from "./arrivals.ts";
import styles from "./manage-orders.page.module.css";
import { OrderArrivals } from "./order-arrivals.tsx";
import { OrderOutcome } from "./order-outcome.tsx";
import { OrderPane } from "./order-pane.tsx";
import { OrdersBulk, type Outcome } from "./orders-bulk.tsx";
import { orderFilters, readOrderFilter } from "./orders-filter.ts";
import { orderSorts, readOrderSort } from "./orders-sort.rules.ts";
import { AllOrdersTable } from "./orders-table.tsx";
import { adminTabs } from "./orders-tabs.rules.ts";
import { OrdersTabs } from "./orders-tabs.tsx";
import { OrdersTools } from "./orders-tools.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  const asked = readListAsked(request.url, { sorts: orderSorts, filters: orderFilters });
  const ask = () => loadList(request, asked, signOutWhenRefused(request, askOrders(asked)));
  return { list: await ask(), ask };
}
clientLoader.hydrate = true as const;

function askOrders(asked: ListAsked) {
  const query = { ...listQuery(asked), ...readOrderFilter(asked, adminTabs), sort: readOrderSort(asked.sort) };
  return callApi("GET /allOrders", { query });
}

export const shouldRevalidate = shouldReloadList;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Manage All Orders") }];

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { rows, arrivals } = useArrivals(loaderData.list, loaderData.ask);
  const { list, markDeleted, heading } = useList({ ...loaderData.list, rows });
  const beside = useOpenBeside(list.rows, ({ number }) => `/dashboard/orders/${number}`);
  const [deleting, setDeleting] = useState<Order>();
  const { tab } = list.asked.filters;
  // What came of an act is said where it was done, not on the tab that is looked at next.
  const [told, setTold] = useState<{ tab: string | undefined; outcome: Outcome }>();
  const outcome = told?.tab === tab ? told?.outcome : undefined;
  const picking = usePicking(list.rows);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { search } = useLocation();

  async function showArrivals() {
    if (search) await navigate({ search: "" });
    else await revalidate();
    heading.current?.focus();
  }

  async function showOutcome(done: Outcome) {
    picking.keep(new Set(done.failures.keys()));
    setTold({ tab, outcome: done });
    await revalidate();
    // The bar that had the focus is gone, or offers something else.
    focusPickAll();
  }

  function dropAll() {
    picking.keep(new Set());
    focusPickAll();
  }

  return (
    <>
      <ListHeading ref={heading} name="All Orders" list={list}>
        <OrderArrivals count={arrivals.size} onShow={() => void showArrivals()} />
      </ListHeading>
      <OrdersTabs tabs={adminTabs} list={list} />
      <OrdersTools list={list} label="Search buyer, item or number" isAdmin />
      <div className={styles.work}>
        <div className={styles.picking}>
          {list.rows.length > 0 && <PickAll id={PICK_ALL} picking={picking} rows={list.rows} />}
          <ListRange list={list} />
        </div>
        {picking.picked.length > 0 && <OrdersBulk picked={picking.picked} onClear={dropAll} onDone={showOutcome} />}
        <OrderOutcome outcome={outcome} onClose={() => setTold(undefined)} />
        <ListRows
          list={list}
          noMatch={tab && !list.asked.q ? "Nothing to do here" : "No order matches"}
          empty={<EmptyState title="No orders yet" text="Orders from all buyers appear here, newest first." />}
        >
          <AllOrdersTable
            list={list}
            beside={beside}
            onCancel={setDeleting}
            picking={picking}
            failures={outcome?.failures ?? noFailures}
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
    </>
  );
}

const PICK_ALL = "pick-all";

function focusPickAll() {
  document.getElementById(PICK_ALL)?.focus();
}

const noFailures: Outcome["failures"] = new Map();

export function ErrorBoundary() {
  return <LoadError page="Manage All Orders" title="The orders did not load" />;
}
