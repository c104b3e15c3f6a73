import type { ReactNode } from "react";
import { brand } from "#app/content/brand.ts";
import type { OrderEvent, OrderStory } from "#app/features/orders/contract.ts";
import { Tracking } from "#app/features/orders/life/order-tracks.tsx";
import { stateWord } from "#app/features/orders/life/tracks.rules.ts";
import { HouseDay, Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-events.module.css";

/** What happened to an order, newest last. Admins are told who reads which note. */
export function OrderEvents({ order, isAdmin }: { order: OrderStory; isAdmin: boolean }) {
  return (
    <ol className={styles.events}>
      {order.events.map((event) => (
        <Line key={event._id} at={event.at} what={tellEvent(event)} by={tellActor(event)}>
          {event.to === "Shipped" && event.kind === "move" && (
            <p>
              <Tracking order={event} />
            </p>
          )}
          {event.note && <Note event={event} note={event.note} isAdmin={isAdmin} />}
        </Line>
      ))}
    </ol>
  );
}

type LineProps = { at: string; what: ReactNode; by: string; children?: ReactNode };

function Line({ at, what, by, children }: LineProps) {
  return (
    <li className={styles.event}>
      <p className={styles.when}>
        <Moment at={at} />
      </p>
      <div className={styles.told}>
        <p>
          <b>{what}</b> <span className={textStyles.soft}>by {by}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

function Note({ event: { noteFor, kind }, note, isAdmin }: { event: OrderEvent; note: string; isAdmin: boolean }) {
  const reader = kind === "placed" ? "From the buyer" : noteFor === "house" ? "For admins only" : "The buyer reads";
  return (
    <div className={styles.note} data-reader={noteFor}>
      {isAdmin && <p className={textStyles.label}>{reader}</p>}
      <p className={styles.words}>{note}</p>
    </div>
  );
}

function tellEvent({ kind, from, to, dueOn }: OrderEvent): ReactNode {
  if (kind === "note") return "Note";
  if (kind === "placed" || !from || !to) return "Ordered";
  if (kind === "back") return `${stateWord(from)} taken back: ${to} again`;
  if (to !== "Invoiced" || !dueOn) return stateWord(to);
  return (
    <>
      Invoiced, due <HouseDay on={dueOn} />
    </>
  );
}

/** Buyers deal with the shop: they are not told which admin it was. */
function tellActor({ by }: OrderEvent): string {
  return by.isMe ? "you" : (by.name ?? (by.role === "admin" ? brand.name : "the buyer"));
}
