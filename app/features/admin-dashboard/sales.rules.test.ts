import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareWeeks, findMonths, findScale, soldOf } from "./sales.rules.ts";

describe("sales in words", () => {
  it("compare the last four full weeks with the four before, without the running one", () => {
    expect(compareWeeks(["1", "1", "200", "200", "200", "200", "104", "104", "104", "104", "999"])).toEqual({
      last: "416.00",
      change: "down 48%",
    });
    expect(compareWeeks(["200", "200", "200", "200", "200", "200", "200", "200", "0"]).change).toBe("as much");
    expect(compareWeeks(["124", "125", "125", "125", "900", "900", "900", "900", "0"]).change).toBeUndefined();
    expect(compareWeeks(["0", "0", "0", "0", "0", "0", "0", "7", "0"])).toEqual({ last: "7.00", change: undefined });
  });

  it("have a scale that holds the highest value and leaves at most a quarter empty", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), (highest) => {
        const scale = findScale(highest);
        expect(scale).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(scale * 0.75).toBeLessThanOrEqual(highest * (1 + 1e-9));
      }),
    );
    expect([0, 18_153, 7200, 6000, 117_783].map(findScale)).toEqual([4, 20_000, 8000, 6000, 120_000]);
  });

  it("name a month at the first of its weeks", () => {
    const weeks = ["2026-01-26", "2026-02-02", "2026-02-09", "2026-03-02"].map((week) => ({ week }));
    expect(findMonths(weeks)).toEqual([
      { at: 0.25, month: "2026-02" },
      { at: 0.75, month: "2026-03" },
    ]);
  });

  it("know what a line sold, and what trims without a line did", () => {
    const sold = { orders: 1, pieces: 1, value: "5.00" };
    const week = { week: "2026-01-26", ...sold, lines: [{ line: null, ...sold }] };
    expect([soldOf(week, null), soldOf(week, "rivets")]).toEqual(["5.00", "0.00"]);
  });
});
