import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { mean, quantile, sum } from "simple-statistics";
import { z } from "zod";
import { stockUp } from "#test/buyers.ts";
import { newEmail } from "#test/visitor.ts";
import type { Fault } from "./fault.ts";
import { withScene } from "./scene.ts";

// Each attack on the shop's speed that somebody has tried, with honest people beside it: they wait at most twice as long
// as on the quiet shop, and the shop stays ready. The attacker is a process of its own, on the same machine. Quiet and
// attacked spells take turns, so that other work slows both; on a busy machine the figures still say little.

const ROUNDS = 3;
const SECONDS = 5;
const PASSWORD = "selvedge-and-brass";
/** What an honest wait may vary by on a machine that is also the attacker's. */
const GRACE_MS = 100;

type Attack = { name: string; connections: number; networks: (at: number) => string };

/** The attackers' requests, by the name of the attack. */
const attacks: Attack[] = [
  { name: "description", connections: 8, networks: () => "203.0.113.9" },
  { name: "sign-ins of one customer", connections: 80, networks: (at) => `2001:db8:1:${(at % 560).toString(16)}::1` },
  { name: "made-up cookies", connections: 8, networks: () => "203.0.113.9" },
  { name: "searches", connections: 40, networks: () => "203.0.113.9" },
  { name: "documents", connections: 32, networks: (at) => `203.0.113.${at % 4}` },
];

export const attacked: Fault = {
  name: "attacks",
  strike: () =>
    withScene(
      "own",
      async ({ shop, query }) => {
        const { url } = shop;
        await stockUp(query);
        const people = await openPeople(url);
        await live(url, people, await openPeople(url), [], 3);
        const broken: string[] = [];
        const results: string[] = [];
        for (const { name } of attacks) {
          const [quiet, during]: [Wait[], Wait[]] = [[], []];
          const answers: Answers = {};
          const busy: number[] = [];
          // Whoever logs in again and again ends their own oldest session, and may do so 300 times in 15 minutes.
          const again = await openPeople(url);
          for (let round = 0; round < ROUNDS; round++) {
            const readBusy = watchCores();
            await live(url, people, again, quiet, SECONDS);
            busy.push(readBusy());
            const stop = await startAttacker(url, name);
            await live(url, people, again, during, SECONDS);
            for (const [status, count] of Object.entries(await stop())) add(answers, status, count);
            // What is still in line ends.
            await pause(2_000);
          }
          const underAttack = byKind(during);
          for (const [kind, before] of byKind(quiet)) {
            const meanwhile = underAttack.get(kind) ?? [];
            const most = 2 * p95(before) + GRACE_MS;
            const others = meanwhile.filter(({ status }) => status !== 200);
            if (meanwhile.length === 0 || others.length > 0) broken.push(`${name}: ${others.length} × ${kind} refused`);
            if (p95(meanwhile) > most) broken.push(`${name}: ${kind} took ${p95(meanwhile).toFixed(0)} ms`);
            results.push(
              `${name}: ${kind} ${tell(before)} quiet, ${tell(meanwhile)} attacked, at most ${most.toFixed(0)} ms`,
            );
          }
          results.push(`${name}: while quiet, the machine was busy by ${(100 * mean(busy)).toFixed(0)} %`);
          results.push(`${name}: the attacker got ${JSON.stringify(answers)}`);
        }
        if (broken.length > 0) throw new Error(`${broken.join(", ")}\n${results.join("\n")}`);
        return results.join("\n");
      },
      {
        settings: {
          LIMITS: "registration=100000/1,document-account=100000/1,order-account=100000/1,order-network=100000/1",
          TRUSTED_PROXIES: "127.0.0.1,::1",
        },
      },
    ),
};

type Wait = { kind: string; ms: number; status: number };
type Answers = Record<string, number>;

