import { describe, expect, it } from "vitest";
import type { OrderStatus, State, Track } from "#app/features/orders/facts.ts";
import { describeNoNextStep, isPayable, listSteps } from "./tracks.rules.ts";

const placed: OrderStatus = { review: "in review", shipping: "Pending", payment: "Pending" };

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
    expect(summarize(listSteps(orderAfter({}), "review"))).toEqual(["in review now 00", "accepted todo"]);
    expect(summarize(listSteps(orderAfter({}), "shipping"))).toEqual([
      "Pending now 00",
      ...["In production", "Packed", "Shipped", "Delivered"].map((state) => `${state} todo`),
    ]);
    expect(summarize(listSteps(orderAfter({}), "payment"))).toEqual(["Pending now 00", "Invoiced todo", "Paid todo"]);
  });

  it("tell when each was taken, and leave out what was passed over", () => {
    const order = orderAfter(
      { review: "accepted", shipping: "Packed", payment: "Invoiced" },
      ["review", "accepted"],
      ["payment", "Invoiced"],
      ["shipping", "Packed"],
    );
    expect(summarize(listSteps(order, "review"))).toEqual(["in review done 00", "accepted now 01"]);
    expect(summarize(listSteps(order, "shipping"))).toEqual([
      ...["Pending done 00", "Packed now 03", "Shipped todo", "Delivered todo"],
    ]);
    expect(summarize(listSteps(order, "payment"))).toEqual(["Pending done 00", "Invoiced now 02", "Paid todo"]);
  });

  it("forget a step that was taken back", () => {
    const order = orderAfter(
      { review: "accepted", shipping: "In production" },
      ["review", "accepted"],
      ["shipping", "In production"],
      ["shipping", "Packed"],
      ["shipping", "In production", "back"],
    );
    expect(summarize(listSteps(order, "shipping"))).toEqual([
      ...["Pending done 00", "In production now 02", "Packed todo", "Shipped todo", "Delivered todo"],
    ]);
  });

  it("end where the order was declined or cancelled, and nothing follows", () => {
    const declined = orderAfter({ review: "declined" }, ["review", "declined"]);
    expect(summarize(listSteps(declined, "review"))).toEqual(["in review done 00", "declined ended 01"]);
    expect(summarize(listSteps(declined, "shipping"))).toEqual(["Pending now 00"]);
    expect(describeNoNextStep(declined, "shipping")).toBe("nothing leaves");
    expect(describeNoNextStep(declined, "payment")).toBe("nothing to pay");
    const cancelled = orderAfter(
      { review: "cancelled", payment: "Paid" },
      ["review", "accepted"],
      ["payment", "Invoiced"],
      ["payment", "Paid"],
      ["review", "cancelled"],
    );
    expect(summarize(listSteps(cancelled, "review"))).toEqual([
      "in review done 00",
      "accepted done 01",
      "cancelled ended 04",
    ]);
    expect(summarize(listSteps(cancelled, "payment"))).toEqual(["Pending done 00", "Invoiced done 02", "Paid now 03"]);
    expect(describeNoNextStep(cancelled, "payment")).toBeUndefined();
    expect(describeNoNextStep({ ...cancelled, payment: "Invoiced" }, "payment")).toBe("nothing to pay");
    expect(describeNoNextStep(orderAfter({}), "shipping")).toBeUndefined();
  });

  it("show a refund only once it was made", () => {
    const order = orderAfter(
      { review: "accepted", payment: "Refunded" },
      ["payment", "Invoiced"],
      ["payment", "Paid"],
      ["payment", "Refunded"],
    );
    expect(summarize(listSteps(order, "payment"))).toEqual([
      ...["Pending done 00", "Invoiced done 01", "Paid done 02", "Refunded now 03"],
    ]);
  });
});

describe("R-215 what a buyer can pay", () => {
  it.each([
    ["in review", "Pending", true],
    ["accepted", "Pending", true],
    ["accepted", "Invoiced", true],
    ["accepted", "Paid", false],
    ["accepted", "Refunded", false],
    ["cancelled", "Pending", false],
    ["cancelled", "Invoiced", false],
    ["declined", "Pending", false],
  ] as const)("is an order that is %s and %s: %s", (review, payment, expected) => {
    expect(isPayable({ review, payment, shipping: "Pending" })).toBe(expected);
  });
});
