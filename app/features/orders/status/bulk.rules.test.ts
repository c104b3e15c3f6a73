import { describe, expect, it } from "vitest";
import type { Order } from "#app/features/orders/contract.ts";
import type { OrderStatus, State } from "#app/features/orders/facts.ts";
import { showOrder } from "#test/builders.ts";
import {
  bulkActions,
  canActOn,
  canTakeBack,
  describeOutcome,
  describeShipped,
  findFitting,
  groupFailures,
  labelUndo,
  labelWithCount,
  listCalls,
  listPrintings,
  listRefused,
  listReturns,
} from "./bulk.rules.ts";

const action = (to: string) => bulkActions.find((one) => one.to === to) ?? expect.unreachable(to);

const order = (_id: string, status: Partial<OrderStatus> = {}, about: Partial<Order> = {}): Order =>
  showOrder({ _id, ...status, ...about });

describe("an act on several orders", () => {
  it("says how many it fits, before the ellipsis of one that asks first", () => {
    expect([action("accepted"), action("declined")].map((one) => labelWithCount(one, 3))).toEqual([
      "Accept 3",
      "Decline 3…",
    ]);
    const both = bulkActions.find(({ invoices }) => invoices) ?? expect.unreachable();
    expect([labelWithCount(both, 3), describeOutcome(both, 3, 0)]).toEqual([
      "Accept and invoice 3…",
      "3 accepted and invoiced.",
    ]);
  });

  const fresh = order("fresh");
  const accepted = order("accepted", { review: "accepted" });
  const making = order("making", { review: "accepted", shipping: "in-production", payment: "invoiced" });
  const ended = order("ended", { review: "declined" });
  const all = [fresh, accepted, making, ended];

  it("fits those that may move there", () => {
    const fitting = (to: string) => findFitting(all, action(to)).map(({ _id }) => _id);
    expect(fitting("accepted")).toEqual(["fresh"]);
    expect(fitting("packed")).toEqual(["accepted", "making"]);
    expect(fitting("shipped")).toEqual([]);
    expect(fitting("invoiced")).toEqual(["accepted"]);
    expect(fitting("paid")).toEqual(["making"]);
  });

  it("is not for orders that are declined or cancelled", () => {
    const cancelled = order("cancelled", { review: "cancelled", shipping: "packed", payment: "invoiced" });
    expect([...all, cancelled].filter(canActOn).map(({ _id }) => _id)).toEqual(["fresh", "accepted", "making"]);
  });

  it("is one call for each state they start from", () => {
    expect(listCalls([accepted, making], action("packed"))).toEqual([
      { ids: ["accepted"], track: "shipping", from: "pending", to: "packed" },
      { ids: ["making"], track: "shipping", from: "in-production", to: "packed" },
    ]);
  });

  it("sends at most 200 orders with a call", () => {
    const many = Array.from({ length: 401 }, (_, at) => order(String(at)));
    expect(listCalls(many, action("accepted")).map(({ ids }) => ids.length)).toEqual([200, 200, 1]);
  });

  it("prints packing lists of what is accepted, 200 in a file", () => {
    const ready = Array.from({ length: 201 }, (_, at) => order(String(at), { review: "accepted" }));
    expect(listPrintings([order("new"), ...ready]).map((part) => part.length)).toEqual([200, 1]);
    expect(listPrintings([order("new"), order("gone", { review: "cancelled" })])).toEqual([]);
  });

  it("tells how many it moved, and how many not", () => {
    expect(describeOutcome(action("accepted"), 5, 0)).toBe("5 accepted.");
    expect(describeOutcome(action("packed"), 4, 1)).toBe("4 packed, 1 not.");
  });

  it("tells how many other lines of their sheets are invoiced, too", () => {
    const said = (moved: number, failed: number, too: number) =>
      describeOutcome(action("invoiced"), moved, failed, too);
    expect(said(2, 0, 3)).toBe("2 invoiced. 3 more lines of their sheets are invoiced, too.");
    expect(said(2, 1, 1)).toBe("2 invoiced, 1 not. 1 more line of their sheets is invoiced, too.");
    expect(said(1, 0, 4)).toBe("1 invoiced. 4 more lines of its sheet are invoiced, too.");
  });

  it("says what shipped in part, and takes each back to where it was", () => {
    const shipped = (id: string, from: State, to: State) => ({ id, from, to });
    const whole = shipped("a", "packed", "shipped");
    const part = shipped("b", "packed", "partly-shipped");
    const more = shipped("c", "partly-shipped", "partly-shipped");
    expect(describeShipped(action("shipped"), [whole, part], 1, 0)).toBe("2 shipped, 1 of them in part, 1 not.");
    expect(describeShipped(action("shipped"), [part], 0, 0)).toBe("1 shipped in part.");
    expect(describeShipped(action("shipped"), [whole], 0, 0)).toBe("1 shipped.");
    expect(listReturns([whole, part, more, { ...whole, id: "d" }])).toEqual([
      { ids: ["a", "d"], track: "shipping", from: "shipped", to: "packed" },
      { ids: ["b"], track: "shipping", from: "partly-shipped", to: "packed" },
      { ids: ["c"], track: "shipping", from: "partly-shipped", to: "partly-shipped" },
    ]);
  });

  it("names those that it did not move, with the reason, once for each reason", () => {
    const cancelled = "This order is cancelled.";
    const failed = [
      { number: 1558, why: cancelled },
      { number: 7, why: "The shop is busy." },
      { number: 1557, why: cancelled },
    ];
    expect(groupFailures(failed)).toEqual([
      { numbers: [1557, 1558], why: cancelled },
      { numbers: [7], why: "The shop is busy." },
    ]);
  });

  it("is taken back unless it invoices", () => {
    expect(bulkActions.filter((one) => !canTakeBack(one)).map(({ label }) => label)).toEqual([
      "Accept and invoice…",
      "Invoice…",
    ]);
  });

  it.each([
    [9, 0, "Undo all 9"],
    [1, 0, "Undo"],
    [28, 2, "Undo the 28"],
    [1, 2, "Undo the one"],
  ])("is taken back as a whole: %i moved, %i not", (moved, failed, label) => {
    expect(labelUndo(moved, failed)).toBe(label);
  });

  it("offers again those that failed for one reason, and no others", () => {
    const calls = [
      { ids: ["a", "b"], to: "accepted" },
      { ids: ["c"], to: "accepted" },
    ];
    const failures = new Map([
      ["b", { number: 2, why: "Above", code: "over-credit" }],
      ["c", { number: 3, why: "Moved", code: "wrong-state" }],
    ]);
    expect(listRefused(calls, failures, "over-credit")).toEqual([{ ids: ["b"], to: "accepted" }]);
  });
});
