import type { OrderStory } from "#app/features/orders/contract.ts";
import type { Track } from "#app/features/orders/facts.ts";
import { stateTitle, trackLabels } from "#app/features/orders/labels.ts";
import { IconClose, IconTick } from "#app/ui/icons.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-tracks.module.css";
import { describeNoNextStep, listSteps, type Step } from "./tracks.rules.ts";

const stepWords = { done: "done", now: "now", ended: "ended here", todo: "to come" } as const;

type OrderTracksProps = {
  order: OrderStory;
  of: readonly Track[];
  /** Where the part is named like its one track. */
  isBare?: boolean;
};

/** The state of an order: a seam for each track, sewn up to the rivet. Changes are read out as they arrive. */
export function OrderTracks({ order, of, isBare }: OrderTracksProps) {
  return (
    <div className={styles.tracks}>
      {of.map((track) => (
        <div key={track}>
          <div className={isBare ? "sr" : styles.head}>
            <h3 id={`track-${track}`} tabIndex={-1}>
              {trackLabels[track]}
            </h3>
            {track === "shipping" && <Tracking order={order} />}
          </div>
          <ol className={styles.track} aria-labelledby={`track-${track}`} aria-live="polite">
            {listSteps(order, track).map((step) => (
              <li
                key={step.state}
                data-is={step.is}
                data-idle={step.is === "now" && describeNoNextStep(order, track) !== undefined}
                aria-current={isHere(step) ? "step" : undefined}
              >
                <span className={styles.dot} aria-hidden="true">
                  {step.is === "done" && <IconTick />}
                  {step.is === "ended" && <IconClose />}
                </span>
                <b>{stateTitle(step.state)}</b> <When order={order} track={track} step={step} />
                <span className="sr">, {stepWords[step.is]}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

/** The carrier's page about the parcel. */
export function Tracking({ order }: { order: Pick<OrderStory, "trackingNumber" | "trackingUrl" | "carrier"> }) {
  const { carrier, trackingNumber, trackingUrl } = order;
  if (!carrier && !trackingNumber && !trackingUrl) return null;
  const parcel = (
    <>
      {carrier} {trackingNumber && <span className={styles.number}>{trackingNumber}</span>}
    </>
  );
  if (!trackingUrl) return <span className={textStyles.small}>{parcel}</span>;
  return (
    <a className={textStyles.small} href={trackingUrl} target="_blank" rel="noopener noreferrer">
      Track {carrier || trackingNumber ? parcel : "the parcel"}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}

function When({ order, track, step: { is, at, state } }: { order: OrderStory; track: Track; step: Step }) {
  const nothing = is === "now" ? describeNoNextStep(order, track) : undefined;
  if (nothing) return <span className={styles.when}>{nothing}</span>;
  if (state === "invoiced" && is === "now" && order.dueOn) {
    return (
      <span className={styles.when}>
        due <ShopDay on={order.dueOn} />
      </span>
    );
  }
  return at ? (
    <span className={styles.when}>
      <Moment at={at} dayOnly />
    </span>
  ) : null;
}

const isHere = ({ is }: Step) => is === "now" || is === "ended";
