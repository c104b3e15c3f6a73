/** The variable in which the first process hands a new one its seat. */
export const SEAT = "RIVET_SEAT";

/** What a process of several begins with. */
export type Beginning = {
  /** What the first process has opened for all. */
  given: unknown;
  /** It migrates and seeds the database, before any other of its version starts. */
  prepares: boolean;
  /** It tells people where the shop is. */
  announces: boolean;
};

/** To a worker: close with the whole shop; close because another has taken the seat; tell the metrics; end. */
export type Order = { order: "leave" | "make way" | "end" } | { order: "count"; question: number };

/** From a worker: it serves; its metrics, asked for or, without a question, its last ones, before it ends. */
export type Report = { report: "serving" } | { report: "counts"; question?: number; counts: unknown[] };
