import { useState } from "react";
import { useRouteError } from "react-router";
import { pageTitle } from "#app/content/brand.ts";
import { LoadError } from "#app/shell/load-error.tsx";
import { callApi, requireSession } from "#app/shell/session.ts";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/manage-orders.page.ts";
import type { Order } from "./contract.ts";
import { CancelCell, EmailCell, ItemCell, QuantityCell } from "./order-cells.tsx";
import { OrderDeletion } from "./order-deletion.tsx";
import { loadOrderList, useDeletions } from "./order-list.ts";
import { OrderPages } from "./order-pages.tsx";
import "./orders.css";

const ROWS_PER_PAGE = 50;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  return loadOrderList(request, (after) => callApi("GET /allOrders", { query: { limit: ROWS_PER_PAGE, after } }));
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Manage All Orders") }];

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { list, markDeleted, heading } = useDeletions(loaderData);
  const [deleting, setDeleting] = useState<Order>();
  return (
    <>
      <div className="main-head">
        <h1 ref={heading} tabIndex={-1}>
          <span className="whitespace-nowrap">All Orders :</span> {list.total} items
        </h1>
      </div>
      {list.orders.length === 0 ? (
        <EmptyState
          title={list.total === 0 ? "No orders yet" : "No more orders on this page"}
          text="The orders of all buyers stand here, newest first."
        />
      ) : (
        <Table label="All orders" dense>
          <thead>
            <tr>
              <th>Number</th>
              <th>Email</th>
              <th>Item</th>
              <th className="r">Quantity</th>
              <th>Payment</th>
              <th>Shipping</th>
              <th className="c">Cancel</th>
            </tr>
          </thead>
          <tbody>
            {list.orders.map((order, at) => {
              const number = list.seen + at + 1;
              return (
                <tr key={order._id}>
                  <td className="num">{number}</td>
                  <EmailCell order={order} />
                  <ItemCell order={order} />
                  <QuantityCell order={order} />
                  <td>
                    <Badge tone="wait">Pending</Badge>
                  </td>
                  <td>
                    <Badge tone="wait">Pending</Badge>
                  </td>
                  <CancelCell order={order} number={number} onCancel={() => setDeleting(order)} />
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      <OrderPages list={list} />
      <OrderDeletion title="Confirm" order={deleting} onClose={() => setDeleting(undefined)} onDeleted={markDeleted}>
        Once delete then it can not be restored. Are you sure to delete this Item ?
      </OrderDeletion>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <>
      <h1 className="sr">Manage All Orders</h1>
      <LoadError title="The orders did not load" error={error} />
    </>
  );
}
