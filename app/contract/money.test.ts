import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addTotals,
  comparePrices,
  describePieces,
  describePiecesShort,
  formatPieces,
  formatTotal,
  formatUnitPrice,
  roundToCents,
  totalPrice,
} from "./money.ts";
import { price } from "./price.ts";

const prices = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, part]) => ({
    text: `${whole}.${String(part).padStart(4, "0")}`,
    units: BigInt(whole) * 10_000n + BigInt(part),
  }));

describe("prices", () => {
  it("multiply exactly, whatever the price and the count", () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 1_000_000_000 }), ({ text, units }, count) => {
        const total = totalPrice(text, count);
        expect(BigInt(total.replace(".", ""))).toBe(units * BigInt(count));
        expect(total).toMatch(/^\d+\.\d{4}$/);
      }),
    );
  });

  it.each([
    ["0.0620", "$0.0620"],
    ["0.1", "$0.1000"],
    ["4.2", "$4.20"],
    ["1234.5678", "$1,234.5678"],
  ])("per piece: %s is shown as %s", (text, shown) => expect(formatUnitPrice(text)).toBe(shown));

  it.each([
    ["1950.0000", "$1,950.00"],
    ["93", "$93.00"],
    ["0.0345", "$0.03"],
    ["11.4885", "$11.49"],
    ["0.0050", "$0.01"],
    ["0.0049", "$0.00"],
    ["999.9950", "$1,000.00"],
    ["1234567.1230", "$1,234,567.12"],
    ["-591.25", "−$591.25"],
    ["-0.005", "−$0.01"],
    ["-1950", "−$1,950.00"],
  ])("in total: %s is shown as %s", (text, shown) => expect(formatTotal(text)).toBe(shown));

  it("are each rounded, then added, whatever the amounts", () => {
    fc.assert(
      fc.property(fc.array(prices), (amounts) => {
        const cents = amounts.map(({ text }) => BigInt(roundToCents(text).replace(".", "")));
        const sum = addTotals(amounts.map(({ text }) => text));
        expect(BigInt(sum.replace(".", ""))).toBe(cents.reduce((all, one) => all + one, 0n));
        expect(sum).toMatch(/^\d+\.\d\d$/);
      }),
    );
    // Rounded after adding, these would be 0.01.
    expect(addTotals(["0.0050", "0.0050"])).toBe("0.02");
  });

  it("round half up to cents and never further, whatever the amount", () => {
    fc.assert(
      fc.property(prices, ({ text, units }) => {
        const cents = BigInt(roundToCents(text).replace(".", ""));
        const off = cents * 100n - units;
        expect(off > -50n && off <= 50n).toBe(true);
      }),
    );
  });

  it("compare as amounts, not as texts", () => {
    expect(["0.0900", "10", "10.0000"].map((text) => Math.sign(comparePrices(text, "10.0")))).toEqual([-1, 0, 0]);
    expect(comparePrices("10", "9.9999")).toBeGreaterThan(0);
  });

  it.each(["abc", "-1", "1e3", "1,5", ".5", "1.", "0.00001", "123456789", "", " 1", "1 ", "NaN", "٣"])(
    "are not %j",
    (text) => expect(price.safeParse(text).success).toBe(false),
  );
});

it("counts one piece in the singular", () => {
  expect([0, 1, 2, 96_000].map(describePieces)).toEqual(["0 pieces", "1 piece", "2 pieces", "96,000 pieces"]);
  expect([0, 1, 2, 96_000].map(describePiecesShort)).toEqual(["0 pcs", "1 pc", "2 pcs", "96,000 pcs"]);
});

it("groups pieces by thousands", () => {
  expect([1, 999, 1000, 96_000, 1_000_000_000].map(formatPieces)).toEqual([
    "1",
    "999",
    "1,000",
    "96,000",
    "1,000,000,000",
  ]);
});
