import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { cpuMsOf } from "./cpu.ts";
import type { Round, Target } from "./scenario.ts";

type Ask = { headers: Record<string, string>; perS: number; seconds: number };

/**
 * Requests the home page at an even pace, whether or not earlier answers have come. The value of the round is the 99th
 * percentile of its waits, in ms. @throws Error when an answer is not a page
 */
export async function loadSpread({ url, pid }: Target, { headers, perS, seconds }: Ask): Promise<Round> {
  const agent = new Agent({ keepAlive: true });
  const before = cpuMsOf(pid);
  const start = performance.now();
  const asked: Promise<number>[] = [];
  for (let turn = 0; turn < perS * seconds; turn++) {
    const rest = start + (turn * 1_000) / perS - performance.now();
    if (rest > 0) await pause(rest);
    asked.push(ask(url, agent, headers));
  }
  const waits = (await Promise.all(asked)).sort((a, b) => a - b);
  agent.destroy();
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return { value: at(0.99), cpuMs: (cpuMsOf(pid) - before) / waits.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Returns how many ms the answer took, to its last byte. */
async function ask(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  const sent = performance.now();
  const asked = request(url, { agent, headers }).end();
  const [answer]: IncomingMessage[] = await once(asked, "response");
  if (answer?.statusCode !== 200) throw new Error(`GET / answered ${answer?.statusCode}`);
  await once(answer.resume(), "end");
  return performance.now() - sent;
}
