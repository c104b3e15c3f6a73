import type { MoveInput } from "#app/features/orders/changes.contract.ts";

type Words = {
  title: string;
  no: string;
  yes: string;
  /** Asks for the reason. */
  why: (subject: string) => string;
  /** For whoever may not override it: who may. */
  who: string;
  /** The button beside several refusals, for whoever may override them, and for all others. */
  offer: (count: number) => string;
  show: string;
  /** After what was done: "2 accepted above the limit". */
  done: string;
  /** What a move says to be made all the same. */
  override: (reason: string) => Pick<MoveInput, "overCredit" | "beforeDeposit">;
};

/**
 * The refusals of a move that whoever looks after money may override for a reason, by the codes of their problems: a
 * company would be above its credit limit, or a deposit has not come in.
 */
export const obstacles = {
  "over-credit": {
    title: "Above the credit limit",
    no: "Keep in review",
    yes: "Accept above the limit",
    why: (subject) => `Reason to accept ${subject} all the same`,
    who: "Somebody of accounts can raise the limit, or an owner can accept with a reason.",
    offer: (count) => `Accept ${count} above the limit…`,
    show: "Above the limit…",
    done: "above the limit",
    override: (reason) => ({ overCredit: reason }),
  },
  "deposit-due": {
    title: "The deposit has not come in",
    no: "Wait for the deposit",
    yes: "Begin without it",
    why: (subject) => `Reason to begin ${subject} all the same`,
    who: "Accounts books the deposit when it has come in, or an owner can begin without it, with a reason.",
    offer: (count) => `Begin ${count} without the deposit…`,
    show: "Missing deposit…",
    done: "without the deposit",
    override: (reason) => ({ beforeDeposit: reason }),
  },
} as const satisfies Record<string, Words>;

export type Obstacle = keyof typeof obstacles;

/** Whether the code of a refusal is that of an obstacle. */
export function isObstacle(code: string | undefined): code is Obstacle {
  return code !== undefined && code in obstacles;
}
