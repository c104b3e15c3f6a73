import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createPace } from "./pace.server.ts";

it("while the process was busy visitors have not gone: of two mails one takes its turn", async () => {
  let clock = 0;
  const pace = createPace(() => clock);
  const leaving = new AbortController();
  pace.visit();
  await pace.turn(0, leaving.signal);
  const held = [pace.turn(0, leaving.signal), pace.turn(0, leaving.signal)];
  await nextTurn();
  // The next visitor waits in a socket, which is read after the timers; immediates run after both.
  setImmediate(pace.visit);
  clock = 110;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 110);
  await nextTurn();
  await nextTurn();
  expect(pace.countHeld()).toBe(1);
  leaving.abort(new Error("the test is over"));
  await expect(Promise.all(held)).rejects.toThrow();
});
