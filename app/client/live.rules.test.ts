import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pauseMs } from "./live.rules.ts";

const random = () => fc.double({ min: 0, max: 1, noNaN: true });

describe("the pause before a stream is opened again", () => {
  it("is less than a second after a stream that held, and spread over all of it", () => {
    expect([0, 0.25, 1].map((random) => pauseMs(0, random))).toEqual([0, 250, 1000]);
    fc.assert(fc.property(random(), (at) => pauseMs(0, at) <= 1000));
  });

  it("doubles with each failure up to half a minute, and is spread over its second half", () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => pauseMs(failures, 1))).toEqual([
      ...[2000, 4000, 8000, 16_000, 30_000, 30_000],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), random(), (failures, at) => {
        const [least, most] = [pauseMs(failures, 0), pauseMs(failures, 1)];
        return least === most / 2 && least <= pauseMs(failures, at) && pauseMs(failures, at) <= most;
      }),
    );
  });
});
