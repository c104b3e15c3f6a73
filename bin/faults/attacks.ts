import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { quantile } from "simple-statistics";
import { z } from "zod";
import { stockUp } from "#test/buyers.ts";
import { newEmail } from "#test/visitor.ts";
import type { Fault } from "./fault.ts";
import { withScene } from "./scene.ts";

// Each attack on the shop's speed that somebody has tried, with honest people beside it: they wait at most twice as long
// as on the quiet shop, and the shop stays ready. The attacker is a process of its own, on the same machine.

const SECONDS = 12;
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
        // Whoever logs in again and again ends their own oldest session.
        const again = await openPeople(url);
        await live(url, people, again, 3);
        const quiet = await live(url, people, again, SECONDS);
        const broken: string[] = [];
        const told = [`quiet: ${tell(quiet)}`];
        for (const { name } of attacks) {
          const attacker = await startAttacker(url, name);
          const during = await live(url, people, again, SECONDS);
          attacker.send("stop");
          const [answers] = await once(attacker, "message");
          told.push(`${name}: ${tell(during)} | attacker ${JSON.stringify(answers)}`);
          for (const [kind, { ms, statuses }] of Object.entries(during)) {
            const most = 2 * quantile(quiet[kind]?.ms ?? [0], 0.95) + GRACE_MS;
            const p95 = quantile(ms, 0.95);
            if (Object.keys(statuses).join() !== "200") broken.push(`${name}: ${kind} answered`);
            if (p95 > most) broken.push(`${name}: ${kind} took ${p95.toFixed(0)} ms`);
          }
          // What is still in line ends.
          await pause(3_000);
        }
        if (broken.length > 0) throw new Error(`${broken.join(", ")}\n${told.join("\n")}`);
        return told.join("\n");
      },
      {
        settings: {
          LIMITS: "registration=100000/1,document-account=100000/1,order-account=100000/1,order-network=100000/1",
          TRUSTED_PROXIES: "127.0.0.1,::1",
        },
      },
    ),
};

type Waits = Record<string, { ms: number[]; statuses: Record<number, number> }>;

/** What honest people do for a while, each kind in turn: how long each took, and what it was answered. */
async function live(url: string, people: People, again: People, seconds: number): Promise<Waits> {
  const waits: Waits = {};
  const until = performance.now() + seconds * 1_000;
  const repeat = async (kind: string, restMs: number, act: () => Promise<Response>) => {
    const seen = { ms: [] as number[], statuses: {} as Record<number, number> };
    waits[kind] = seen;
    while (performance.now() < until) {
      const start = performance.now();
      const answer = await act();
      await answer.arrayBuffer();
      seen.ms.push(performance.now() - start);
      seen.statuses[answer.status] = (seen.statuses[answer.status] ?? 0) + 1;
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
  return waits;
}

function tell(waits: Waits): string {
  return Object.entries(waits)
    .map(([kind, { ms, statuses }]) => {
      const [p50, p95] = [0.5, 0.95].map((part) => quantile(ms, part).toFixed(0));
      return `${kind} ${p50}/${p95} ms ${JSON.stringify(statuses)}`;
    })
    .join(", ");
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

async function startAttacker(url: string, name: string): Promise<ChildProcess> {
  const attacker = fork(fileURLToPath(import.meta.url), [url, name]);
  await once(attacker, "message");
  return attacker;
}

const [attackedUrl, attackName] = process.argv.slice(2);
if (process.send && attackedUrl) await attack(attackedUrl, attackName ?? "");

/** Sends what this attack sends, over so many connections at once, until told to stop; then says what it was answered. */
async function attack(url: string, name: string): Promise<void> {
  const { connections, networks } = attacks.find((one) => one.name === name) ?? { connections: 0, networks: () => "" };
  const buyers = name === "documents" ? await Promise.all(Array.from({ length: 4 }, () => openPeople(url))) : [];
  const answers: Record<string, number> = {};
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
        answers[status] = (answers[status] ?? 0) + 1;
        // The attacker has the same cores: it must not measure its own work.
        await pause(20);
      }
    }),
  );
  await ended;
  process.send?.(answers);
  process.disconnect?.();
}
