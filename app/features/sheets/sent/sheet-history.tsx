import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { DeliveriesList } from "#app/features/orders/deliveries/deliveries-list.tsx";
import { describeEvent, EventLine, EventLines } from "#app/features/orders/order/order-events.tsx";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { SheetChanges } from "#app/features/sheets/change/sheet-changes.tsx";
import type { Sheet, SheetEvent } from "#app/features/sheets/contract.ts";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { nameRuns } from "./events.rules.ts";
import styles from "./sheet-history.module.css";
import { gatherShipments } from "./shipments.rules.ts";

/** Up to this many orders are named in the line itself, each with a link to its page. */
const NAMED_MAX = 3;

type SheetHistoryProps = { sheet: Sheet; isAdmin: boolean };

/** What was sent of a sheet, with a link to each parcel; nothing before anything was. */
export function SheetShipments({ sheet, isAdmin }: SheetHistoryProps) {
  const { deliveries } = sheet;
  const delivered = new Set(deliveries.flatMap(({ lines }) => lines.map(({ order }) => order)));
  // What shipped before deliveries were recorded is known by its events alone.
  const older = sheet.orders.filter(({ number }) => !delivered.has(number));
  const shipments = gatherShipments({ ...sheet, orders: older });
  const all = sheet.orders.map(({ number }) => number);
  if (shipments.length + deliveries.length === 0) return null;
  return (
    <SheetPart title="Shipments">
      {deliveries.length > 0 && <DeliveriesList deliveries={deliveries} isStaff={isAdmin} />}
      <ul className={styles.shipments} hidden={shipments.length === 0}>
        {shipments.map((shipment) => (
          <li key={shipment.orders.join()}>
            {shipment.at && <Moment at={shipment.at} dayOnly />}
            <Tracking order={shipment} />
            <span className={textStyles.soft}>{nameLines(shipment.orders, all)}</span>
          </li>
        ))}
      </ul>
    </SheetPart>
  );
}

function nameLines(orders: readonly number[], all: readonly number[]): string {
  if (all.length === 1) return "the whole sheet";
  if (orders.length === all.length) return `all ${all.length} orders`;
  return `${orders.length === 1 ? "order" : `${orders.length} orders:`} ${nameRuns(orders, all)}`;
}

/** What happened to the orders of a sheet, newest last. */
export function SheetHistory({ sheet: { orders, events }, isAdmin }: SheetHistoryProps) {
  const all = orders.map(({ number }) => number);
  return (
    <SheetPart title="History">
      <EventLines>
        {events.map((event) => (
          <EventLine key={event._id} event={event} isAdmin={isAdmin} what={describeEvents(event, all)}>
            {event.orders.length > NAMED_MAX && event.orders.length < all.length && (
              <p className={textStyles.soft}>{nameRuns(event.orders, all)}</p>
            )}
            {event.changes.length > 0 && <SheetChanges changes={event.changes} />}
          </EventLine>
        ))}
      </EventLines>
    </SheetPart>
  );
}

function describeEvents(event: SheetEvent, all: readonly number[]): ReactNode {
  return (
    <>
      {event.kind === "placed"
        ? event.orders.some((number) => number === all[0])
          ? "Sent"
          : "Added"
        : describeEvent(event)}
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
