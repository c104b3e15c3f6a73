import { describe, expect, it } from "vitest";
import { swipeTurn } from "./swipe.ts";

const stroke = (x: number, y = 0) => swipeTurn({ x: 200, y: 100 }, { x: 200 + x, y: 100 + y });

describe("swipeTurn", () => {
  it.each([
    [-39, 0],
    [39, 0],
    [-40, 1],
    [40, -1],
    [-41, 1],
    [41, -1],
    [0, 0],
  ])("answers a stroke of %i px with %i", (px, turn) => {
    expect(stroke(px)).toBe(turn);
  });

  it("leaves a stroke that runs more down than across to the page", () => {
    expect(stroke(-60, 60)).toBe(0);
    expect(stroke(-60, -90)).toBe(0);
    expect(stroke(-60, 59)).toBe(1);
  });
});
