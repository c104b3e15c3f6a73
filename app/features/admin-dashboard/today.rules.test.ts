import { describe, expect, it } from "vitest";
import { isPermitted, type StaffRole } from "#app/contract/staff.ts";
import {
  beginWith,
  describeAgo,
  describeLowStock,
  describePastDue,
  describeToInvoice,
  describeWaiting,
} from "./today.rules.ts";

const today = "2026-11-19";

it("shows each role its own work first", () => {
  const first = (...roles: StaffRole[]) => beginWith((permission) => isPermitted(roles, permission));
  expect(first("owner")).toBe("To review");
  expect(first("orders")).toBe("To review");
  expect(first("accounts", "orders")).toBe("To review");
  expect(first("warehouse")).toBe("To produce");
  expect(first("accounts")).toBe("To invoice");
  expect(first("catalogue")).toBe("Low stock");
});

describe("the words below today's figures", () => {
  it("say how long the oldest has waited", () => {
    const said = ["2026-11-19", "2026-11-18", "2025-11-19", null].map((oldestOn) =>
      describeWaiting("review", { orders: 1, oldestOn }, today),
    );
    expect(said).toEqual([
      "The oldest came today",
      "The oldest came yesterday",
      "The oldest came 365 days ago",
      "Nothing waits",
    ]);
    // The clocks of winter and summer.
    expect(describeAgo("2026-03-28", "2026-03-30")).toBe("2 days ago");
  });

  it("say what is past due, and for how long", () => {
    const due = (oldestOn: string | null) => describePastDue({ orders: 1, value: "2318.40", oldestOn }, today);
    expect(due("2026-11-07")).toBe("$2,318.40, the oldest 12 days late");
    expect(due("2026-11-18")).toBe("$2,318.40, the oldest a day late");
    expect(due(null)).toBe("No invoice is late");
  });

  it("say how many of the orders without an invoice have shipped", () => {
    const said = [4, 1, 0].map((shipped) => describeToInvoice({ orders: 4, shipped, value: "1250.5" }));
    expect(said).toEqual([
      "$1,250.50. All 4 have shipped",
      "$1,250.50. 1 has shipped",
      "$1,250.50. None has shipped yet",
    ]);
    expect(describeToInvoice({ orders: 9, shipped: 2, value: "9" })).toBe("$9.00. 2 have shipped");
    expect(describeToInvoice({ orders: 1, shipped: 1, value: "9" })).toBe("$9.00. It has shipped");
    expect(describeToInvoice({ orders: 1, shipped: 0, value: "9" })).toBe("$9.00. It has not shipped yet");
    expect(describeToInvoice({ orders: 0, shipped: 0, value: "0" })).toBe("Every accepted order is invoiced");
  });

  it("say what cannot be ordered", () => {
    const low = (trims: number, outOfStock: number, belowMinimum: number) =>
      describeLowStock({ trims, outOfStock, belowMinimum });
    expect(low(8, 2, 3)).toBe("2 out of stock, 3 below the minimum");
    expect(low(8, 0, 3)).toBe("3 below the minimum");
    expect(low(8, 0, 0)).toBe("All can still be ordered");
    expect(low(0, 0, 0)).toBe("Every item is above its mark");
  });
});
