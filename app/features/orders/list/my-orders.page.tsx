import { useState } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { CancelQuestion } from "#app/features/orders/life/order-deletion.tsx";
import { useFollowed } from "#app/features/orders/news/follow.ts";
import { PayQuestion } from "#app/features/orders/purchase/pay-question.tsx";
import { type ListAsked, pageSizes, readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { useOpenBeside } from "#app/lists/open-beside.ts";
import { shouldReloadList } from "#app/lists/open-row.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/my-orders.page.ts";
import { OrderPane } from "./order-pane.tsx";
import { readOrderFilter } from "./orders-filter.ts";
import { orderSorts, readOrderSort } from "./orders-sort.rules.ts";
import { MyOrdersTable } from "./orders-table.tsx";
import { buyerTabs } from "./orders-tabs.rules.ts";
import { OrdersTabs } from "./orders-tabs.tsx";
import { OrdersTools } from "./orders-tools.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSession(request, "buyer");
  const asked = readListAsked(request.url, { sorts: orderSorts, filters: ["tab"] });
  const ask = () => loadList(request, asked, signOutWhenRefused(request, askOrders(user.email, asked)));
  return { list: await ask(), ask, email: user.email };
}
clientLoader.hydrate = true as const;

function askOrders(email: string, asked: ListAsked) {
  const query = { email, ...listQuery(asked), ...readOrderFilter(asked, buyerTabs), sort: readOrderSort(asked.sort) };
  return callApi("GET /orders", { query });
}

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "My Orders" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { list, markDeleted, heading } = useList(useFollowed(loaderData.list, loaderData.ask));
  const beside = useOpenBeside(list.rows, ({ number }) => `/dashboard/orders/${number}`);
  const [paying, setPaying] = useState(false);
  const [cancelling, setCancelling] = useState<Order>();
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} list={list} />
      <OrdersTabs tabs={buyerTabs} list={list} email={loaderData.email} />
      {(list.asked.q || list.total > pageSizes[0] / 5) && <OrdersTools list={list} label="Search item or number" />}
      <ListRows
        list={list}
        noMatch="No order matches"
        part="tab"
        empty={
          <EmptyState
            title={list.asked.filters.tab === "history" ? "No past orders" : "No open orders"}
            text="New orders are under Open. Once delivered and paid, or cancelled, they are under History."
            action={<ButtonLink to="/trims">Trims</ButtonLink>}
          />
        }
      >
        <MyOrdersTable list={list} beside={beside} onCancel={setCancelling} onPay={() => setPaying(true)} />
      </ListRows>
      <ListPages list={list} />
      <OrderPane beside={beside} isAdmin={false} onCancel={setCancelling} />
      <PayQuestion open={paying} onClose={() => setPaying(false)} />
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

export function ErrorBoundary() {
  return <LoadError title="Your orders did not load" />;
}
