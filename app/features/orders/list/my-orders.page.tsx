import { useState } from "react";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, signOutWhenRefused } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { PayQuestion } from "#app/features/orders/purchase/pay-question.tsx";
import { CancelQuestion } from "#app/features/orders/status/order-deletion.tsx";
import { type ListAsked, listSearch, pageSizes, readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, readList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { useOpenBeside } from "#app/lists/open-beside.ts";
import { orUnloaded } from "#app/lists/use-loading.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/my-orders.page.ts";
import styles from "./my-orders.page.module.css";
import { OrderPane } from "./order-pane.tsx";
import { readOrderFilter } from "./orders-filter.ts";
import { orderSorts, readOrderSort } from "./orders-sort.rules.ts";
import { MyOrdersTable } from "./orders-table.tsx";
import { buyerTabs, findTab } from "./orders-tabs.rules.ts";
import { OrdersTabs } from "./orders-tabs.tsx";
import { OrdersTools } from "./orders-tools.tsx";

export const loader = protectedLoader("buyer", async ({ url, user: { email }, callApi }) => {
  const company = await orUndefinedOn404(callApi("GET /company"));
  const colleagues = company && company.members.length > 1 ? { role: company.role } : undefined;
  const asked = readListAsked(url.href, { sorts: orderSorts, filters: colleagues ? ["tab", "of"] : ["tab"] });
  const list = loadList(url, asked, askOrders(callApi, email, asked));
  const found = await withOthers(list, countInOthers(callApi, email, asked));
  return { found, email, colleagues };
});

/** The list as it is now. */
function askAgain(email: string, asked: ListAsked) {
  const list = readList(asked, signOutWhenRefused(askOrders(callApi, email, asked)));
  return withOthers(list, countInOthers(callApi, email, asked));
}

async function withOthers(asked: Promise<List<Order>>, counted: Promise<Found[]>) {
  const [list, others] = await Promise.all([asked, counted]);
  return { list, others };
}

/** A tab, how many orders of a search it shows, and its address. */
type Found = { words: string; total: number; search: string };

/** Of a search, what the other tabs show. */
async function countInOthers(callApi: CallApi, email: string, asked: ListAsked): Promise<Found[]> {
  if (!asked.q) return [];
  const here = findTab(buyerTabs, asked.filters.tab);
  const others = buyerTabs.filter((tab) => tab !== here);
  const counted = others.map(async ({ name, words }) => {
    const filters = { ...asked.filters, tab: name };
    const there = { ...asked, limit: 1, after: undefined, seen: 0, filters };
    const found = await orUnloaded(askOrders(callApi, email, there));
    return { words, total: found?.total ?? 0, search: listSearch(asked, { filters }) };
  });
  return (await Promise.all(counted)).filter(({ total }) => total > 0);
}

function askOrders(callApi: CallApi, email: string, asked: ListAsked) {
  const query = { ...listQuery(asked), ...readOrderFilter(asked, buyerTabs), sort: readOrderSort(asked.sort) };
  if (isOfCompany(asked)) return callApi("GET /companyOrders", { query });
  return callApi("GET /orders", { query: { email, ...query } });
}

/** Whether the list shows the orders of all colleagues. */
const isOfCompany = ({ filters }: ListAsked) => filters.of === "company";

const owners = [
  { name: "", words: "Mine" },
  { name: "company", words: "Company" },
];

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "My Orders" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { email, colleagues } = loaderData;
  const found = useFollowed(loaderData.found, () => askAgain(email, loaderData.found.list.asked));
  const { list, markDeleted, heading } = useList(found.list);
  const beside = useOpenBeside(list.rows, ({ number }) => `/dashboard/orders/${number}`);
  const [paying, setPaying] = useState<Order>();
  const [cancelling, setCancelling] = useState<Order>();
  const isShared = isOfCompany(list.asked);
  const isViewer = colleagues?.role === "viewer";
  const mayAct = (order: Order) =>
    order.companyId === null ||
    (isShared ? colleagues?.role === "manager" || (!isViewer && order.email === email) : !isViewer);
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} list={list} />
      {isViewer && <p className={textStyles.soft}>You may look and print.</p>}
      <div className={styles.tools} data-shared={colleagues !== undefined}>
        {colleagues && <ListTabs label="Whose orders" list={list} filter="of" tabs={owners} />}
        <OrdersTabs tabs={buyerTabs} list={list} of={isShared ? "company" : { email }} />
        {(list.asked.q || list.total > pageSizes[0] / 5) && <OrdersTools list={list} label="Search item or number" />}
      </div>
      <ListRows
        list={list}
        noMatch="No order matches"
        elsewhere={found.others.length > 0 && found.others.map(toTab)}
        parts={["tab", "of"]}
        empty={
          <EmptyState
            title={list.asked.filters.tab === "history" ? "No past orders" : "No open orders"}
            text="New orders are under Open. Once delivered and paid, or cancelled, they are under History."
            {...findTab(buyerTabs, list.asked.filters.tab).none}
            action={<ButtonLink to="/trims">Trims</ButtonLink>}
          />
        }
      >
        <MyOrdersTable
          list={list}
          beside={beside}
          reader={isShared ? email : undefined}
          mayAct={mayAct}
          mayOrder={!isViewer}
          onCancel={setCancelling}
          onPay={setPaying}
        />
      </ListRows>
      <ListPages list={list} />
      <OrderPane beside={beside} isAdmin={false} mayAct={mayAct} onCancel={setCancelling} />
      <PayQuestion order={paying} onClose={() => setPaying(undefined)} />
      <CancelQuestion
        order={cancelling}
        isAdmin={false}
        onClose={() => setCancelling(undefined)}
        onDone={(order) => {
          markDeleted(order);
          beside.close();
        }}
      />
    </>
  );
}

function toTab({ words, total, search }: Found) {
  return (
    <ButtonLink key={words} to={{ search }}>
      {formatPieces(total)} under {words}
    </ButtonLink>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Your orders did not load" />;
}
