import { useState } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows } from "#app/lists/list-frame.tsx";
import { shouldReloadList, useOpenRow } from "#app/lists/open-row.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/manage-orders.page.ts";
import type { Order } from "./contract.ts";
import { CancelQuestion } from "./order-deletion.tsx";
import { OrderSheet } from "./order-sheet.tsx";
import { orderSorts, readOrderSort } from "./orders-sort.rules.ts";
import { AllOrdersTable } from "./orders-table.tsx";
import { OrdersTools } from "./orders-tools.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  const asked = readListAsked(request.url, { sorts: orderSorts });
  const query = { ...listQuery(asked), sort: readOrderSort(asked.sort) };
  return loadList(request, asked, signOutWhenRefused(request, callApi("GET /allOrders", { query })));
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = shouldReloadList;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Manage All Orders") }];

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { list, markDeleted, heading } = useList(loaderData);
  const { opened, open, close } = useOpenRow(list.rows);
  const [deleting, setDeleting] = useState<Order>();
  return (
    <>
      <ListHeading ref={heading} name="All Orders" list={list} />
      <OrdersTools list={list} label="Search buyer, item or number" download />
      <ListRows
        list={list}
        noMatch="No order matches"
        empty={<EmptyState title="No orders yet" text="Orders from all buyers appear here, newest first." />}
      >
        <AllOrdersTable list={list} openId={opened?._id} onOpen={({ _id }) => open(_id)} onCancel={setDeleting} />
      </ListRows>
      <ListPages list={list} />
      {opened && <OrderSheet order={opened} isAdmin onClose={close} onCancel={() => setDeleting(opened)} />}
      <CancelQuestion
        order={deleting}
        isAdmin
        onClose={() => setDeleting(undefined)}
        onDone={(order) => {
          markDeleted(order);
          close();
        }}
      />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Manage All Orders" title="The orders did not load" />;
}
