import { describe, expect, it } from "vitest";
import { faultsOfBreaks, lowestPrice, quotePrice, totalLine } from "./rules.ts";

const prices = {
  moq: 1000,
  price: "0.2900",
  priceBreaks: [
    { from: 2500, price: "0.2750" },
    { from: 5000, price: "0.2640" },
  ],
};

describe("the price of a quantity", () => {
  it.each([
    [1000, "0.2900", { from: 2500, more: 1500, price: "0.2750" }],
    [2499, "0.2900", { from: 2500, more: 1, price: "0.2750" }],
    [2500, "0.2750", { from: 5000, more: 2500, price: "0.2640" }],
    [4200, "0.2750", { from: 5000, more: 800, price: "0.2640" }],
    [5000, "0.2640", undefined],
    [1_000_000_000, "0.2640", undefined],
  ])("%i pieces cost %s each", (pieces, unitPrice, next) => {
    expect(quotePrice(prices, pieces)).toMatchObject({ unitPrice, next });
  });

  it("is the trim's own without breaks, and no list says “from”", () => {
    const plain = { price: "0.0620", priceBreaks: [] };
    expect(quotePrice(plain, 1)).toEqual({ unitPrice: "0.0620", total: "0.0620", rounded: "0.06", next: undefined });
    expect(lowestPrice(plain)).toBeUndefined();
    expect(lowestPrice(prices)).toBe("0.2640");
  });

  it("totals exactly, and in cents rounded half up", () => {
    expect(totalLine("0.0345", 333)).toEqual({ total: "11.4885", rounded: "11.49" });
    expect(totalLine("0.0150", 1)).toEqual({ total: "0.0150", rounded: "0.02" });
  });
});

describe("the breaks of a trim", () => {
  const faults = (...steps: [from: number, price: string][]) =>
    faultsOfBreaks({ ...prices, priceBreaks: steps.map(([from, price]) => ({ from, price })) }).map(
      ({ field }) => field,
    );

  it("hold when each starts above the one before it and costs less", () => {
    expect(faultsOfBreaks(prices)).toEqual([]);
    expect(faults()).toEqual([]);
    expect(faults([1001, "0.2899"])).toEqual([]);
  });

  it("are refused at the field at fault", () => {
    expect(faults([1000, "0.2"])).toEqual(["priceBreaks.0.from"]);
    expect(faults([2000, "0.29"])).toEqual(["priceBreaks.0.price"]);
    expect(faults([2000, "0.2"], [2000, "0.1"])).toEqual(["priceBreaks.1.from"]);
    expect(faults([2000, "0.2"], [3000, "0.2000"], [4000, "0.3"])).toEqual([
      "priceBreaks.1.price",
      "priceBreaks.2.price",
    ]);
    expect(faults([5, "9"])).toEqual(["priceBreaks.0.from", "priceBreaks.0.price"]);
  });
});
