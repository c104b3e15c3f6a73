import { expect, it } from "vitest";
import { describeEnds } from "./ends.rules.ts";

const ended = (declined: number, cancelled: number) => [
  ...Array.from({ length: cancelled }, () => ({ review: "cancelled" as const })),
  ...Array.from({ length: declined }, () => ({ review: "declined" as const })),
];

it.each([
  [1, 0, "One order was declined."],
  [0, 1, "One order was cancelled."],
  [3, 0, "3 orders were declined."],
  [1, 1, "One order was declined, and one was cancelled."],
  [2, 3, "2 orders were declined, and 3 were cancelled."],
])("says of %i declined and %i cancelled orders: %s", (declined, cancelled, words) => {
  expect(describeEnds(ended(declined, cancelled))).toBe(words);
});
