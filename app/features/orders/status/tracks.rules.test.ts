import { describe, expect, it } from "vitest";
import type { OrderStatus, State, Track } from "#app/features/orders/facts.ts";
import { describeNoNextStep, isPayable, listSteps } from "./tracks.rules.ts";

const placed: OrderStatus = { review: "in-review", shipping: "pending", payment: "pending" };

/** An order after these moves, one an hour; a move that begins with "back" was taken back. */
function orderAfter(status: Partial<OrderStatus>, ...moves: [track: Track, to: State, kind?: "back"][]) {
  const events = moves.map(([track, to, kind], at) => ({
    kind: kind ?? ("move" as const),
    track,
    to,
    at: hour(at + 1),
  }));
  return { ...placed, ...status, createdAt: hour(0), events };
}

const hour = (count: number) => `2026-11-21T${String(count).padStart(2, "0")}:00:00Z`;
const summarize = (steps: ReturnType<typeof listSteps>) =>
  steps.map(({ state, is, at }) => [state, is, at?.slice(11, 13)].filter(Boolean).join(" "));

describe("the steps of a track", () => {
  it("lie all ahead of a new order", () => {
    expect(summarize(listSteps(orderAfter({}), "review"))).toEqual(["in-review now 00", "accepted todo"]);
    expect(summarize(listSteps(orderAfter({}), "shipping"))).toEqual([
      "pending now 00",
      ...["in-production", "packed", "shipped", "delivered"].map((state) => `${state} todo`),
    ]);
    expect(summarize(listSteps(orderAfter({}), "payment"))).toEqual(["pending now 00", "invoiced todo", "paid todo"]);
  });

  it("tell when each was taken, and leave out what was passed over", () => {
    const order = orderAfter(
      { review: "accepted", shipping: "packed", payment: "invoiced" },
      ["review", "accepted"],
      ["payment", "invoiced"],
      ["shipping", "packed"],
    );
    expect(summarize(listSteps(order, "review"))).toEqual(["in-review done 00", "accepted now 01"]);
    expect(summarize(listSteps(order, "shipping"))).toEqual([
      ...["pending done 00", "packed now 03", "shipped todo", "delivered todo"],
    ]);
    expect(summarize(listSteps(order, "payment"))).toEqual(["pending done 00", "invoiced now 02", "paid todo"]);
  });

  it("forget a step that was taken back", () => {
    const order = orderAfter(
      { review: "accepted", shipping: "in-production" },
      ["review", "accepted"],
      ["shipping", "in-production"],
      ["shipping", "packed"],
      ["shipping", "in-production", "back"],
    );
    expect(summarize(listSteps(order, "shipping"))).toEqual([
      ...["pending done 00", "in-production now 02", "packed todo", "shipped todo", "delivered todo"],
    ]);
  });

  it("end where the order was declined or cancelled, and nothing follows", () => {
    const declined = orderAfter({ review: "declined" }, ["review", "declined"]);
    expect(summarize(listSteps(declined, "review"))).toEqual(["in-review done 00", "declined ended 01"]);
    expect(summarize(listSteps(declined, "shipping"))).toEqual(["pending now 00"]);
    expect(describeNoNextStep(declined, "shipping")).toBe("nothing leaves");
    expect(describeNoNextStep(declined, "payment")).toBe("nothing to pay");
    const cancelled = orderAfter(
      { review: "cancelled", payment: "paid" },
      ["review", "accepted"],
      ["payment", "invoiced"],
      ["payment", "paid"],
      ["review", "cancelled"],
    );
    expect(summarize(listSteps(cancelled, "review"))).toEqual([
      "in-review done 00",
      "accepted done 01",
      "cancelled ended 04",
    ]);
    expect(summarize(listSteps(cancelled, "payment"))).toEqual(["pending done 00", "invoiced done 02", "paid now 03"]);
    expect(describeNoNextStep(cancelled, "payment")).toBeUndefined();
    expect(describeNoNextStep({ ...cancelled, payment: "invoiced" }, "payment")).toBe("nothing to pay");
    expect(describeNoNextStep(orderAfter({}), "shipping")).toBeUndefined();
  });

  it("show a refund only once it was made", () => {
    const order = orderAfter(
      { review: "accepted", payment: "refunded" },
      ["payment", "invoiced"],
      ["payment", "paid"],
      ["payment", "refunded"],
    );
    expect(summarize(listSteps(order, "payment"))).toEqual([
      ...["pending done 00", "invoiced done 01", "paid done 02", "refunded now 03"],
    ]);
  });
});

describe("R-215 what a buyer can pay", () => {
  it.each([
    ["in-review", "pending", true],
    ["accepted", "pending", true],
    ["accepted", "invoiced", true],
    ["accepted", "paid", false],
    ["accepted", "refunded", false],
    ["cancelled", "pending", false],
    ["cancelled", "invoiced", false],
    ["declined", "pending", false],
  ] as const)("is an order that is %s and %s: %s", (review, payment, expected) => {
    expect(isPayable({ review, payment, shipping: "pending" })).toBe(expected);
  });
});
