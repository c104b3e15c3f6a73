import { expect, it } from "vitest";
import { shortenDollars, toPlaces } from "./year.rules.ts";

it("places days in the year that ends today", () => {
  expect(toPlaces(["2026-11-19", "2025-11-19", "2024-01-01"], "2026-11-19")).toEqual([1, 0, 0]);
  expect(toPlaces(["2026-05-20"], "2026-11-19")[0]).toBeCloseTo(0.5, 1);
});

it("shortens sums for narrow bars", () => {
  const sums = ["0.00", "999.40", "999.50", "5636.00", "9949.00", "9950.00", "999499.00", "999500.00"];
  expect(sums.map(shortenDollars)).toEqual(["$0", "$999", "$1.0k", "$5.6k", "$9.9k", "$10k", "$999k", "$1.0M"]);
});
