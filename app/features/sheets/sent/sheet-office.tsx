import { useRevalidator } from "react-router";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderActions, PickAllOrders, useOrderActions } from "#app/features/orders/list/order-actions.tsx";
import { focusActions } from "#app/features/orders/list/orders-bulk.tsx";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { SheetOrders } from "./sheet-orders.tsx";

/** For admins: the orders of a sheet, of which several can be picked for an action. */
export function OfficeOrders({ sheet }: { sheet: Sheet }) {
  const { revalidate } = useRevalidator();
  // The dialogs that the actions open have no sheet to read the rest of the address from.
  const orders = sheet.orders.map((order) => ({ ...order, address: writeAddress(sheet) }));
  const actions = useOrderActions(orders, { canPick: isGoingOn, reload: revalidate });
  const { picking, failures } = actions;
  const known = { actions, orders: orders.filter(isGoingOn) };
  const above = (
    <>
      <PickAllOrders {...known} />
      <OrderActions {...known} />
    </>
  );
  return <SheetOrders sheet={sheet} office={{ picking, failures, above, onAction: focusActions }} />;
}

const isGoingOn = (order: Order) => !isEnded(order);
