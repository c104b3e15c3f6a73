import { expect, it } from "vitest";
import { findDays } from "./days.ts";

const lateOnMonday = Date.parse("2026-11-23T23:30:00Z");

it.each([
  ["UTC", "today", { from: "2026-11-23" }],
  ["UTC", "yesterday", { from: "2026-11-22", to: "2026-11-22" }],
  ["UTC", "week", { from: "2026-11-17" }],
  ["UTC", "month", { from: "2026-10-25" }],
  ["Europe/Stockholm", "yesterday", { from: "2026-11-23", to: "2026-11-23" }],
  ["UTC", "", {}],
  ["UTC", "soon", {}],
])("in %s %j is %j", (timeZone, choice, days) => {
  expect(findDays(choice, { nowMs: lateOnMonday, timeZone })).toEqual(days);
});
