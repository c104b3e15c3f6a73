import { expect, it } from "vitest";
import { startOfLastQuarter } from "./statement.rules.ts";

it.each([
  ["2026-01-01", "2025-10-01"],
  ["2026-03-31", "2025-10-01"],
  ["2026-04-01", "2026-01-01"],
  ["2026-11-28", "2026-07-01"],
  ["2026-12-31", "2026-07-01"],
])("on %s a statement begins on %s", (today, first) => {
  expect(startOfLastQuarter(today)).toBe(first);
});
