/** The variable in which the first process hands a new one its seat. */
export const SEAT = "RIVET_SEAT";

/** What one of several processes starts with. */
export type Beginning = {
  /** What the first process has opened for all. */
  given: unknown;
  /** It migrates and seeds the database, before any other of its version starts. */
  prepares: boolean;
  /** Whether it tells people where the shop is. */
  announces: boolean;
};

/** To a worker: close with the whole shop; close because another has taken the seat; report the metrics; end. */
export type Order = { order: "leave" | "make way" | "end" } | { order: "count"; question: number };

/** From a worker: it is serving; its metrics, on request, or, unasked, its last ones before it ends. */
export type Report = { report: "serving" } | { report: "counts"; question?: number; counts: unknown[] };
