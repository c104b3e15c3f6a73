import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { accessTokens, users } from "#app/features/identity/tables.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStream } from "#test/stream.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

async function place(person = buyer) {
  const trim = await buildTrim(shop.db);
  const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim) });
  return (await response.json()).insertedId as string;
}

const note = (orderId: string) =>
  ({ orderId, kind: "note", note: "Soon", noteFor: "buyer", actorRole: "admin" }) as const;

const accept = (id: string) =>
  call(shop, `POST /orders/${id}/moves`, { as: admin, body: { track: "review", from: "in-review", to: "accepted" } });

async function listenAs(person: TestPerson, lastEventId?: string) {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const response = await call(shop, "GET /events", { as: person, headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  return readStream(response);
}

/** The messages of a resumed stream, up to `ready`. */
async function missedBy(person: TestPerson, lastEventId: string | undefined) {
  const stream = await listenAs(person, lastEventId);
  const messages = [];
  for (let message = await stream.next(); message && message.event !== "ready"; message = await stream.next()) {
    messages.push(message);
  }
  await stream.cut();
  return messages;
}

/** What was on its way when the stream opened may still come. */
async function expectEnd(stream: Awaited<ReturnType<typeof listenAs>>): Promise<void> {
  for (let message = await stream.next(); message; message = await stream.next()) expect(message.event).toBe("order");
}

describe("GET /events", () => {
  it("tells a buyer about their own orders and an admin about all, with their states", async () => {
    const other = await signedIn(shop.db);
    const [own, all] = [await listenAs(buyer), await listenAs(admin)];
    await own.until("ready");
    await all.until("ready");
    const foreign = await place(other);
    const id = await place();
    await accept(id);
    const status = { shipping: "pending", payment: "pending" };
    expect((await own.until("order")).data).toMatchObject({ orderId: id, kind: "placed", isMine: true });
    expect((await own.until("order")).data).toEqual({
      ...{ eventId: expect.any(String), orderId: id, number: expect.any(Number), isMine: true },
      ...{ kind: "move", track: "review", from: "in-review", to: "accepted", review: "accepted", ...status },
    });
    const seen = [await all.until("order"), await all.until("order"), await all.until("order")];
    expect(seen.map(({ data }) => data.orderId)).toEqual([foreign, id, id]);
    await own.cut();
    await all.cut();
  });

  it("resumes without a gap, also when an older transaction commits last", async () => {
    const [older, newer] = [await place(), await place()];
    const stream = await listenAs(buyer);
    await stream.until("ready");
    await shop.db.transaction(async (tx) => {
      const late = { orderId: older, kind: "note", note: "Late", noteFor: "buyer", actorRole: "admin" } as const;
      await tx.insert(orderEvents).values(late);
      await accept(newer);
      expect((await stream.until("order")).data).toMatchObject({ orderId: newer });
      await stream.cut();
    });
    const missed = await missedBy(buyer, stream.lastId());
    expect(missed.map(({ data }) => [data.orderId, data.kind])).toContainEqual([older, "note"]);
  });

  it("says nothing to the buyer about an internal note", async () => {
    const person = await signedIn(shop.db);
    const id = await place(person);
    const stream = await listenAs(person);
    const { id: from } = await stream.until("ready");
    await stream.cut();
    const note = { orderId: id, kind: "note", note: "Watch", noteFor: "internal", actorRole: "admin" } as const;
    await shop.db.insert(orderEvents).values(note);
    // A place before a transaction that was still running repeats some events.
    const kindsSeenBy = async (by: TestPerson) => (await missedBy(by, from)).map(({ data }) => data.kind);
    expect(await kindsSeenBy(person)).not.toContain("note");
    expect(await kindsSeenBy(admin)).toContain("note");
  });

  it.each(["0", "x", "99999999999999999"])("answers a place it does not know, %s, with reload", async (place) => {
    expect((await missedBy(buyer, place)).map(({ event }) => event)).toEqual(["reload"]);
  });

  it("ends once the account is locked", async () => {
    const person = await signedIn(shop.db);
    const stream = await listenAs(person);
    await stream.until("ready");
    await shop.db.update(users).set({ lockedAt: sql`now()` }).where(eq(users.id, person.id));
    await expectEnd(stream);
  });

  it("ends with the token, and a new token resumes where it left off", async () => {
    const person = await signedIn(shop.db);
    const stream = await listenAs(person);
    await stream.until("ready");
    await shop.db
      .update(accessTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(accessTokens.sessionId, person.sessionId));
    await expectEnd(stream);
    expect((await call(shop, "GET /events", { as: person })).status).toBe(401);
    const again = { ...person, token: (await signedIn(shop.db, { role: "admin" })).token };
    const id = await place();
    expect((await missedBy(again, stream.lastId())).map(({ data }) => data.orderId)).toContain(id);
  });

  it("ends when its person has another role", async () => {
    const person = await signedIn(shop.db, { role: "admin" });
    const stream = await listenAs(person);
    await stream.until("ready");
    await shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, person.id));
    await expectEnd(stream);
  });

  it("gives somebody without a confirmed address two streams", async () => {
    const person = await signedIn(shop.db, { emailVerified: false });
    const streams = [await listenAs(person), await listenAs(person)];
    expect((await call(shop, "GET /events", { as: person })).status).toBe(429);
    await Promise.all(streams.map(({ cut }) => cut()));
  });

  it("gives one person ten streams, and another when one is closed", async () => {
    const person = await signedIn(shop.db);
    const streams = await Promise.all(Array.from({ length: 10 }, () => listenAs(person)));
    const refused = await call(shop, "GET /events", { as: person });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    await streams[0]?.cut();
    const next = await listenAs(person);
    await Promise.all([...streams, next].map(({ cut }) => cut()));
  });

  it("names a place only once all up to it has been told", async () => {
    const id = await place();
    const stream = await listenAs(buyer);
    const { id: from } = await stream.until("ready");
    await shop.db.insert(orderEvents).values([note(id), note(id), note(id)]);
    shop.orderEvents.wake();
    const messages = [await stream.until("order"), await stream.until("order"), await stream.until("order")];
    expect(messages.map((message) => message.id)).toEqual([undefined, undefined, expect.any(String)]);
    await stream.cut();
    const missed = await missedBy(buyer, from);
    expect(missed.length).toBeGreaterThanOrEqual(3);
    expect(missed.filter((message) => message.id)).toEqual([]);
  });

  it("says nothing of events that a restored database brought with it", async () => {
    const [restored, id] = [await place(), await place()];
    const stream = await listenAs(buyer);
    const { id: from } = await stream.until("ready");
    await shop.db.insert(orderEvents).values({ ...note(restored), transaction: "1000000000000" });
    await accept(id);
    expect((await stream.until("order")).data).toMatchObject({ orderId: id, kind: "move" });
    await stream.cut();
    const missed = await missedBy(buyer, from);
    expect(missed.map(({ data }) => [data.orderId, data.kind])).not.toContainEqual([restored, "note"]);
  });

  it("opens nothing for HEAD", async () => {
    const person = await signedIn(shop.db);
    for (let times = 0; times < 10; times++) {
      expect((await call(shop, "HEAD /events", { as: person })).status).toBe(200);
    }
    const stream = await listenAs(person);
    await stream.until("ready");
    await stream.cut();
  });

  // Last, because a place before somebody's long transaction is also before these.
  it("answers reload when the place is too far back", async () => {
    const id = await place();
    const stream = await listenAs(buyer);
    const { id: from } = await stream.until("ready");
    await stream.cut();
    await shop.db.execute(sql`
      insert into order_events (id, order_id, kind, note, note_for, actor_role)
      select gen_random_uuid(), ${id}, 'note', 'One of many', 'buyer', 'admin' from generate_series(1, 501)`);
    expect((await missedBy(buyer, from)).map(({ event }) => event)).toEqual(["reload"]);
  });
});
