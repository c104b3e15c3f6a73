import { expect, it } from "vitest";
import { shopToday } from "#app/client/shop-time.ts";
import { isPastDue } from "./order-states.rules.ts";

const dueToday = { review: "accepted", payment: "invoiced", dueOn: "2026-11-22" } as const;
/** It is Monday in Stockholm already, and still Sunday in Los Angeles. */
const nowMs = Date.parse("2026-11-22T23:30:00Z");

it.each([
  ["Europe/Stockholm", true],
  ["UTC", false],
  ["America/Los_Angeles", false],
])("an invoice is past due once its day is over in %s", (timeZone, isDue) => {
  const today = shopToday({ nowMs, timeZone });
  expect(isPastDue(dueToday, today)).toBe(isDue);
  expect(isPastDue({ ...dueToday, payment: "paid" }, today)).toBe(false);
  expect(isPastDue({ ...dueToday, dueOn: "2026-11-21" }, today)).toBe(true);
});

it("nothing is past due of an order that was cancelled after its invoice", () => {
  expect(isPastDue({ ...dueToday, review: "cancelled" }, "2026-11-30")).toBe(false);
});
