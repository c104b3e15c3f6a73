import { Fragment, type ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { OrderActs, useOrderActs } from "#app/features/orders/list/order-acts.tsx";
import { focusActs } from "#app/features/orders/list/orders-bulk.tsx";
import { EventLine, EventLines, tellEvent } from "#app/features/orders/order/order-events.tsx";
import { isEnded } from "#app/features/orders/rules.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Sheet, SheetEvent } from "./contract.ts";
import { nameRuns } from "./events.rules.ts";
import { SheetOrders } from "./sheet-orders.tsx";

/** Up to this many orders are named in the line itself, each with a link to its page. */
const NAMED_MAX = 3;

/** For admins: the orders of a sheet, of which several can be picked for an act, and what happened to them. */
export function OfficeOrders({ sheet }: { sheet: Sheet }) {
  const { revalidate } = useRevalidator();
  const { events = [] } = sheet;
  // The dialogs that the acts open have no sheet to read the rest of the address from.
  const orders = sheet.orders.map((order) => ({ ...order, address: writeAddress(sheet) }));
  const acts = useOrderActs(orders, { canPick: isGoingOn, reload: revalidate });
  const { picking, failures } = acts;
  const above = <OrderActs acts={acts} orders={orders.filter(isGoingOn)} />;
  const all = orders.map(({ number }) => number);
  return (
    <>
      <SheetOrders sheet={sheet} office={{ picking, failures, above, onAct: focusActs }} />
      <SheetPart title="What happened">
        <EventLines>
          {events.map((event) => (
            <EventLine key={event._id} event={event} isAdmin what={tellEvents(event, all)}>
              {event.orders.length > NAMED_MAX && event.orders.length < all.length && (
                <p className={textStyles.soft}>{nameRuns(event.orders, all)}</p>
              )}
            </EventLine>
          ))}
        </EventLines>
      </SheetPart>
    </>
  );
}

const isGoingOn = (order: Order) => !isEnded(order);

function tellEvents(event: SheetEvent, all: readonly number[]): ReactNode {
  return (
    <>
      {event.kind === "placed" ? "Sent" : tellEvent(event)}
      {nameThem(event, all)}
    </>
  );
}

/** Which orders it happened to; nothing for a sheet of one. */
function nameThem({ kind, orders }: SheetEvent, all: readonly number[]): ReactNode {
  if (all.length === 1) return null;
  const count = `${all.length} orders`;
  if (orders.length === all.length) return kind === "placed" ? `, ${count}` : `, all ${count}`;
  if (orders.length > NAMED_MAX) return `, ${orders.length} of ${count}`;
  return orders.map((number, at) => (
    <Fragment key={number}>
      {at === 0 ? ": " : ", "}
      <Link to={`/dashboard/orders/${number}`}>No.&nbsp;{number}</Link>
    </Fragment>
  ));
}
