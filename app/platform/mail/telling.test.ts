import { expect, it } from "vitest";
import { restAfter } from "./telling.server.ts";

it.each([
  { mails: 0, ms: 500 },
  { mails: 2, ms: 500 },
  { mails: 5, ms: 500 },
  { mails: 11, ms: 1_100 },
  { mails: 100, ms: 10_000 },
  { mails: 5_000, ms: 10_000 },
])("after $mails mails, orders gather for $ms ms", ({ mails, ms }) => {
  expect(restAfter(mails)).toBe(ms);
});
