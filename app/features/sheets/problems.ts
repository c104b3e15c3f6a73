import type { Problem } from "#app/contract/problem.ts";

export const draftChanged: Problem = {
  code: "draft-changed",
  status: 412,
  title: "The draft has changed",
};

export const approvalDecided: Problem = {
  code: "approval-decided",
  status: 409,
  title: "Somebody has decided already",
};
export const askerCannotOrder: Problem = {
  code: "asker-cannot-order",
  status: 409,
  title: "Whoever asked may not order for the company any more",
};

/** Said of a sheet that was not sent because its draft is another by now. */
export const CHANGED_UNSENT =
  "Your order sheet has changed meanwhile, and nothing was sent just now. Please check it first.";
