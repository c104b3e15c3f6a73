import type { State, Track } from "#app/features/orders/facts.ts";
import type { BulkAction, Failure } from "#app/features/orders/status/bulk.rules.ts";
import type { MoveCall } from "#app/features/orders/status/send-moves.ts";

/** The outcome of an action: in words, and the orders that did not move, by their ids. */
export type Outcome = {
  words: string;
  failures: ReadonlyMap<string, Failure>;
  undo?: BulkUndo | undefined;
  /** Those of the failures that can be accepted for a reason. */
  above?: Above | undefined;
};

/** How everything that an action moved goes back, and until when. */
export type BulkUndo = {
  until: string;
  calls: { ids: string[]; track: Track; from: State; to: State }[];
  /** The numbers of the orders, by their ids. */
  numbers: ReadonlyMap<string, number>;
};

/**
 * The orders that would put their company above its credit limit: the calls that accept them, and the company, if it is
 * one.
 */
export type Above = { action: BulkAction; calls: MoveCall[]; companyId: string | null };
