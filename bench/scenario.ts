import type pg from "pg";

/** A server and its process. */
export type Target = { url: string; pid: number };

/** The built shop, started as `npm start` starts it, on data of its own, without limits, behind a proxy. */
export type MeasuredShop = Target & {
  dataDir: string;
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  stop(): Promise<void>;
};

/** What scenarios have in common. */
export type Ground = {
  /** The shop shared by scenarios that change little. It starts when the first one asks for it. */
  shop(): Promise<MeasuredShop>;
  /** Another shop, for scenarios that fill it or watch it age. Whoever opens it stops it. */
  openShop(settings?: NodeJS.ProcessEnv): Promise<MeasuredShop>;
};

/** The result of one round. */
export type Round = {
  /** In the line's unit: a rate, a duration or a size. */
  value: number;
  /** CPU time of the process that answered, for each request. Steadier than rates on a busy machine. */
  cpuMs?: number;
  p50Ms?: number;
  p99Ms?: number;
};

/** One line of the table: work of the shop compared with its limit. Both take turns, round by round. */
export type Line = {
  work: string;
  limit: string;
  unit: "1/s" | "ms" | "MB" | "s" | "";
  goal: Goal;
  /** How many rounds, if one takes long; otherwise as many as requested. */
  rounds?: number;
  /** Warm-up rounds that do not count; one by default. */
  warmUp?: number;
  /** One round of the work. */
  run(): Promise<Round>;
  /** One round of the limit. A line with an absolute goal has none. */
  runLimit?(): Promise<Round>;
};

export type Scenario = {
  /** What `--only` names. */
  name: string;
  /** Sets up. Says what is measured, what must hold afterwards, and how to clear up. */
  open(ground: Ground): Promise<{
    lines: readonly Line[];
    /** Invariants, after all rounds. @throws Error when one is broken */
    check?(): Promise<void>;
    close?(): Promise<void>;
  }>;
};

/** Measures how far apart a pair of rounds is, and what is good enough. */
export type Goal = {
  /** As shown in the table: "≥ 0.85". */
  text: string;
  figure(work: number, limit: number): number;
  isMet(figure: number): boolean;
};

const ratio = (work: number, limit: number) => work / limit;

export const atLeast = (goal: number): Goal => ({
  text: `≥ ${goal}`,
  figure: ratio,
  isMet: (figure) => figure >= goal,
});

export const atMost = (goal: number): Goal => ({ text: `≤ ${goal}`, figure: ratio, isMet: (figure) => figure <= goal });

/** At most this much more than the limit, in the line's unit. */
export const atMostMore = (goal: number): Goal => ({
  text: `≤ limit + ${goal}`,
  figure: (work, limit) => work - limit,
  isMet: (figure) => figure <= goal,
});

/** At most this much, in the line's unit, without a limit to compare with. */
export const atMostEver = (goal: number): Goal => ({
  text: `≤ ${goal}, absolute`,
  figure: (work) => work,
  isMet: (figure) => figure <= goal,
});
