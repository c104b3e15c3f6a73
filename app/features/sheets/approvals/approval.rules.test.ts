import { expect, it } from "vitest";
import { findDifferences } from "./approval.rules.ts";

const line = {
  ...{ trimId: "1", name: "Zipper", orderQuantity: 9000, unitPrice: "0.2520", unitPriceNow: "0.2520" },
  ...{ available: 26_000, fault: null },
};

it.each([
  ["nothing", {}, undefined],
  ["a higher price", { unitPriceNow: "0.2640" }, "$0.2520 is now $0.2640: $2,268.00 becomes $2,376.00"],
  ["a lower price", { unitPriceNow: "0.2500" }, "$0.2520 is now $0.2500: $2,268.00 becomes $2,250.00"],
  ["stock that is still enough", { available: 9000 }, undefined],
  ["too little stock", { available: 8200, fault: "Only 8,200" }, "8,200 left, 800 short"],
  ["a higher minimum", { fault: "At least 10,000 pieces" }, "At least 10,000 pieces"],
  ["a trim that has left", { unitPriceNow: null, available: 0, fault: "Gone" }, "no longer in the catalogue"],
])("of %s an approver reads what it means", (_, about, words) => {
  expect(findDifferences([{ ...line, ...about }])[0]?.words).toBe(words);
});
