import { expect, it } from "vitest";
import { createBackOff } from "./back-off.server.ts";

it("starts a process again at once after a calm minute, and ever later when it keeps dying", () => {
  let now = 0;
  const next = createBackOff(() => now);
  const waits = Array.from({ length: 9 }, () => {
    const wait = next();
    now += wait;
    return wait;
  });
  expect(waits).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  now += 60_000;
  expect(next()).toBe(10_000);
  now += 70_001;
  expect(next()).toBe(0);
});
