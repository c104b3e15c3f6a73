import { addTotals, formatTotal } from "#app/contract/money.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { type State, states } from "#app/features/orders/facts.ts";
import { stateLabels, trackLabels } from "#app/features/orders/labels.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import styles from "./sheet-stands.module.css";

const first: readonly State[] = ["in-review", "pending"];
const ends: readonly State[] = ["declined", "cancelled"];
const goods: readonly State[] = ["accepted", "delivered", "paid"];

/**
 * How many orders of a sheet are in each state of the three tracks. Orders that have ended neither ship nor are paid.
 */
export function SheetStands({ orders }: { orders: readonly Order[] }) {
  const live = orders.filter((order) => !isEnded(order));
  const counts = [
    { what: trackLabels.review, counted: states.review.map((state) => countOf(orders, state, "review")) },
    { what: trackLabels.shipping, counted: states.shipping.map((state) => countOf(live, state, "shipping")) },
    { what: trackLabels.payment, counted: states.payment.map((state) => countOf(live, state, "payment")) },
  ];
  return (
    <SheetPart title="Where it stands">
      <div aria-live="polite">
        <dl className={styles.stands}>
          {counts.map(({ what, counted }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {counted.every(({ count }) => count === 0) && "–"}
                {counted
                  .filter(({ count }) => count > 0)
                  .map(({ state, count }) => (
                    <Badge key={state} tone={toneOf(state)}>
                      {count} {stateLabels[state].toLowerCase()}
                    </Badge>
                  ))}
                {what === trackLabels.payment && <Due orders={live} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </SheetPart>
  );
}

/** What has been invoiced but not paid, and when it is due. */
function Due({ orders }: { orders: readonly Order[] }) {
  const owed = orders.filter(({ payment }) => payment === "invoiced");
  const days = [...new Set(owed.flatMap(({ dueOn }) => dueOn ?? []))].sort();
  if (!days[0]) return null;
  return (
    <span className={styles.due}>
      {formatTotal(addTotals(owed.map(({ total }) => total)))} {days.length > 1 ? "to pay, the first due" : "due"}{" "}
      <ShopDay on={days[0]} />
    </span>
  );
}

function countOf(orders: readonly Order[], state: State, track: keyof typeof states) {
  return { state, count: orders.filter((order) => order[track] === state).length };
}

function toneOf(state: State) {
  if (ends.includes(state)) return "out";
  if (goods.includes(state)) return "ok";
  return first.includes(state) ? "wait" : undefined;
}
