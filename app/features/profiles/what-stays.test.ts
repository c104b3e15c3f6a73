import { expect, it } from "vitest";
import { describeWhatStays } from "./what-stays.tsx";

it.each([
  [{ openOrders: 1, unpaid: "7588.75" }, "1 open order and $7,588.75 unpaid. They stay, without an account."],
  [{ openOrders: 1, unpaid: "0.00" }, "1 open order. It stays, without an account."],
  [{ openOrders: 2, unpaid: "0.00" }, "2 open orders. They stay, without an account."],
  [{ openOrders: 0, unpaid: "10.00" }, "$10.00 unpaid. It stays, without an account."],
  [{ openOrders: 0, unpaid: "0.00" }, undefined],
])("says what an account that is deleted leaves behind: %j", (left, said) => {
  expect(describeWhatStays(left)).toBe(said);
});
