import { describe, expect, it } from "vitest";
import type { Permission } from "#app/contract/staff.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { allStatuses, listMoves } from "#app/features/orders/rules.ts";
import { isLateInvoice, listDuties } from "./duty.rules.ts";

const today = "2026-11-27";
const all = () => true;
const warehouse = (permission: Permission) => permission === "ship-orders";

const at = (review: OrderStatus["review"], shipping: OrderStatus["shipping"], payment: OrderStatus["payment"]) => ({
  review,
  shipping,
  payment,
  dueOn: payment === "invoiced" ? "2026-12-20" : null,
});

describe("what staff are to do about an order, the most urgent first", () => {
  it.each([
    [at("in-review", "pending", "pending"), ["review"]],
    [at("accepted", "pending", "pending"), ["invoice", "produce"]],
    [at("accepted", "pending", "invoiced"), ["produce", "pay"]],
    [at("accepted", "in-production", "pending"), ["invoice", "pack"]],
    [at("accepted", "packed", "invoiced"), ["ship", "pay"]],
    [at("accepted", "packed", "paid"), ["ship"]],
    [at("accepted", "partly-shipped", "pending"), ["invoice", "ship"]],
    [at("accepted", "shipped", "pending"), ["invoice", "deliver"]],
    [at("accepted", "shipped", "invoiced"), ["deliver", "pay"]],
    [{ ...at("accepted", "packed", "invoiced"), dueOn: "2026-11-26" }, ["ship", "overdue"]],
    [{ ...at("accepted", "shipped", "invoiced"), dueOn: "2026-11-26" }, ["overdue", "deliver"]],
    [at("accepted", "delivered", "pending"), ["invoice"]],
    [at("accepted", "delivered", "invoiced"), ["pay"]],
    [at("accepted", "delivered", "paid"), []],
    [at("accepted", "delivered", "refunded"), []],
    [at("declined", "pending", "pending"), []],
    [at("cancelled", "pending", "paid"), []],
  ])("%o: %o", (order, expected) => {
    const named = (waitsForUs: boolean, hasClaim: boolean) =>
      listDuties(order, { waitsForUs, hasClaim, today, may: all }).map(({ duty }) => duty);
    expect(named(false, false)).toEqual(expected);
    expect(named(true, true), "a question comes before everything").toEqual(["answer", "claim", ...expected]);
    expect(named(false, true), "then a claim").toEqual(["claim", ...expected]);
  });

  it("are only those that a member of staff may do", () => {
    const asked = { waitsForUs: true, hasClaim: true, today, may: warehouse };
    expect(listDuties(at("accepted", "packed", "pending"), asked).map(({ duty }) => duty)).toEqual(["ship"]);
    expect(listDuties(at("in-review", "pending", "pending"), asked)).toEqual([]);
  });

  it("hold every move but a refund, each once", () => {
    for (const status of allStatuses) {
      const order = { ...status, dueOn: "2026-12-20" };
      const held = listDuties(order, { waitsForUs: false, hasClaim: false, today, may: all }).flatMap(
        ({ moves }) => moves,
      );
      const open = listMoves(order).filter(({ to }) => to !== "refunded");
      expect(held).toHaveLength(open.length);
      expect(held).toEqual(expect.arrayContaining(open));
    }
  });
});

it("an invoice is late once something has left", () => {
  expect(isLateInvoice(at("accepted", "packed", "pending"))).toBe(false);
  expect(isLateInvoice(at("accepted", "partly-shipped", "pending"))).toBe(true);
  expect(isLateInvoice(at("accepted", "delivered", "invoiced"))).toBe(false);
});
