import { useState } from "react";
import { useNavigate, useRouteError } from "react-router";
import { pageTitle } from "#app/content/brand.ts";
import { LoadError } from "#app/shell/load-error.tsx";
import { callApi, requireSession } from "#app/shell/session.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/my-orders.page.ts";
import type { Order } from "./contract.ts";
import { CancelCell, EmailCell, ItemCell, QuantityCell } from "./order-cells.tsx";
import { OrderDeletion } from "./order-deletion.tsx";
import { loadOrderList, useDeletions } from "./order-list.ts";
import { OrderPages } from "./order-pages.tsx";
import "./orders.css";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSession(request, "buyer");
  return loadOrderList(request, (after) => callApi("GET /orders", { query: { email: user.email, after } }));
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("My Orders") }];

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { list, markDeleted, heading } = useDeletions(loaderData);
  const [paying, setPaying] = useState(false);
  const [cancelling, setCancelling] = useState<Order>();
  const navigate = useNavigate();
  return (
    <>
      <div className="main-head">
        <h1 ref={heading} tabIndex={-1}>
          <span className="whitespace-nowrap">My Orders :</span> {list.total} items
        </h1>
      </div>
      {list.orders.length === 0 ? (
        <EmptyState
          title="No orders yet"
          text="Your orders will stand here, newest first."
          action={<ButtonLink to="/home#trims">Trims</ButtonLink>}
        />
      ) : (
        <Table label="My orders" stack>
          <thead>
            <tr>
              <th>Number</th>
              <th>Email</th>
              <th>Item</th>
              <th className="r">Quantity</th>
              <th>Payment</th>
              <th className="c">Cancel</th>
            </tr>
          </thead>
          <tbody>
            {list.orders.map((order, at) => {
              const number = list.seen + at + 1;
              return (
                <tr key={order._id}>
                  <td data-l="Number" className="num">
                    {number}
                  </td>
                  <EmailCell order={order} />
                  <ItemCell order={order} />
                  <QuantityCell order={order} />
                  <td data-l="Payment">
                    <Button size="small" aria-label={`Pay order ${number}`} onClick={() => setPaying(true)}>
                      Pay
                    </Button>
                  </td>
                  <CancelCell order={order} number={number} onCancel={() => setCancelling(order)} />
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      <OrderPages list={list} />
      <ConfirmDialog
        title="Do you want to pay now ?"
        open={paying}
        onClose={() => setPaying(false)}
        no="No. Not now"
        yes="Yes. Proceed"
        onYes={() => void navigate("/dashboard/payment")}
      />
      <OrderDeletion
        title="Order Cancel"
        order={cancelling}
        onClose={() => setCancelling(undefined)}
        onDeleted={markDeleted}
      >
        If cancel order then that can not be retrieved. Do you want to cancel this order now ?
      </OrderDeletion>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <>
      <h1 className="sr">My Orders</h1>
      <LoadError title="Your orders did not load" error={error} />
    </>
  );
}
