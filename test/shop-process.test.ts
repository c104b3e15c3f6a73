import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { freePort } from "./shop-process.ts";

it.runIf(process.platform === "linux")("a free port is none that a connection may be given meanwhile", async () => {
  const [firstOfConnections] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split("\t").map(Number);
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  expect(new Set(ports).size).toBe(3);
  expect(Math.max(...ports.map(Number))).toBeLessThan(firstOfConnections ?? 0);
});

it("processes that ask at the same time are given different ports", async () => {
  const url = new URL("./shop-process.ts", import.meta.url).href;
  // They wait for the end of their input, and so keep what they were given until all have asked.
  const script = `
    const { freePort } = await import(${JSON.stringify(url)});
    console.log(JSON.stringify(await Promise.all([freePort(), freePort(), freePort()])));
    for await (const _ of process.stdin);`;
  const askers = [1, 2, 3].map(() =>
    spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const given = await Promise.all(
    askers.map(async ({ stdout }) => {
      for await (const line of createInterface(stdout)) return JSON.parse(line) as string[];
      return [];
    }),
  );
  for (const { stdin } of askers) stdin.end();
  expect(given.flat()).toHaveLength(9);
  expect(new Set(given.flat()).size).toBe(9);
});
