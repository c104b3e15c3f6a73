// Buyers who each place the next order as soon as the last is answered, so exactly what they were told is known.
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#app/platform/db/client.server.ts";
import { newOrder } from "#test/builders.ts";
import { areMailsSent } from "#test/buyers.ts";
import { signedIn, type TestPerson } from "#test/people.ts";
import type { MeasuredShop, Round } from "./scenario.ts";

const BUYERS = 10;

export type Goods = { id: string; name: string };

export type Buyers = {
  people: readonly TestPerson[];
  /**
   * Places orders at `url` for that many seconds. Returns the round, and the ids that were acknowledged. @throws Error
   * when one fails
   */
  order(url: string, of: readonly Goods[], seconds: number): Promise<Round & { ids: string[] }>;
  /** Sends orders that the shop refuses, because their price has risen. Returns the round, and how many there were. */
  beRefused(url: string, of: readonly Goods[], seconds: number): Promise<Round & { ids: string[] }>;
};

/** Ten buyers with a token each. */
export async function bringBuyers(db: Db): Promise<Buyers> {
  const people = await Promise.all(Array.from({ length: BUYERS }, (_, at) => signedIn(db, { name: `Buyer ${at}` })));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  async function send(
    url: string,
    of: readonly Goods[],
    seconds: number,
    status: number,
    more: object = {},
  ): Promise<Round & { ids: string[] }> {
    const ids: string[] = [];
    const waits: number[] = [];
    const start = performance.now();
    await Promise.all(
      people.map(async (person) => {
        while (performance.now() < start + seconds * 1000) {
          const goods = of[turn++ % of.length];
          if (!goods) throw new Error("nothing to order");
          const sent = performance.now();
          ids.push(await post(url, agent, person, { ...newOrder(person, goods, 1), ...more }, status));
          waits.push(performance.now() - sent);
        }
      }),
    );
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
    return { ids, value: (ids.length / (performance.now() - start)) * 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
  }

  return {
    people,
    order: (at, of, seconds) => send(at, of, seconds, 200),
    beRefused: (at, of, seconds) => send(at, of, seconds, 409, { unitPrice: "0.0001" }),
  };
}

function post(url: string, agent: Agent, { token }: TestPerson, order: object, status: number): Promise<string> {
  const body = JSON.stringify(order);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
    "idempotency-key": crypto.randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/orders`, { method: "POST", agent, headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      if (answer.statusCode === status) resolve(JSON.parse(text).insertedId);
      else reject(new Error(`POST /orders answered ${answer.statusCode}: ${text}`));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Waits until all mails of orders and sheets are sent, because until then the shop is busy. `query` asks its database. */
export async function emptyOutbox(query: MeasuredShop["query"]): Promise<void> {
  while (!(await areMailsSent(query))) await pause(100);
}
