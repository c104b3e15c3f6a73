import { expect, it } from "vitest";
import { describeReversal, describeWhole } from "./words.rules.ts";

it("says what is reversed as a whole, and what of it is on the invoice", () => {
  const paid = { kind: "payment", amount: "948.75", whole: "973.75" } as const;
  expect(describeReversal(paid)).toEqual({
    what: "payment of $973.75",
    note: "The booking stays, and a second one says the opposite. $948.75 of it is on this invoice; the rest is taken back too, from other invoices or from credit. The buyer reads it in the history of the order.",
  });
  expect(describeReversal({ ...paid, whole: "948.75" })).toEqual({
    what: "payment of $948.75",
    note: "The booking stays, and a second one says the opposite. The buyer reads it in the history of the order.",
  });
});

it("names each kind by a noun, and does not tell the buyer of a write-off", () => {
  const name = (kind: "refund" | "write-off" | "allocation") => {
    const amount = kind === "refund" ? "-0.35" : "0.35";
    return describeReversal({ kind, amount, whole: amount });
  };
  expect(name("refund").what).toBe("refund of $0.35");
  expect(name("allocation").what).toBe("use of credit of $0.35");
  expect(name("write-off")).toEqual({
    what: "write-off of $0.35",
    note: "The booking stays, and a second one says the opposite. The buyer does not read of it.",
  });
});

it("names the whole of a booking that did more than this invoice shows", () => {
  expect(describeWhole({ amount: "948.75", whole: "973.75" })).toBe("of $973.75 in all");
  expect(describeWhole({ amount: "948.75", whole: "948.75" })).toBeUndefined();
  // A refund that was reversed.
  expect(describeWhole({ amount: "-414.63", whole: "0.00" })).toBeUndefined();
});
