import type { OrderEvent } from "#app/features/orders/contract.ts";
import type { SheetEvent } from "#app/features/sheets/contract.ts";

/** Events further apart than this are separate actions. */
const APART_MS = 60_000;

/** Shorter runs are named one by one. */
const RUN_MIN = 3;

type OneEvent = OrderEvent & { orderNumber: number; callId?: string | null };

/**
 * Gathers the events of a sheet's orders, oldest first: if one person does the same to several orders in quick
 * succession, that is one entry, dated by the first. If the same happens to an order again, a new entry begins. What
 * one call changed is one entry.
 */
export function gatherEvents(events: readonly OneEvent[]): SheetEvent[] {
  const gathered: SheetEvent[] = [];
  /** A change lies between what came before it and what came after. */
  const calls = new Set<string>();
  const latest = new Map<string, { entry: SheetEvent; atMs: number }>();
  for (const { orderNumber, callId, ...happened } of events) {
    const { change, note: reason } = happened;
    const event = change ? { ...happened, change: null, note: null, noteFor: null } : happened;
    const changes = change ? [{ order: orderNumber, change, reason }] : [];
    const { _id, at, pieces: _pieces, ...action } = event;
    if (change) calls.add(callId ?? _id);
    const [key, atMs] = [change ? `changed ${callId ?? _id}` : JSON.stringify([action, calls.size]), Date.parse(at)];
    const same = latest.get(key);
    if (same && atMs - same.atMs <= APART_MS && !same.entry.orders.includes(orderNumber)) {
      same.entry.orders.push(orderNumber);
      same.entry.changes.push(...changes);
      same.entry.pieces = null;
      same.atMs = atMs;
      continue;
    }
    const entry = { ...event, orders: [orderNumber], changes };
    gathered.push(entry);
    latest.set(key, { entry, atMs });
  }
  for (const { orders, changes } of gathered) {
    orders.sort((a, b) => a - b);
    changes.sort((a, b) => a.order - b.order);
  }
  return gathered;
}

/** Some of a sheet's orders by their numbers: `No. 1042 to 1046, 1048`. Consecutive numbers on the sheet form a run. */
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
