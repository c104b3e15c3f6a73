import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { demoPeople } from "#db/demo-people.ts";
import type { Cluster } from "./cluster.ts";
import { type Answer, ask, ORIGIN } from "./shops.ts";

/** How long a buyer who signs in tolerates 503. */
const PATIENCE_MS = 10_000;

const trimsAnswer = z.array(z.object({ _id: z.string(), name: z.string(), moq: z.number(), quantity: z.number() }));
const placed = z.object({ insertedId: z.string() });

/**
 * The demo buyer's access token. A trial before may have cut connections: what is cut off, or answered with the word to
 * try again, is tried again. @throws Error that says what was answered instead of a token
 */
async function signIn(url: string): Promise<string> {
  const { email, password } = demoPeople.buyer;
  const signedIn = await askPatiently(`${url}/api/auth/sign-in/email`, { method: "POST", body: { email, password } });
  const headers = { cookie: signedIn.cookies.map((line) => line.split(";")[0]).join("; ") };
  const { body } = await askPatiently(`${url}/api/login`, { method: "POST", headers, body: { email } });
  return z.object({ accessToken: z.string() }).parse(JSON.parse(body)).accessToken;
}

async function askPatiently(...question: Parameters<typeof ask>): Promise<Answer> {
  for (const start = performance.now(); ; await pause(100)) {
    const isPatient = performance.now() - start < PATIENCE_MS;
    const answer = await ask(...question).catch((error: unknown) => {
      if (!isPatient) throw error;
      return undefined;
    });
    const isWorthTrying = !answer || (answer.status === 503 && answer.retryAfter && isPatient);
    if (!isWorthTrying) return taken(question[0], answer);
  }
}

/** The answer, if a trial can go on with it. @throws Error that says what it was instead */
function taken(url: string, answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.body}`);
  return answer;
}

async function readTrims(url: string): Promise<z.infer<typeof trimsAnswer>> {
  return trimsAnswer.parse(JSON.parse((await ask(`${url}/api/trims?limit=200`)).body));
}

export type Acknowledged = { at: number; shop: string; key: string; id: string };

/**
 * Buyers who order one thing after another at the given doors. Whoever gets no answer, or 5xx, sends the same order
 * under the same Idempotency-Key again until it is answered. `await using` ends them whatever becomes of the trial.
 */
export async function startBuyers(doors: readonly { name: string; url: string }[], each: number, pauseMs: number) {
  const first = doors[0]?.url ?? ORIGIN;
  const token = await signIn(first);
  const trims = await readTrims(first);
  const { name, email } = demoPeople.buyer;
  const acknowledged: Acknowledged[] = [];
  /** Answers other than an order that was taken, by what they were. */
  const others = new Map<string, number>();
  const sent: string[] = [];
  const open = new Set<string>();
  let isOver = false;
  let isGivenUp = false;
  let next = 0;

  async function buy(door: { name: string; url: string }): Promise<void> {
    while (!isOver) {
      const trim = trims[next++ % trims.length];
      if (!trim) return;
      const key = crypto.randomUUID();
      const order = { name, email, phone: "12345", address: key, productName: trim.name, orderQuantity: trim.moq };
      sent.push(key);
      open.add(key);
      while (!isGivenUp) {
        const headers = { authorization: `Bearer ${token}`, "idempotency-key": key };
        const answer = await ask(`${door.url}/api/orders`, { method: "POST", headers, body: order }).catch(
          (error: NodeJS.ErrnoException) => ({ status: 0, body: error.code ?? error.message, retryAfter: undefined }),
        );
        if (answer.status === 200) {
          acknowledged.push({
            at: performance.now(),
            shop: door.name,
            key,
            id: placed.parse(JSON.parse(answer.body)).insertedId,
          });
          open.delete(key);
          break;
        }
        const code = /"code":"([a-z-]+)"/.exec(answer.body)?.[1] ?? "";
        const kind =
          answer.status === 0
            ? `cut off (${answer.body})`
            : `${answer.status} ${code}${answer.status === 503 && !answer.retryAfter ? " without Retry-After" : ""}`.trim();
        others.set(kind, (others.get(kind) ?? 0) + 1);
        // Sold out: another trim. Anything else is tried again, as a careful client does.
        if (answer.status >= 400 && answer.status < 500 && !answer.body.includes("request-running")) {
          open.delete(key);
          break;
        }
        await pause(100);
      }
      await pause(pauseMs);
    }
  }

  const all = doors.flatMap((door) => Array.from({ length: each }, () => buy(door)));
  const stop = async () => {
    isOver = true;
    await Promise.all(all);
  };
  const giveUp = () => {
    isGivenUp = true;
    return stop();
  };
  return { acknowledged, others, sent, stop, [Symbol.asyncDispose]: giveUp };
}

/** The longest time without an acknowledged order between two moments, in ms. */
export function longestGap(acknowledged: readonly Acknowledged[], from: number, to: number, shop?: string): number {
  const times = acknowledged.filter((one) => !shop || one.shop === shop).map(({ at }) => at);
  const before = times.filter((at) => at < from).at(-1) ?? from;
  const between = [before, ...times.filter((at) => at >= from && at <= to)];
  return Math.max(0, ...between.slice(1).map((at, index) => at - (between[index] ?? at)));
}

/** Puts enough pieces into stock that no trial sells a trim out: a trial that waits for orders would wait for ever. */
export async function stockUp(cluster: Cluster): Promise<void> {
  await cluster.sql(
    await cluster.whole(),
    `with stocked as (update trims set quantity = quantity + 10000000 returning id)
     insert into stock_movements (id, trim_id, delta, why) select gen_random_uuid(), id, 10000000, 'trial' from stocked`,
  );
}

/**
 * Compares what was acknowledged with what the database has: orders lost or doubled, and trims whose pieces do not add
 * up.
 */
export async function compare(
  cluster: Cluster,
  orders: { acknowledged: readonly Acknowledged[]; sent: readonly string[] },
) {
  const leader = await cluster.whole();
  const rows = (await cluster.sql(leader, "select id, address from orders")).split("\n").map((line) => line.split("|"));
  const ids = new Set(rows.map(([id]) => id));
  const counts = new Map<string, number>();
  for (const [, address = ""] of rows) counts.set(address, (counts.get(address) ?? 0) + 1);
  const wrong = await cluster.sql(
    leader,
    `select count(*) from trims
     where coalesce((select sum(delta) from stock_movements where trim_id = trims.id), 0) <> quantity + coalesce(
       (select sum(order_quantity) from orders where trim_id = trims.id and review not in ('declined', 'cancelled')), 0)`,
  );
  return {
    lost: orders.acknowledged.filter(({ id }) => !ids.has(id)).length,
    doubled: orders.sent.filter((key) => (counts.get(key) ?? 0) > 1).length,
    wrongStock: Number(wrong),
  };
}
