import { describe, expect, it } from "vitest";
import type { OrderNews } from "#app/features/orders/news.contract.ts";
import { hearNews, MOST_ARRIVALS, nothingHeard } from "./arrivals.rules.ts";

const shown = new Set(["a", "b"]);
const news = (orderId: string, about: Partial<OrderNews> = {}): OrderNews => ({
  ...{ eventId: `${orderId} event`, orderId, number: 1, kind: "placed", track: null, from: null, to: null },
  ...{ review: "in review", shipping: "Pending", payment: "Pending", isMine: false },
  ...about,
});

describe("what an admin's list hears", () => {
  it("is where its own orders stand at last, and which orders came", () => {
    const first = hearNews(nothingHeard, [news("a", { kind: "move", review: "accepted" }), news("x")], shown);
    const last = hearNews(first, [news("a", { kind: "move", review: "cancelled" }), news("x"), news("y")], shown);
    expect([...last.statuses]).toEqual([["a", { review: "cancelled", shipping: "Pending", payment: "Pending" }]]);
    expect([...last.arrivals]).toEqual(["x", "y"]);
  });

  it("stays short, however much happens to other orders", () => {
    let heard = nothingHeard;
    for (let at = 0; at < 5000; at++) {
      heard = hearNews(heard, [news(`new ${at}`), news(`old ${at}`, { kind: "move" }), news("b")], shown);
    }
    expect(heard.statuses.size).toBe(1);
    expect(heard.arrivals.size).toBe(MOST_ARRIVALS + 1);
  });
});
