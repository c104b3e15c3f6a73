import { describe, expect, it } from "vitest";
import { allStatuses, isHistory } from "#app/features/orders/rules.ts";
import { adminTabs, buyerTabs, countTab, findTab } from "./orders-tabs.rules.ts";

const counts = [
  { review: "in-review", shipping: "pending", payment: "pending", count: 6 },
  { review: "accepted", shipping: "pending", payment: "pending", count: 3 },
  { review: "accepted", shipping: "in-production", payment: "invoiced", count: 9 },
  { review: "accepted", shipping: "packed", payment: "paid", count: 14 },
  { review: "accepted", shipping: "delivered", payment: "paid", count: 100 },
  { review: "accepted", shipping: "delivered", payment: "pending", count: 2 },
  { review: "declined", shipping: "pending", payment: "pending", count: 4 },
  { review: "cancelled", shipping: "packed", payment: "invoiced", count: 1 },
] as const;

const countsByTab = (tabs: typeof adminTabs) =>
  Object.fromEntries(tabs.map((tab) => [tab.words, countTab(tab, counts)]));

/** Every state of an order that is accepted and not settled is in some tab besides *All*: nothing vanishes. */
const unsettled = allStatuses.filter((status) => !isHistory(status));

describe("the tabs of a list", () => {
  it.each(unsettled.map((status) => [Object.values(status).join(", "), status] as const))(
    "show an order that is %s besides among all",
    (_, status) => {
      const tabs = adminTabs.filter(({ name, due }) => name !== "" && !due);
      expect(tabs.map((tab) => countTab(tab, [{ ...status, count: 1 }]))).toContain(1);
    },
  );

  it("count for an admin what waits, and what has ended", () => {
    expect(countsByTab(adminTabs)).toEqual({
      ...{
        All: 134,
        "To review": 6,
        "To produce": 3,
        "To pack": 9,
        "To ship": 14,
        Shipped: 0,
        "To invoice": 5,
        Unpaid: 9,
        Cancelled: 5,
      },
    });
  });

  it("divide a buyer's orders in two", () => {
    expect(countsByTab(buyerTabs)).toEqual({ Open: 34, History: 105 });
  });

  it("fall back to the first for an unknown name", () => {
    expect(findTab(adminTabs, "ship").words).toBe("To ship");
    expect(findTab(adminTabs, "nonsense").words).toBe("All");
    expect(findTab(buyerTabs, undefined).words).toBe("Open");
  });
});
