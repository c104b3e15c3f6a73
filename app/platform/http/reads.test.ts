import type { Context } from "hono";
import { expect, it } from "vitest";
import { toNetwork } from "./client-address.server.ts";
import { createReads } from "./reads.server.ts";

function readsAt(settings: "off" | Record<string, never> = {}) {
  const clock = { ms: 0 };
  const reads = createReads({
    readNetwork: (c) => toNetwork(c.req.header("x-from") ?? ""),
    readSessionToken: (cookies) => (cookies.startsWith("ours=") ? cookies : undefined),
    settings,
    now: () => clock.ms,
  });
  /** How many of so many requests in a second, evenly spread, are refused. */
  const ask = (perS: number, headers: Record<string, string>, seconds = 1) => {
    let refused = 0;
    for (let at = 0; at < perS * seconds; at++) {
      clock.ms += 1_000 / perS;
      try {
        reads.count(requestWith(headers));
      } catch {
        refused++;
      }
    }
    return refused;
  };
  return { reads, clock, ask };
}

function requestWith(headers: Record<string, string>): Context {
  return {
    env: { incoming: {} },
    get: () => undefined,
    req: { header: (name: string) => headers[name], raw: new Request("http://shop.example") },
  } as unknown as Context;
}

it("lets a session ask for 50 a second, however long, and no more", () => {
  const { ask } = readsAt();
  expect(ask(45, { cookie: "ours=1", "x-from": "203.0.113.7" }, 60)).toBe(0);
  // After what may come at once, half of twice as much is refused.
  expect(ask(100, { cookie: "ours=1", "x-from": "203.0.113.7" }, 20)).toBeGreaterThan(600);
  expect(ask(45, { cookie: "ours=2", "x-from": "203.0.113.7" })).toBe(0);
});

it("never refuses two hundred colleagues behind one address, logged in or not", () => {
  const { ask } = readsAt();
  // Each opens a page of four requests every five seconds, and all come at nine.
  expect(ask(160, { "x-from": "203.0.113.7" }, 60)).toBe(0);
  expect(ask(1_600, { "x-from": "203.0.113.8" })).toBe(0);
});

it("refuses a stranger who asks for more than an office, by address or from a whole /48", () => {
  const { ask } = readsAt();
  expect(ask(1_000, { "x-from": "203.0.113.7" }, 10)).toBeGreaterThan(5_000);
  expect(ask(150, { "x-from": "203.0.113.8" })).toBe(0);
  const { reads, clock } = readsAt();
  let refused = 0;
  for (let at = 0; at < 40_000; at++) {
    clock.ms += 0.1;
    try {
      reads.count(requestWith({ "x-from": `2001:db8:1:${(at % 65_536).toString(16)}::1` }));
    } catch {
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(10_000);
});

it("counts a made-up cookie for its address", () => {
  const { ask, reads } = readsAt();
  let refused = 0;
  for (let at = 0; at < 30; at++) refused += ask(100, { cookie: `made=${at}`, "x-from": "203.0.113.7" });
  expect(refused).toBe(0);
  expect(reads.laneOf(requestWith({ cookie: "made=1", "x-from": "203.0.113.7" }))).toEqual([
    "new",
    ...toNetwork("203.0.113.7"),
  ]);
  expect(reads.laneOf(requestWith({ cookie: "ours=1", "x-from": "203.0.113.7" }))).toEqual(["known", "ours=1"]);
});

it("counts nothing when limits are off, nor what a page reads in the process", () => {
  expect(readsAt("off").ask(5_000, { "x-from": "203.0.113.7" })).toBe(0);
});
