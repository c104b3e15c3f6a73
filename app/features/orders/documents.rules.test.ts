import { expect, it } from "vitest";
import { listDocuments, listOn } from "./documents.rules.ts";
import type { OrderStatus } from "./facts.ts";

const fresh: OrderStatus = { review: "in-review", shipping: "pending", payment: "pending" };
const missing = (orders: readonly OrderStatus[], isAdmin: boolean) =>
  Object.fromEntries(listDocuments(orders, isAdmin).map((one) => [one.kind, one.missing]));

it("a buyer finds the invoice once one is issued, and never the packing list", () => {
  expect(missing([fresh], false)).toEqual({ confirmation: undefined, proforma: undefined, invoice: "once invoiced" });
  const invoiced: OrderStatus = { review: "accepted", shipping: "packed", payment: "invoiced" };
  expect(missing([invoiced], false)).toEqual({ confirmation: undefined, proforma: undefined, invoice: undefined });
});

it("an admin finds the packing list once a line of the sheet is accepted", () => {
  const accepted: OrderStatus = { review: "accepted", shipping: "pending", payment: "pending" };
  expect(missing([fresh], true).packing).toBe("once accepted");
  expect(missing([fresh, accepted], true).packing).toBeUndefined();
});

it("a confirmation leaves out what has ended, unless all has", () => {
  const ended: OrderStatus = { ...fresh, review: "cancelled" };
  expect(listOn("confirmation", [fresh, ended])).toEqual([fresh]);
  expect(listOn("confirmation", [ended, ended])).toEqual([ended, ended]);
});

it("what has ended has a confirmation alone, and the invoice that was issued", () => {
  const ended: OrderStatus = { ...fresh, review: "cancelled" };
  expect(missing([ended], true)).toEqual({
    confirmation: undefined,
    proforma: "none",
    packing: "none",
    invoice: "none",
  });
  expect(missing([{ ...ended, payment: "invoiced" }], false).invoice).toBeUndefined();
});
