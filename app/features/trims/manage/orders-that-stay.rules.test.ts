import { expect, it } from "vitest";
import { describeOrdersThatStay } from "./orders-that-stay.rules.ts";

it.each([
  [{ inOpenOrders: 17_500, openOrders: 1 }, "17,500 pieces in 1 open order. It stays."],
  [{ inOpenOrders: 57_500, openOrders: 3 }, "57,500 pieces in 3 open orders. They stay."],
  [{ inOpenOrders: 0, openOrders: 0 }, undefined],
])("says which orders an item that is deleted leaves behind: %j", (held, said) => {
  expect(describeOrdersThatStay(held)).toBe(said);
});
