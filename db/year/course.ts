import { addDays } from "#app/contract/calendar.ts";
import type { OrderStatus, readers } from "#app/features/orders/facts.ts";
import { DUE_DAYS, type Move } from "#app/features/orders/rules.ts";
import { type Chance, createChance } from "./chance.ts";
import { DAY_MS, HOUR_MS, workTime } from "./days.ts";
import type { Purchase } from "./purchases.ts";

/** What happened to an order after it was placed. */
export type Happening = {
  at: number;
  by: "buyer" | "admin";
  move: Move | undefined;
  note: string | null;
  noteFor: (typeof readers)[number] | null;
  shipment: Shipment | undefined;
  dueOn: string | null;
};

export type Shipment = { carrier: string; trackingNumber: string; trackingUrl: string };

/** One order's way: where it stands now, and how it got there, oldest first. */
export type Life = { status: OrderStatus; happenings: Happening[] };

const carriers = ["Nordhav Freight", "Kestrel Parcel", "Meridian Air Cargo"] as const;
const reasons = [
  "The plating bath for this finish is being renewed; it is back in about six weeks.",
  "We can no longer make this size. The next size up is in stock.",
  "The delivery address does not take pallets. Please order again with another one.",
] as const;
const declineReasons = ["The batch failed our pull test, and a new one would come too late for you."] as const;
const internalNotes = [
  "Asked for cartons of at most 20 kg.",
  "Send the test report along with the goods.",
  "Same shade as the last delivery, lot number on each bag.",
  "Called about the delivery date; the week is fine.",
] as const;

/** At least this many orders wait for review, whatever day it is: the latest ones. */
const WAITING = 9;
/** At least this many are in production, and as many packed: otherwise there would be none on some Sundays. */
const HELD = 4;
const SEED = 501;
const MINUTE_MS = 60_000;

type Clock = { now: number; dayOf: (ms: number) => string };

/** What became of each line of each purchase (oldest first) until `now`. */
export function planLives(purchases: readonly Purchase[], clock: Clock): Life[][] {
  let ahead = purchases.reduce((sum, { lines }) => sum + lines.length, 0);
  const plans = purchases.map((purchase, at) => {
    const chance = createChance(SEED + at);
    const way = planWay(purchase, clock, chance);
    ahead -= purchase.lines.length;
    const { lines, stays } = purchase;
    const waits = ahead < WAITING && stays === undefined;
    return { lines, chance, stays, way: waits ? [] : stays ? cutAfter(stays, way) : way };
  });
  holdAt("in-production", plans, clock);
  holdAt("packed", plans, clock);
  return plans.map(({ lines, chance, way, stays }) =>
    lines.map((line, row) => live(line, { row, way, ends: stays === undefined }, clock, chance)),
  );
}

/** The way to this state, and what of its payment comes before the next. */
function cutAfter(state: Move["to"], way: readonly Step[]): Step[] {
  const next = way.find(({ move }) => move.from === state || (state === "accepted" && move.track === "shipping"));
  return way.filter(({ at }) => !next || at < next.at);
}

/** Lets the last purchases that came to this state stay in it. */
function holdAt(state: OrderStatus["shipping"], plans: { way: Step[] }[], { now }: Clock): void {
  const there = plans.filter(({ way }) => way.some(({ at, move }) => move.to === state && at < now - MINUTE_MS));
  for (const plan of there.slice(-HELD)) {
    plan.way = cutAfter(state, plan.way);
  }
}

type Step = Pick<Happening, "at" | "shipment" | "dueOn"> & { move: Move };

