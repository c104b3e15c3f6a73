import { sql } from "drizzle-orm";
import { EventSourceParserStream } from "eventsource-parser/stream";
import pg from "pg";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { unavailable } from "#app/contract/problem.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { silent } from "#test/database.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStream } from "#test/stream.ts";
import { createOrderEventStream, type OrderEventStream } from "./event-stream.server.ts";

let shop: TestApp;
let buyer: TestPerson;
let eventStream: OrderEventStream;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
});
afterEach(() => {
  eventStream.close();
  vi.useRealTimers();
});

async function place(person: TestPerson) {
  const trim = await buildTrim(shop.db);
  const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim) });
  return (await response.json()).insertedId as string;
}

const note = (orderId: string) =>
  ({ orderId, kind: "note", note: "Soon", noteFor: "buyer", actorRole: "admin" }) as const;

/** A newsroom whose clock stands still until it is advanced. */
function openStream() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  eventStream = createOrderEventStream({ db: shop.db, announce: () => {}, log: silent });
}

const openFor = (person: TestPerson) =>
  eventStream.open(
    { ...person, isVerified: true, isAdmin: false, staffRoles: [], hasSecondFactor: false, isProved: true },
    person.token,
    undefined,
  );
const listenTo = (person: TestPerson) => readStream(new Response(openFor(person)));

it("keeps a stream that opens while it asks for the tokens of the others", async () => {
  const [id, late] = [await place(buyer), await signedIn(shop.db)];
  openStream();
  const first = listenTo(buyer);
  await first.until("ready");
  const second = await shop.db.transaction(async (tx) => {
    await tx.execute(sql`lock table access_tokens in access exclusive mode`);
    vi.advanceTimersToNextTimer();
    const waiting = sql`select 1 from pg_locks where relation = 'access_tokens'::regclass and not granted`;
    await expect.poll(async () => (await shop.db.execute(waiting)).rows.length).toBe(1);
    const stream = listenTo(late);
    await stream.until("ready");
    await tx.insert(orderEvents).values(note(id));
    return stream;
  });
  eventStream.wake();
  await first.until("order");
  await place(late);
  eventStream.wake();
  expect((await second.until("order")).data).toMatchObject({ isMine: true });
});

it("reads the tokens by its clock, not for each piece of news", async () => {
  const id = await place(buyer);
  openStream();
  const stream = listenTo(buyer);
  await stream.until("ready");
  const pool = "$client" in shop.db ? shop.db.$client : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error("no pool");
  let statements = 0;
  pool.on("acquire", () => statements++);
  for (let times = 0; times < 3; times++) {
    await shop.db.insert(orderEvents).values(note(id));
    eventStream.wake();
    await stream.until("order");
  }
  // Each time the note, and the news.
  expect(statements).toBe(6);
});

it("tells a quiet stream where it resumes, as a message that clients hear", async () => {
  openStream();
  const response = new Response(openFor(buyer));
  const messages = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const next = async () => (await messages?.read())?.value;
  const ready = await next();
  expect(ready).toMatchObject({ event: "ready" });
  const quiet = next();
  let heard = false;
  void quiet.then(() => {
    heard = true;
  });
  await expect
    .poll(async () => {
      vi.advanceTimersToNextTimer();
      await shop.db.execute(sql`select 1`);
      return heard;
    })
    .toBe(true);
  const { event, id } = (await quiet) ?? {};
  expect(event).toBe("quiet");
  // Because of other transactions in this cluster, it may be the same place.
  expect(BigInt(id ?? 0)).toBeGreaterThanOrEqual(BigInt(ready?.id ?? 0));
});

it("opens no stream once it is closed", async () => {
  openStream();
  const stream = listenTo(buyer);
  await stream.until("ready");
  eventStream.close();
  expect(await stream.next()).toBeUndefined();
  expect(() => openFor(buyer)).toThrow(expect.objectContaining({ problem: unavailable }));
});
