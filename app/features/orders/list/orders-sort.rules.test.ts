import { describe, expect, it } from "vitest";
import { orderSort } from "#app/features/orders/lists.contract.ts";
import { columnSorts, orderSorts, readOrderSort, saidSort } from "./orders-sort.rules.ts";

describe("the order of a list of orders", () => {
  it("can be any that the API knows", () => {
    expect(orderSorts.toSorted()).toEqual(orderSort.options.toSorted());
  });

  it("is offered by one column heading at most; that by total only beside the list", () => {
    const asked = Object.values(columnSorts).flatMap(({ asc, desc }) => [asc, ...(desc ? [desc] : [])]);
    expect([...asked, "total", "-total"].toSorted()).toEqual(orderSort.options.toSorted());
  });

  it.each(orderSorts)("survives a round trip through the address: %s", (sort) => {
    expect(readOrderSort(saidSort(sort)) ?? "newest").toBe(sort);
  });

  it.each(["", "password", "toString", "newest"])("stays unsaid for %j", (sort) => {
    expect(saidSort(sort)).toBeUndefined();
  });
});
