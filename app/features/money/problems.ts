import type { Problem } from "#app/contract/problem.ts";

export const aboveMost: Problem = { code: "above-most", status: 409, title: "More than there is" };
export const balanceChanged: Problem = {
  code: "balance-changed",
  status: 409,
  title: "Something was booked on this invoice meanwhile",
};
export const alreadyReversed: Problem = { code: "already-reversed", status: 409, title: "This is reversed already" };
export const notAStatement: Problem = {
  code: "not-a-statement",
  status: 415,
  title: "Please send lines, a CSV file or CAMT.053",
};
export const lineBooked: Problem = { code: "line-booked", status: 409, title: "This line is booked already" };
export const hourOver: Problem = { code: "hour-over", status: 409, title: "Lines are taken back within the hour" };

export const nothingToRemind: Problem = { code: "nothing-to-remind", status: 409, title: "Nothing to remind of" };
