import type { Context } from "hono";
import { expect, it } from "vitest";
import { createNetworkReader, toNetwork } from "./client-address.server.ts";

/** A request from this address with this X-Forwarded-For. */
function requestFrom(remoteAddress: string, forwarded?: string): Context {
  return { env: { incoming: { socket: { remoteAddress } } }, req: { header: () => forwarded } } as unknown as Context;
}

it.each([
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.9", "203.0.113.7"],
  ["10.0.0.31", undefined, "10.0.0.31"],
  ["10.0.0.31", "198.51.100.9", "198.51.100.9"],
  // A proxy with the certificate in front of one that distributes visitors; to the left is what a stranger made up.
  ["10.0.0.31", "192.0.2.1, 198.51.100.9, 10.0.0.41", "198.51.100.9"],
  ["::ffff:10.0.0.31", "2001:db8:0:7::1", "2001:db8:0:7::/64"],
  // Some proxies write the port, too.
  ["10.0.0.31", "203.0.113.9:51234", "203.0.113.9"],
  ["10.0.0.31", "[2001:db8:0:7::1]:51234", "2001:db8:0:7::/64"],
  ["10.0.0.31", "203.0.113.9:51234, 10.0.0.41:443", "203.0.113.9"],
  ["10.0.0.31", "203.0.113.9:port", "10.0.0.31"],
  ["10.0.0.31", "nonsense", "10.0.0.31"],
  ["10.0.0.31", "198.51.100.9, ", "10.0.0.31"],
])("a request from %s with X-Forwarded-For %s is of the network %s", (from, forwarded, network) => {
  expect(createNetworkReader(["10.0.0.0/24"])(requestFrom(from, forwarded)).at(-1)).toBe(network);
});

it.each([
  ["203.0.113.7", ["203.0.0.0/16", "203.0.113.0/24", "203.0.113.7"]],
  ["2001:db8:1:2a7f::1", ["2001:db8:1::/48", "2001:db8:1:2a00::/56", "2001:db8:1:2a7f::/64"]],
  ["2001:db8::1", ["2001:db8:0::/48", "2001:db8:0:0::/56", "2001:db8:0:0::/64"]],
  ["", ["unknown"]],
])("the address %s has the levels %j", (address, levels) => {
  expect(toNetwork(address)).toEqual(levels);
});

it("an X-Forwarded-For as long as Node takes is read in a moment, for what a stranger wrote counts nothing", () => {
  const made = requestFrom("203.0.113.7", "::1,".repeat(4_000));
  const read = createNetworkReader(["10.0.0.0/24"]);
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    read(made);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(3);
});
