import { describe, expect, it } from "vitest";
import { orderSort } from "./contract.ts";
import { columnOf, orderSorts, sortBy } from "./orders-sort.rules.ts";

describe("the order of a list of orders", () => {
  it("can be every one that the API knows", () => {
    expect(orderSorts.toSorted()).toEqual(orderSort.options.toSorted());
  });

  it.each(orderSorts)("is the same after it went through the table: %s", (sort) => {
    expect(sortBy(columnOf(sort)) ?? "newest").toBe(sort);
  });

  it.each([undefined, "", "password", "toString"])("is newest first for %j", (sort) => {
    expect(columnOf(sort)).toEqual({ id: "number", desc: true });
  });

  it("stays unsaid when it goes without saying", () => {
    expect(sortBy({ id: "number", desc: true })).toBeUndefined();
    expect(sortBy({ id: "phone", desc: true })).toBeUndefined();
  });
});
