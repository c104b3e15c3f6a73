// Measures the home page while crowds sign in: `npm run build && node bin/bench-flood.ts [seconds]`. A separate process
// signs in 50 times a second from ever-changing networks. GET / runs 20 times a second and fails at a p99 of 200 ms.
import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { quantile } from "simple-statistics";
import { demoPeople } from "#db/demo-people.ts";
import { post, withMeasuredShop } from "#test/measured-shop.ts";
import { newEmail } from "#test/visitor.ts";

const SIGN_INS_PER_S = 50;
const PAGES_PER_S = 20;
const QUIET_S = 10;
const WARM_UP_S = 3;
const P99_MAX_MS = 200;

const [seconds = "30", floodedUrl] = process.argv.slice(2);
if (floodedUrl) await flood(floodedUrl, Number(seconds));
else await withMeasuredShop(measure);

async function measure(url: string): Promise<void> {
  await askPages(url, WARM_UP_S);
  const quiet = await askPages(url, QUIET_S);
  const flooding = fork(fileURLToPath(import.meta.url), [seconds, url]);
  const ended = once(flooding, "message");
  const flooded = await askPages(url, Number(seconds));
  const [answers] = await ended;

  console.log("| GET / | p50 ms | p99 ms |\n| --- | ---: | ---: |");
  for (const [name, times] of Object.entries({ quiet, flooded })) {
    console.log(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.99).toFixed(1)} |`);
  }
  const p99 = quantile(flooded, 0.99);
  console.log(`Ratio of the p99: ${(p99 / quantile(quiet, 0.99)).toFixed(1)}`);
  console.log(`Answers to the sign-ins by status: ${JSON.stringify(answers)}`);
  console.log(`Load of the machine after: ${loadavg().map((load) => load.toFixed(1))}`);
  if (p99 >= P99_MAX_MS) process.exitCode = 1;
}

async function askPages(url: string, forS: number): Promise<number[]> {
  return atRate(PAGES_PER_S, forS, async () => {
    const start = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`GET / answered ${response.status}`);
    return performance.now() - start;
  });
}

/** Half use the right password, half use unknown addresses. */
async function flood(url: string, forS: number): Promise<void> {
  const { email, password } = demoPeople.buyer;
  const statuses = await atRate(SIGN_INS_PER_S, forS, async (number) => {
    const body = number % 2 === 0 ? { email, password } : { email: newEmail(), password };
    return (await post(url, "/sign-in/email", body)).status;
  });
  const counts = Object.groupBy(statuses, String);
  process.send?.(Object.fromEntries(Object.entries(counts).map(([status, all = []]) => [status, all.length])));
}

/** Starts acts at this rate, whether or not earlier ones have finished. */
async function atRate<Result>(perS: number, forS: number, act: (number: number) => Promise<Result>): Promise<Result[]> {
  const start = performance.now();
  const acts: Promise<Result>[] = [];
  for (let number = 0; number < perS * forS; number++) {
    await pause(Math.max(0, start + (number / perS) * 1000 - performance.now()));
    acts.push(act(number));
  }
  return Promise.all(acts);
}
