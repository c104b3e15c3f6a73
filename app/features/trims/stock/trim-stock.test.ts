import { describe, expect, it } from "vitest";
import { describeStock } from "./trim-stock.ts";

describe("describeStock", () => {
  it.each([
    { quantity: 0, moq: 1, stock: "out" },
    { quantity: 1, moq: 2, stock: "below-minimum" },
    { quantity: 1999, moq: 2000, stock: "below-minimum" },
    { quantity: 2000, moq: 2000, stock: "enough" },
    { quantity: 1, moq: 1, stock: "enough" },
  ])("says $stock for $quantity left and a minimum of $moq", ({ quantity, moq, stock }) => {
    expect(describeStock({ quantity, moq })).toBe(stock);
  });
});