/** How the lines of a purchase proceed together if nothing comes between. */
function planWay({ at, buyer, depositPercent, stays }: Purchase, { dayOf }: Clock, chance: Chance): Step[] {
  const after = (ms: number, least: number, most: number) =>
    workTime(ms + chance.between(least, most) * DAY_MS, chance);
  const accepted = after(at, 0.12, 1.1);
  const produced = chance.happens(0.55) || stays === "in-production" ? after(accepted, 1, 5) : undefined;
  const packed = produced === undefined ? after(accepted, 1, 5) : after(produced, 2, 8);
  const shipped = after(packed, 0.5, 3);
  const delivered = after(shipped, 2, 14);
  // Whoever pays a deposit gets the invoice with the goods.
  const invoiced = (chance.happens(0.5) && depositPercent === 0 ? accepted : shipped) + 1000;
  const dueOn = addDays(dayOf(invoiced), DUE_DAYS);
  const due = Date.parse(dueOn);
  const paid = {
    prompt: after(invoiced, 5, 20),
    "on-time": Math.max(after(due, -6, -1), invoiced + HOUR_MS),
    late: after(due, 4, 38),
  }[buyer.profile.payment];
  const step = (at: number, track: Move["track"], from: Move["from"], to: Move["to"], more: Partial<Step> = {}) => ({
    ...{ at, move: { track, from, to }, shipment: undefined, dueOn: null, ...more },
  });
  return [
    step(accepted, "review", "in-review", "accepted"),
    ...(produced === undefined ? [] : [step(produced, "shipping", "pending", "in-production")]),
    step(packed, "shipping", produced === undefined ? "pending" : "in-production", "packed"),
    step(shipped, "shipping", "packed", "shipped", { shipment: ship(chance) }),
    step(delivered, "shipping", "shipped", "delivered"),
    step(invoiced, "payment", "pending", "invoiced", { dueOn }),
    step(paid, "payment", "invoiced", "paid"),
    ...(chance.happens(0.008) ? [step(after(Math.max(paid, delivered), 5, 15), "payment", "paid", "refunded")] : []),
  ].toSorted((a, b) => a.at - b.at);
}

function ship(chance: Chance): Shipment {
  const carrier = chance.pick(carriers);
  const trackingNumber = `${carrier.slice(0, 2).toUpperCase()}${Math.floor(chance.between(1e9, 1e10))}`;
  return { carrier, trackingNumber, trackingUrl: `https://track.example/${trackingNumber}` };
}

function live(
  { trim, pieces }: Purchase["lines"][number],
  { row, way, ends }: { row: number; way: readonly Step[]; ends: boolean },
  clock: Clock,
  chance: Chance,
): Life {
  const status: OrderStatus = { review: "in-review", shipping: "pending", payment: "pending" };
  // Pieces come back only to a trim with plenty, because past stock is worked out backwards from today's.
  const end = ends && pieces <= trim.quantity / 3 ? findEnd(way, chance) : undefined;
  const goesOn = ({ at }: Step) => !end || at < end.at;
  const happened = way.filter(goesOn).map((step): Happening => ({ ...step, by: "admin", note: null, noteFor: null }));
  if (end) happened.push(end);
  const accepted = way[0];
  if (accepted && !end && chance.happens(0.02)) {
    const note = { move: undefined, note: chance.pick(internalNotes), noteFor: "internal", by: "admin" } as const;
    happened.push({ ...note, at: accepted.at + HOUR_MS, shipment: undefined, dueOn: null });
  }
  const happenings = happened
    .map((happening) => ({ ...happening, at: happening.at + row * 10 }))
    .filter(({ at }) => at < clock.now - MINUTE_MS)
    .toSorted((a, b) => a.at - b.at);
  for (const { move } of happenings) if (move) Object.assign(status, { [move.track]: move.to });
  return { status, happenings };
}

/** Declined by an admin, cancelled by the buyer before that, or by an admin while it is made and not yet invoiced. */
function findEnd(way: readonly Step[], chance: Chance): Happening | undefined {
  const lot = chance.next();
  const accepted = way[0];
  const produced = way.find(({ move }) => move.to === "in-production");
  const packed = way.find(({ move }) => move.to === "packed");
  const invoiced = way.find(({ move }) => move.to === "invoiced");
  const none = { shipment: undefined, dueOn: null };
  const end = (to: Move["to"], from: Move["from"]) => ({ ...none, move: { track: "review", from, to } as const });
  if (!accepted || lot > 0.07) return undefined;
  if (lot < 0.03) {
    const happened = { by: "admin", note: chance.pick(reasons), noteFor: "buyer" } as const;
    return { at: accepted.at, ...happened, ...end("declined", "in-review") };
  }
  if (lot < 0.055) {
    return { at: accepted.at - HOUR_MS / 2, by: "buyer", note: null, noteFor: null, ...end("cancelled", "in-review") };
  }
  if (!produced || !packed || !invoiced || invoiced.at <= packed.at) return undefined;
  const happened = { by: "admin", note: chance.pick(declineReasons), noteFor: "buyer" } as const;
  return { at: Math.floor((produced.at + packed.at) / 2), ...happened, ...end("cancelled", "accepted") };
}
