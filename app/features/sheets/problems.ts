import type { Problem } from "#app/contract/problem.ts";

export const draftChanged: Problem = {
  code: "draft-changed",
  status: 412,
  title: "The draft has changed",
};
