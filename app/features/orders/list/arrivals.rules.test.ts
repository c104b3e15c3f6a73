import { describe, expect, it } from "vitest";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";
import { addUpdates, MOST_ARRIVALS, nothingHeard } from "./arrivals.rules.ts";

const shown = new Set(["a", "b"]);
const updates = (orderId: string, about: Partial<OrderUpdate> = {}): OrderUpdate => ({
  ...{ eventId: `${orderId} event`, orderId, number: 1, kind: "placed", track: null, from: null, to: null },
  ...{ review: "in-review", shipping: "pending", payment: "pending", isMine: false },
  ...about,
});

describe("what an admin's list hears", () => {
  it("is where its own orders stand at last, and which orders came", () => {
    const first = addUpdates(nothingHeard, [updates("a", { kind: "move", review: "accepted" }), updates("x")], shown);
    const last = addUpdates(
      first,
      [updates("a", { kind: "move", review: "cancelled" }), updates("x"), updates("y")],
      shown,
    );
    expect([...last.statuses]).toEqual([["a", { review: "cancelled", shipping: "pending", payment: "pending" }]]);
    expect([...last.arrivals]).toEqual(["x", "y"]);
  });

  it("stays short, however much happens to other orders", () => {
    let heard = nothingHeard;
    for (let at = 0; at < 5000; at++) {
      heard = addUpdates(heard, [updates(`new ${at}`), updates(`old ${at}`, { kind: "move" }), updates("b")], shown);
    }
    expect(heard.statuses.size).toBe(1);
    expect(heard.arrivals.size).toBe(MOST_ARRIVALS + 1);
  });
});
