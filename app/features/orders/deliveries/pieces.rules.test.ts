import { describe, expect, it } from "vitest";
import { describePart, describeShipped, leastPieces, mostPieces, sayClosing } from "./pieces.rules.ts";

it.each([
  [18_000, 0, 18_000, 18_000],
  [18_000, 5, 17_100, 18_900],
  [7, 10, 7, 7],
  [15, 10, 14, 16],
  [333, 3, 324, 342],
])(
  "of %i pieces with %i %% tolerance at least %i and at most %i are delivered",
  (orderQuantity, tolerance, least, most) => {
    const order = { orderQuantity, tolerance, payment: "pending" } as const;
    expect([leastPieces(order), mostPieces(order)]).toEqual([least, most]);
    // What is invoiced is paid for, and no more.
    for (const payment of ["invoiced", "paid"] as const) expect(mostPieces({ ...order, payment })).toBe(orderQuantity);
  },
);

it.each([
  ["partly-shipped", 8000, "8,000 of 18,000"],
  ["shipped", 17_500, "17,500 of 18,000"],
  ["delivered", 18_400, "18,400 of 18,000"],
  ["shipped", 18_000, undefined],
  ["packed", 0, undefined],
] as const)("an order that is %s with %i pieces says %s", (shipping, shippedPieces, words) => {
  expect(describeShipped({ shipping, shippedPieces, orderQuantity: 18_000 })).toBe(words);
});

it("a mail says what is in the delivery, and what follows", () => {
  const part = (pieces: number, after: number, isLast = false) =>
    describePart(pieces, after, { orderQuantity: 18_000, isLast });
  expect(part(18_000, 18_000, true)).toBe("18,000 pieces");
  expect(part(8000, 8000)).toBe("8,000 of 18,000 pieces; 10,000 follow");
  expect(part(2000, 10_000)).toBe("2,000 of 18,000 pieces; 10,000 in all; 8,000 follow");
  expect(part(8000, 18_000, true)).toBe("8,000 of 18,000 pieces; 18,000 in all; nothing more follows");
});

describe("closing an order short", () => {
  const order = { orderQuantity: 1000, shippedPieces: 400, tolerance: 0, payment: "pending", billed: null } as const;

  it("says what goes back to stock, and what is credited of its invoice", () => {
    expect(sayClosing(order)).toEqual([
      "400 pieces of 1,000 have left. 600 pieces go back to stock.",
      "The invoice bills what has left.",
    ]);
    const billed = { invoice: "2026-00001", pieces: 1000, line: { pieces: 1000, amount: "62.00" } };
    expect(sayClosing({ ...order, payment: "invoiced", billed })[1]).toBe(
      "A credit note over $37.20 of invoice 2026-00001 is mailed. This cannot be taken back.",
    );
  });
});