/** What honest people do for a while, each kind in turn; adds how long each took, and what it was answered. */
async function live(url: string, people: People, again: People, waits: Wait[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const repeat = async (kind: string, restMs: number, act: () => Promise<Response>) => {
    while (performance.now() < until) {
      const start = performance.now();
      const answer = await act();
      await answer.arrayBuffer();
      waits.push({ kind, ms: performance.now() - start, status: answer.status });
      await pause(restMs);
    }
  };
  const { email, authorization, trim, orderId } = people;
  const from = "198.51.100.7";
  const order = { name: "Camille", email, phone: "12345", address: "Lyon", productName: trim.name };
  await Promise.all([
    repeat("ready", 200, () => fetch(`${url}/readyz`)),
    repeat("home", 100, () => fetch(url, { headers: { "x-forwarded-for": from } })),
    repeat("sign-in", 400, () =>
      post(url, "/auth/sign-in/email", { email: again.email, password: PASSWORD }, { from, cookie: again.cookie }),
    ),
    repeat("order", 300, () => post(url, "/orders", { ...order, orderQuantity: trim.moq }, { from, authorization })),
    repeat("document", 400, () =>
      fetch(`${url}/api/orders/${orderId}/confirmation.pdf`, { headers: { authorization, "x-forwarded-for": from } }),
    ),
  ]);
}

function byKind(waits: Wait[]): Map<string, Wait[]> {
  return Map.groupBy(waits, ({ kind }) => kind);
}

function p95(waits: Wait[]): number {
  return waits.length === 0 ? 0 : quantile(ms(waits), 0.95);
}

function ms(waits: Wait[]): number[] {
  return waits.map((wait) => wait.ms);
}

/** How many, their middle and their p95. */
function tell(waits: Wait[]): string {
  if (waits.length === 0) return "none";
  return `${quantile(ms(waits), 0.5).toFixed(0)}/${p95(waits).toFixed(0)} ms (${waits.length})`;
}

/** Returns what reads the part of all cores that was in use since. */
function watchCores(): () => number {
  const read = () => {
    const times = cpus().map((core) => core.times);
    const idle = sum(times.map((time) => time.idle));
    return { idle, all: sum(times.flatMap((time) => Object.values(time))) };
  };
  const before = read();
  return () => {
    const after = read();
    return 1 - (after.idle - before.idle) / (after.all - before.all);
  };
}

function add(answers: Answers, status: string | number, count: number): void {
  answers[status] = (answers[status] ?? 0) + count;
}

type People = Awaited<ReturnType<typeof openPeople>>;
const trims = z.array(z.looseObject({ _id: z.string(), name: z.string(), moq: z.int(), quantity: z.int() }));
const placed = z.looseObject({ insertedId: z.string() });
const login = z.looseObject({ accessToken: z.string() });

/** A buyer who has logged in before, with one order. */
async function openPeople(url: string) {
  const email = newEmail();
  await post(url, "/auth/sign-up/email", { name: "Camille", email, password: PASSWORD }, { from: "198.51.100.7" });
  const signedIn = await post(url, "/auth/sign-in/email", { email, password: PASSWORD }, { from: "198.51.100.7" });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { accessToken } = login.parse(await (await post(url, "/login", { email }, { from: "x", cookie })).json());
  const authorization = `Bearer ${accessToken}`;
  const all = trims.parse(await (await fetch(`${url}/api/trims`)).json());
  const [trim] = all.toSorted((a, b) => b.quantity - a.quantity);
  if (!trim) throw new Error("the demo has no trims");
  const order = { name: "Camille", email, phone: "12345", address: "Lyon", productName: trim.name };
  const answer = await post(url, "/orders", { ...order, orderQuantity: trim.moq }, { from: "x", authorization });
  const said = await answer.json();
  if (answer.status !== 200) throw new Error(JSON.stringify(said));
  const { insertedId: orderId } = placed.parse(said);
  return { email, cookie, authorization, trim, orderId };
}

type Sent = { from: string; cookie?: string; authorization?: string };

function post(url: string, path: string, body: object, { from, ...headers }: Sent): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "x-forwarded-for": from, ...headers },
    body: JSON.stringify(body),
  });
}

/** Begins the attack. Returns what ends it, which returns what the attacker was answered. */
async function startAttacker(url: string, name: string): Promise<() => Promise<Answers>> {
  const attacker = fork(fileURLToPath(import.meta.url), [url, name]);
  await once(attacker, "message");
  return async () => {
    attacker.send("stop");
    const [answers] = await once(attacker, "message");
    return z.record(z.string(), z.number()).parse(answers);
  };
}

const [attackedUrl, attackName] = process.argv.slice(2);
if (process.send && attackedUrl) await attack(attackedUrl, attackName ?? "");

/** Sends what this attack sends, over so many connections at once, until told to stop; then says what it was answered. */
async function attack(url: string, name: string): Promise<void> {
  const { connections, networks } = attacks.find((one) => one.name === name) ?? { connections: 0, networks: () => "" };
  const buyers = name === "documents" ? await Promise.all(Array.from({ length: 4 }, () => openPeople(url))) : [];
  const answers: Answers = {};
  let isOver = false;
  let at = 0;
  process.send?.("begun");
  const ended = once(process, "message").then(() => {
    isOver = true;
  });
  const sendOne = (number: number): Promise<Response> => {
    const from = networks(number);
    const headers = { "x-forwarded-for": from };
    if (name === "description") return fetch(`${url}/api/openapi.json`, { headers });
    if (name === "made-up cookies")
      return fetch(`${url}/api/trims?limit=1000`, { headers: { ...headers, cookie: `a=${number}` } });
    if (name === "searches") return fetch(`${url}/trims?q=rivet+${number}`, { headers });
    if (name === "documents") {
      const { authorization = "", orderId = "" } = buyers[number % 4] ?? {};
      return fetch(`${url}/api/orders/${orderId}/confirmation.pdf`, { headers: { ...headers, authorization } });
    }
    return post(url, "/auth/sign-in/email", { email: newEmail(), password: PASSWORD }, { from });
  };
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) {
        const status = await sendOne(at++).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => "cut off",
        );
        add(answers, status, 1);
        // The attacker has the same cores: it must not measure its own work.
        await pause(20);
      }
    }),
  );
  await ended;
  process.send?.(answers);
  process.disconnect?.();
}
