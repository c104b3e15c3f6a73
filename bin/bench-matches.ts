// Measures what lists of names that match no trim cost: `npm run build && node bin/bench-matches.ts [seconds]`. Four
// connections send 200 articles of 30 made-up words each, again and again; GET / runs 10 times a second beside them.
// Prints the CPU time of the shop and its PostgreSQL for one such list alone, and of one with typing errors.
import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "simple-statistics";
import { demoPeople } from "#db/demo-people.ts";
import { withMeasuredShop } from "#test/measured-shop.ts";
import { childrenOf, cpuMsOf, cpuMsOfServer } from "./bench/cpu.ts";

const CONNECTIONS = 4;
const ARTICLES = 200;
const PAGES_PER_S = 10;
const forS = Number(process.argv[2] ?? 20);

const madeUp = () => words(30, () => words(9, letter, ""));
const mistyped = () => `domd rivt antiqe ${words(3, letter, "")}`;

await withMeasuredShop(async (url, pid) => {
  const send = await signIn(url);
  await send(mistyped);
  console.log("| a list of 200 names | shop, CPU ms | PostgreSQL, CPU ms |\n| --- | ---: | ---: |");
  for (const [name, make] of Object.entries({ mistyped, "made up": madeUp })) {
    const [shop, engine] = [cpuMsOf(pid), cpuOfEngine(pid)];
    await send(make);
    console.log(`| ${name} | ${cpuMsOf(pid) - shop} | ${cpuOfEngine(pid) - engine} |`);
  }

  const quiet = await askPages(url, forS);
  let isOver = false;
  const flood = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) await send(madeUp);
  });
  const flooded = await askPages(url, forS);
  isOver = true;
  await Promise.all(flood);
  console.log("| GET / | p50 ms | p99 ms |\n| --- | ---: | ---: |");
  for (const [name, times] of Object.entries({ quiet, "beside such lists": flooded })) {
    console.log(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.99).toFixed(1)} |`);
  }
});

/** A demo shop starts its PostgreSQL itself. */
function cpuOfEngine(shop: number): number {
  return childrenOf(shop).reduce((sum, child) => sum + cpuMsOfServer(child), 0);
}

function words(count: number, make: () => string, between = " "): string {
  return Array.from({ length: count }, make).join(between);
}

function letter(): string {
  return String.fromCharCode(97 + Math.floor(Math.random() * 26));
}

async function signIn(url: string) {
  const { email, password } = demoPeople.buyer;
  const json = { "content-type": "application/json", origin: url };
  const ask = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${url}/api${path}`, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const signedIn = await ask("/auth/sign-in/email", { email, password }, {});
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { accessToken } = await (await ask("/login", { email }, { cookie })).json();
  return async (make: () => string): Promise<void> => {
    const articles = Array.from({ length: ARTICLES }, make);
    const response = await ask("/orderDraft/matches", { articles }, { authorization: `Bearer ${accessToken}` });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`POST /orderDraft/matches answered ${response.status}`);
  };
}

async function askPages(url: string, seconds: number): Promise<number[]> {
  const start = performance.now();
  const pages = Array.from({ length: seconds * PAGES_PER_S }, async (_, at) => {
    await pause((at / PAGES_PER_S) * 1000);
    const asked = performance.now();
    await (await fetch(url)).arrayBuffer();
    return performance.now() - asked;
  });
  const times = await Promise.all(pages);
  if (performance.now() - start > seconds * 2000) console.log("The pages took longer than they were asked for.");
  return times;
}
