import type { Problem } from "#app/contract/problem.ts";

export const aboveMost: Problem = { code: "above-most", status: 409, title: "More than there is" };
export const balanceChanged: Problem = {
  code: "balance-changed",
  status: 409,
  title: "Something was booked on this invoice meanwhile",
};
export const alreadyReversed: Problem = { code: "already-reversed", status: 409, title: "This is reversed already" };
