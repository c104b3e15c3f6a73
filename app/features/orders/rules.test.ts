import { describe, expect, it } from "vitest";
import { type OrderStatus, states } from "./facts.ts";
import {
  BACK_MINUTES,
  countMinutesBack,
  findStepBack,
  isEnded,
  isHistory,
  listCounted,
  listMoves,
  mayCancel,
  offersCancel,
} from "./rules.ts";

const all: OrderStatus[] = states.review.flatMap((review) =>
  states.shipping.flatMap((shipping) => states.payment.map((payment) => ({ review, shipping, payment }))),
);
const reviewed = (review: OrderStatus["review"]) => all.filter((status) => status.review === review);
const to = (status: OrderStatus) => listMoves(status).map((move) => move.to);

describe("the moves of an order", () => {
  it("begin with the review, and nothing else moves before", () => {
    expect(to({ review: "in-review", shipping: "pending", payment: "pending" })).toEqual(["accepted", "declined"]);
  });

  it("run side by side once it is accepted", () => {
    const status = { review: "accepted", shipping: "pending", payment: "invoiced" } as const;
    expect(to(status)).toEqual(["in-production", "packed", "paid"]);
  });

  it("end with a decline, and after a cancellation only a refund is left", () => {
    expect(reviewed("declined").flatMap(to)).toEqual([]);
    expect(new Set(reviewed("cancelled").flatMap(to))).toEqual(new Set(["refunded"]));
  });
});

describe("cancelling", () => {
  it("is open to the owner until production starts, to an admin until shipping, and to nobody twice", () => {
    for (const status of all) {
      const isLeft = ["partly-shipped", "shipped", "delivered"].includes(status.shipping);
      expect(mayCancel(status, true)).toBe(!isEnded(status) && !isLeft);
      expect(mayCancel(status, false)).toBe(!isEnded(status) && status.shipping === "pending");
    }
  });

  it("is offered to staff only if they manage orders", () => {
    for (const status of all) {
      expect(offersCancel(status, true, (permission) => permission === "manage-orders")).toBe(mayCancel(status, true));
      expect(offersCancel(status, true, (permission) => permission !== "manage-orders")).toBe(false);
      expect(offersCancel(status, false, () => false)).toBe(mayCancel(status, false));
    }
  });
});

it("history is what has ended, or is delivered and paid for", () => {
  const over = all.filter((status) => !isEnded(status) && isHistory(status));
  expect(new Set(over.map(({ shipping, payment }) => `${shipping} ${payment}`))).toEqual(
    new Set(["delivered paid", "delivered refunded"]),
  );
});

describe("a step back", () => {
  const latest = { kind: "move", track: "shipping", from: "pending", to: "packed", atMs: 0, isMine: true } as const;
  const end = BACK_MINUTES * 60_000;

  it("is the reverse of one's own last move, for an hour", () => {
    expect(findStepBack(latest, end - 1)).toEqual({ track: "shipping", from: "packed", to: "pending", untilMs: end });
    expect(findStepBack(latest, end)).toBeUndefined();
  });

  it.each([
    [0, 60],
    [1, 60],
    [60_000, 59],
    [end - 1, 1],
    [end, 0],
    // The clock was read before the move.
    [-10_000, 60],
  ])("is open for whole minutes, of which there are never more than 60: at %i ms for %i", (nowMs, minutes) => {
    expect(countMinutesBack(new Date(end).toISOString(), nowMs)).toBe(minutes);
  });

  it.each([
    { ...latest, isMine: false },
    { ...latest, kind: "back" as const },
    { ...latest, track: "payment" as const, to: "invoiced" as const },
    { ...latest, track: "review" as const, from: "accepted" as const, to: "cancelled" as const },
    undefined,
  ])("is not open for %j", (move) => {
    expect(findStepBack(move, 1)).toBeUndefined();
  });
});

it("of a sheet, what was declined or cancelled is ordered again only if it is all there is", () => {
  const waiting = { review: "in-review" as const };
  const ended = [{ review: "declined" as const }, { review: "cancelled" as const }];
  expect(listCounted([waiting, ...ended])).toEqual([waiting]);
  expect(listCounted(ended)).toEqual(ended);
});
