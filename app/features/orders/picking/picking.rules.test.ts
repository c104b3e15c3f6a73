import { describe, expect, it } from "vitest";
import { allStatuses } from "#app/features/orders/rules.ts";
import { showOrder } from "#test/builders.ts";
import { describeUnits, groupByDelivery, groupByItem, readScan, waitsFor } from "./picking.rules.ts";

const trim = { company: null, article: 39, packingUnit: 500, onShelf: 2000 };
const picked = (number: number, about = {}) => ({ ...showOrder({ number, ...about }), ...trim });

describe("a list for the warehouse", () => {
  it("has what is accepted and not packed, and to produce only what waits for it", () => {
    const listed = (kind: "pick" | "production") =>
      new Set(allStatuses.filter(waitsFor[kind]).map(({ review, shipping }) => `${review} ${shipping}`));
    expect(listed("pick")).toEqual(new Set(["accepted pending", "accepted in-production"]));
    expect(listed("production")).toEqual(new Set(["accepted pending"]));
  });

  it("sums each item over its orders, by article number", () => {
    const [rivet, patch] = [{ trimId: "rivet" }, { trimId: "patch", orderQuantity: 700 }];
    const orders = [picked(1, rivet), { ...picked(2, patch), article: 15 }, picked(3, rivet)];
    const items = groupByItem(orders).map(({ key, pieces, orders: own }) => [
      key,
      pieces,
      own.map((one) => one.number),
    ]);
    expect(items).toEqual([
      ["patch", 700, [2]],
      ["rivet", 200, [1, 3]],
    ]);
  });

  it("has one delivery for each address of each buyer", () => {
    const orders = [picked(1), picked(2, { address: "Lund" }), picked(3), picked(4, { email: "b@denim.example" })];
    expect(groupByDelivery(orders).map(({ orders: own }) => own.map(({ number }) => number))).toEqual([
      [1, 3],
      [2],
      [4],
    ]);
  });

  it("says to whom a delivery goes: the company, the person and the address, nothing twice", () => {
    const shipTo = { company: null, name: null, street: "Tista 3", more: null, postcode: "1767", town: "Halden" };
    const order = { ...picked(1, { address: "Halden Jeans AS\nTista 3\n1767 Halden" }), company: "Halden Jeans AS" };
    const [typed] = groupByDelivery([order]);
    expect(typed?.to).toEqual(["Halden Jeans AS", "Astrid", "Tista 3", "1767 Halden"]);
    const [inFields] = groupByDelivery([{ ...order, shipTo: { ...shipTo, name: "Gate B", country: "NO" } }]);
    expect(inFields?.to).toEqual(["Halden Jeans AS", "Gate B", "Tista 3", "1767 Halden", "Norway"]);
  });
});

it.each([
  [97_500, 1000, "97 × 1,000 + 500"],
  [17_000, 1000, "17 × 1,000"],
  [480, 1000, "480"],
  [480, null, ""],
])("%i pieces in units of %s are %s", (pieces, unit, words) => {
  expect(describeUnits(pieces, unit)).toBe(words);
});

it.each([
  ["1550", 1550],
  [" No. 1550\n", 1550],
  ["Order No. 7", 7],
  ["S-31", undefined],
  ["PL-3", undefined],
  ["", undefined],
])("the scan %j names order %s", (text, number) => {
  expect(readScan(text)).toBe(number);
});
