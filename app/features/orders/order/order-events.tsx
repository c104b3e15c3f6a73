import type { ReactNode } from "react";
import { brand } from "#app/content/brand.ts";
import { ChangeTerms } from "#app/features/orders/change/change-terms.tsx";
import type { OrderEvent, OrderStory } from "#app/features/orders/contract.ts";
import { stateLabels, stateTitle } from "#app/features/orders/labels.ts";
import { Tracking } from "#app/features/orders/status/order-tracks.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-events.module.css";

/**
 * What happened to an order, newest last. What its buyer noted on the sheet came with it. Admins are told who reads which
 * note.
 */
export function OrderEvents({ order, isAdmin }: { order: OrderStory; isAdmin: boolean }) {
  return (
    <EventLines>
      {order.events.map((event) => (
        <EventLine
          key={event._id}
          event={event.kind === "placed" ? { ...event, note: event.note ?? order.sheetNote } : event}
          isAdmin={isAdmin}
          what={describeEvent(event)}
        />
      ))}
    </EventLines>
  );
}

/** Holds `EventLine`s, one below the other. */
export function EventLines({ children }: { children: ReactNode }) {
  return <ol className={styles.events}>{children}</ol>;
}

type EventLineProps = { event: OrderEvent; isAdmin: boolean; what: ReactNode; children?: ReactNode };

/** When it happened, what it was, and who did it; below that the shipment and the note, if any. */
export function EventLine({ event, isAdmin, what, children }: EventLineProps) {
  return (
    <li className={styles.event}>
      <p className={styles.when}>
        <Moment at={event.at} />
      </p>
      <div className={styles.texts}>
        <p>
          <b>{what}</b> <span className={textStyles.soft}>by {describeActor(event)}</span>
        </p>
        {children}
        {event.change && <ChangeTerms change={event.change} />}
        {event.to === "shipped" && event.kind === "move" && (
          <p>
            <Tracking order={event} />
          </p>
        )}
        {event.note && <Note event={event} note={event.note} isAdmin={isAdmin} />}
      </div>
    </li>
  );
}

function Note({ event: { noteFor, kind }, note, isAdmin }: { event: OrderEvent; note: string; isAdmin: boolean }) {
  const reader = kind === "placed" ? "From the buyer" : noteFor === "internal" ? "For admins only" : "The buyer reads";
  return (
    <div className={styles.note} data-reader={noteFor}>
      {isAdmin && <p className={textStyles.label}>{reader}</p>}
      <p className={styles.words}>{note}</p>
    </div>
  );
}

/** What happened, in a word or two. */
export function describeEvent({ kind, from, to, dueOn }: OrderEvent): ReactNode {
  if (kind === "note") return "Note";
  if (kind === "changed") return "Changed";
  if (kind === "placed" || !from || !to) return "Ordered";
  if (kind === "back") return `Move to ${stateLabels[from]} taken back`;
  if (to !== "invoiced" || !dueOn) return stateTitle(to);
  return (
    <>
      {stateTitle(to)}, due <ShopDay on={dueOn} />
    </>
  );
}

/** Buyers deal with the shop: they are not told which admin it was. */
function describeActor({ by }: OrderEvent): string {
  return by.isMe ? "you" : (by.name ?? (by.role === "admin" ? brand.name : "the buyer"));
}
