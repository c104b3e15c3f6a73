import type { OrderEvent } from "#app/features/orders/contract.ts";
import type { SheetEvent } from "./contract.ts";

/** What follows later than this was another act. */
const APART_MS = 60_000;

/** Shorter runs are named one by one. */
const RUN_MIN = 3;

type OneEvent = OrderEvent & { orderNumber: number };

/**
 * Gathers the events of a sheet's orders, oldest first: what one person did to several orders, one soon after the other and
 * in the same words, is one entry, dated by the first. An order that meets the same again begins another.
 */
export function gatherEvents(events: readonly OneEvent[]): SheetEvent[] {
  const gathered: SheetEvent[] = [];
  const latest = new Map<string, { entry: SheetEvent; atMs: number }>();
  for (const { orderNumber, ...event } of events) {
    const { _id, at, ...act } = event;
    const [key, atMs] = [JSON.stringify(act), Date.parse(at)];
    const same = latest.get(key);
    if (same && atMs - same.atMs <= APART_MS && !same.entry.orders.includes(orderNumber)) {
      same.entry.orders.push(orderNumber);
      same.atMs = atMs;
      continue;
    }
    const entry = { ...event, orders: [orderNumber] };
    gathered.push(entry);
    latest.set(key, { entry, atMs });
  }
  for (const { orders } of gathered) orders.sort((a, b) => a - b);
  return gathered;
}

/** Some of a sheet's orders by their numbers: `No. 1042 to 1046, 1048`. What follows each other on the sheet is a run. */
export function nameRuns(numbers: readonly number[], all: readonly number[]): string {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && all.indexOf(number) === all.indexOf(run.at(-1) ?? 0) + 1) run.push(number);
    else runs.push([number]);
  }
  const named = runs.map((run) => (run.length < RUN_MIN ? run.join(", ") : `${run[0]} to ${run.at(-1)}`));
  return `No. ${named.join(", ")}`;
}
