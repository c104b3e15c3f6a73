import type { Problem } from "#app/contract/problem.ts";

export const reviewHidden: Problem = { code: "review-hidden", status: 409, title: "The review is hidden" };
export const answerChanged: Problem = { code: "answer-changed", status: 409, title: "The answer has changed" };
