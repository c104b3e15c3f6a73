import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { freePort } from "./shop-process.ts";

it.runIf(process.platform === "linux")("a free port is none that a connection may be given meanwhile", async () => {
  const [firstOfConnections] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split("\t").map(Number);
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  expect(new Set(ports).size).toBe(3);
  expect(Math.max(...ports.map(Number))).toBeLessThan(firstOfConnections ?? 0);
});
