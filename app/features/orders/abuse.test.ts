import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let trim: Awaited<ReturnType<typeof buildTrim>>;

beforeAll(async () => {
  shop = await startTestApp();
  trim = await buildTrim(shop.db, { moq: 1, quantity: 100_000 });
});

const mailsTo = async (email: string) => (await listMails(shop.db)).filter(({ to }) => to.address === email);
const orderTimes = (person: TestPerson, times: number, on = shop, of = trim) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const body = { ...newOrder(person, of, 1), address: "Cheap pills at https://evil.example".repeat(20) };
      return (await call(on, "POST /orders", { as: person, body })).status;
    }),
  );
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe("an address that nobody has confirmed", () => {
  it("gets no mail of 50 orders, not even once it is confirmed, and 20 of them are taken", async () => {
    const admin = await signedIn(shop.db, { role: "admin" });
    const stranger = await signedIn(shop.db, { emailVerified: false, name: "Cheap pills at evil.example" });
    const statuses = await orderTimes(stranger, 50);
    // A busy machine may put some off with 503.
    const [taken, putOff] = [count(statuses, 200), count(statuses, 503)];
    expect(taken).toBeLessThanOrEqual(20);
    expect(taken + putOff).toBeGreaterThanOrEqual(20);
    expect(taken + putOff + count(statuses, 429)).toBe(50);
    expect(await mailsTo(stranger.email)).toEqual([]);
    const texts = (await mailsTo(admin.email)).map(({ text }) => text).join();
    expect(texts.split(trim.name).length - 1).toBe(taken);
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, stranger.id));
    expect(await mailsTo(stranger.email)).toEqual([]);
    expect(await orderTimes(stranger, 1)).toEqual([200]);
    expect(await mailsTo(stranger.email)).toHaveLength(1);
  });

  it("gets no notice as an admin either", async () => {
    const old = await signedIn(shop.db, { role: "admin", emailVerified: false });
    await orderTimes(await signedIn(shop.db), 1);
    expect(await mailsTo(old.email)).toEqual([]);
  });

  it("shares its network's limit with others like it, and with no confirmed one", async () => {
    const few = await startTestApp({ limits: { "order-network": { points: 3, minutes: 60 } } });
    const of = await buildTrim(few.db, { moq: 1, quantity: 1000 });
    const [one, other] = [
      await signedIn(few.db, { emailVerified: false }),
      await signedIn(few.db, { emailVerified: false }),
    ];
    const statuses = (await Promise.all([orderTimes(one, 5, few, of), orderTimes(other, 5, few, of)])).flat();
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([3, 7]);
    expect(await orderTimes(await signedIn(few.db), 5, few, of)).toEqual([200, 200, 200, 200, 200]);
  });
});

it("an account places only so many orders an hour, however many come at once", async () => {
  const few = await startTestApp({ limits: { "order-account": { points: 7, minutes: 60 } } });
  const of = await buildTrim(few.db, { moq: 1, quantity: 1000 });
  const statuses = await orderTimes(await signedIn(few.db), 30, few, of);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([7, 23]);
});

it("an order that a busy database put off does not count", async () => {
  const few = await startTestApp({ limits: { "order-account": { points: 1, minutes: 60 } } });
  const of = await buildTrim(few.db, { moq: 1, quantity: 1000 });
  const buyer = await signedIn(few.db);
  await few.db.transaction(async (tx) => {
    await tx.select().from(trims).where(eq(trims.id, of.id)).for("update");
    expect(await orderTimes(buyer, 1, few, of)).toEqual([503]);
  });
  expect(await orderTimes(buyer, 1, few, of)).toEqual([200]);
  expect(await orderTimes(buyer, 1, few, of)).toEqual([429]);
});
