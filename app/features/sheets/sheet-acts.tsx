import { useRevalidator } from "react-router";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderActs, useOrderActs } from "#app/features/orders/list/order-acts.tsx";
import { focusActs } from "#app/features/orders/list/orders-bulk.tsx";
import { isEnded } from "#app/features/orders/rules.ts";
import { SheetOrders } from "./sheet-orders.tsx";

/** For admins: the orders of a sheet, of which several can be picked for an act. */
export function ActedOrders({ orders }: { orders: Order[] }) {
  const { revalidate } = useRevalidator();
  const acts = useOrderActs(orders, { canPick: isGoingOn, reload: revalidate });
  const { picking, failures } = acts;
  const above = <OrderActs acts={acts} orders={orders.filter(isGoingOn)} />;
  return <SheetOrders orders={orders} office={{ picking, failures, above, onAct: focusActs }} />;
}

const isGoingOn = (order: Order) => !isEnded(order);
