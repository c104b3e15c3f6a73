import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderActions, PickAllOrders, useOrderActions } from "#app/features/orders/list/order-actions.tsx";
import { focusActions } from "#app/features/orders/list/orders-bulk.tsx";
import type { Conversation } from "#app/features/orders/messages.contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { SheetDuty } from "./sheet-duty.tsx";
import { SheetOrders } from "./sheet-orders.tsx";

type OfficeOrdersProps = {
  sheet: Sheet;
  talk: Conversation | undefined;
  /** What has ended of it. */
  children: ReactNode;
};

/**
 * For admins: what is to be done about a sheet, what has ended, and its orders, of which several can be picked for an
 * action.
 */
export function OfficeOrders({ sheet, talk, children }: OfficeOrdersProps) {
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
  return (
    <>
      <SheetDuty sheet={sheet} talk={talk} picking={picking} />
      {children}
      <SheetOrders sheet={sheet} office={{ picking, failures, above, onAction: focusActions }} />
    </>
  );
}

const isGoingOn = (order: Order) => !isEnded(order);
