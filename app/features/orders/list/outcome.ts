import type { State, Track } from "#app/features/orders/facts.ts";
import { type BulkAction, canTakeBack, type Failure } from "#app/features/orders/status/bulk.rules.ts";
import type { Obstacle } from "#app/features/orders/status/obstacles.ts";
import type { MoveCall } from "#app/features/orders/status/send-moves.ts";

/** The outcome of an action: in words, and the orders that did not move, by their ids. */
export type Outcome = {
  words: string;
  failures: ReadonlyMap<string, Failure>;
  undo?: BulkUndo | undefined;
  /** Those of the failures that can be overridden for a reason. */
  refused?: Refused | undefined;
};

/** How everything that an action moved goes back, and until when. */
export type BulkUndo = {
  until: string;
  calls: { ids: string[]; track: Track; from: State; to: State }[];
  /** The numbers of the orders, by their ids. */
  numbers: ReadonlyMap<string, number>;
};

/** The orders that an obstacle keeps from an action: the calls that move them, and their company, if it is one. */
export type Refused = { obstacle: Obstacle; action: BulkAction; calls: MoveCall[]; companyId: string | null };

/** As long as each of the moves can be taken back. */
const UNDO_MS = 60 * 60 * 1000;

type Moved = {
  action: BulkAction;
  calls: readonly { invoice?: unknown }[];
  numbers: ReadonlyMap<string, number>;
  back: BulkUndo["calls"];
};

/** What takes back these moves and the earlier ones of their action; undefined if that cannot be done as a whole. */
export function offerUndo({ action, calls, numbers, back }: Moved, earlier?: BulkUndo): BulkUndo | undefined {
  // Two moves of one order go back one after the other, on its page.
  if (!canTakeBack(action) || calls.some(({ invoice }) => invoice)) return undefined;
  if (back.length === 0) return earlier;
  return {
    until: earlier?.until ?? new Date(Date.now() + UNDO_MS).toISOString(),
    calls: [...(earlier?.calls ?? []), ...back],
    numbers: new Map([...(earlier?.numbers ?? []), ...numbers]),
  };
}
