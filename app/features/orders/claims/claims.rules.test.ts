import { describe, expect, it } from "vitest";
import { lastClaimDay, mostClaimed, piecesDelivered } from "./claims.rules.ts";

describe("a claim", () => {
  it.each([
    ["nothing has left", {}, undefined],
    ["it was delivered", { deliveredOn: "2026-11-28", shippedOn: "2026-11-01" }, "2026-12-28"],
    ["it was delivered before the turn of the year", { deliveredOn: "2026-12-31" }, "2027-01-30"],
    ["it was shipped and nobody said more", { shippedOn: "2026-11-01" }, "2026-12-15"],
  ])("may come until 30 days later when %s", (_, days, last) => {
    expect(lastClaimDay(days)).toBe(last);
  });

  it.each([
    [{ shipping: "packed", shippedPieces: null }, 0],
    [{ shipping: "partly-shipped", shippedPieces: 40 }, 40],
    [{ shipping: "shipped", shippedPieces: 105 }, 105],
    [{ shipping: "delivered", shippedPieces: null }, 100],
  ] as const)("of %o is for at most %i pieces, less those claimed", (order, most) => {
    const delivered = piecesDelivered({ orderQuantity: 100, ...order });
    expect(delivered).toBe(most);
    expect(mostClaimed(delivered, [{ state: "refused", pieces: 5 }])).toBe(most);
    expect(mostClaimed(delivered, [{ state: "open", pieces: 5 }])).toBe(Math.max(most - 5, 0));
    expect(mostClaimed(delivered, [{ state: "accepted", pieces: 500 }])).toBe(0);
  });
});
