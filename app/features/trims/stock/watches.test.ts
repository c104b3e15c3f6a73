import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { trimRules } from "#app/features/trims/limits.server.ts";
import { trims, watches } from "#app/features/trims/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { addToStock } from "./stock.server.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  admin = await signedIn(shop.db, { role: "admin" });
});

const watch = (as: TestPerson, trimId: string) => call(shop, `PUT /trims/${trimId}/watch`, { as });

const restock = (trimId: string, pieces: number) =>
  call(shop, `PATCH /trims/${trimId}`, { as: admin, body: { restock: pieces } });

async function isWatching(as: TestPerson, trimId: string): Promise<boolean> {
  return (await (await call(shop, `GET /trims/${trimId}/watch`, { as })).json()).watching;
}

/** The subjects of the mails to this person. */
async function mailsTo({ email }: TestPerson): Promise<string[]> {
  const mails = await listMails(shop.db);
  return mails
    .filter(({ to, subject }) => to.address === email && subject.startsWith("Back"))
    .map(({ subject }) => subject);
}

describe("PUT /trims/:id/watch", () => {
  it("promises one mail, which comes once the minimum order is in stock, and not before", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 0, moq: 100 });
    for (const _ of ["once", "twice"]) {
      expect(await (await watch(buyer, trim.id)).json()).toEqual({ acknowledged: true, watching: true });
    }
    expect(await isWatching(buyer, trim.id)).toBe(true);
    await restock(trim.id, 99);
    expect(await mailsTo(buyer)).toEqual([]);
    await restock(trim.id, 1);
    expect(await mailsTo(buyer)).toEqual([`Back in stock: ${trim.name}`]);
    expect(await isWatching(buyer, trim.id)).toBe(false);
    await restock(trim.id, 500);
    expect(await mailsTo(buyer)).toHaveLength(1);
  });

  it("leads the mail to the trim's page and says what is there", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { name: "Pearl snap, 10.5 mm", quantity: 0, moq: 2000 });
    await watch(buyer, trim.id);
    await restock(trim.id, 12_500);
    const mail = (await listMails(shop.db)).find(({ to }) => to.address === buyer.email);
    expect(mail?.text).toContain(`/trims/${trim.number}-pearl-snap-10-5-mm`);
    expect(mail?.text).toContain("12,500 pieces");
  });

  it("is a promise for one time: each new request brings one more mail", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 0, moq: 100 });
    for (const times of [1, 2]) {
      await watch(buyer, trim.id);
      await restock(trim.id, 100);
      expect(await mailsTo(buyer)).toHaveLength(times);
      await restock(trim.id, -100);
    }
  });

  it("is also kept when an order is cancelled or the minimum is lowered", async () => {
    const [buyer, other] = [await signedIn(shop.db), await signedIn(shop.db)];
    const trim = await buildTrim(shop.db, { quantity: 500, moq: 300 });
    const order = await (await call(shop, "POST /orders", { as: other, body: newOrder(other, trim, 500) })).json();
    await watch(buyer, trim.id);
    await call(shop, `DELETE /orders/${order.insertedId}`, { as: other });
    expect(await mailsTo(buyer)).toHaveLength(1);

    const few = await buildTrim(shop.db, { quantity: 50, moq: 100 });
    await watch(buyer, few.id);
    await call(shop, `PATCH /trims/${few.id}`, { as: admin, body: { moq: 50 } });
    expect(await mailsTo(buyer)).toHaveLength(2);
  });

  it("is refused while the trim is in stock, where it is unknown, and to an unconfirmed address", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 100, moq: 100 });
    const answer = await watch(buyer, trim.id);
    expect(answer.status).toBe(409);
    expect((await answer.json()).code).toBe("in-stock");
    expect((await watch(buyer, "01980000-0000-7000-8000-000000000000")).status).toBe(404);
    const unconfirmed = await signedIn(shop.db, { emailVerified: false });
    const soldOut = await buildTrim(shop.db, { quantity: 0 });
    expect((await watch(unconfirmed, soldOut.id)).status).toBe(403);
    expect(await shop.db.$count(watches)).toBe(0);
  });

  it("answers at once that a trim is in stock, while an order holds it", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 100, moq: 100 });
    await inTransaction(shop.db, async (tx) => {
      await tx.update(trims).set({ quantity: 99_900 }).where(eq(trims.id, trim.id));
      expect((await watch(buyer, trim.id)).status).toBe(409);
    });
  });

  it("is asked for by an account a hundred times an hour, and no more", async () => {
    const limited = await startTestApp({ limits: { "watch-account": { points: 3, minutes: 60 } } });
    const [buyer, other] = [await signedIn(limited.db), await signedIn(limited.db)];
    const soldOut = await buildTrim(limited.db, { quantity: 0 });
    const ask = (as: TestPerson) => call(limited, `PUT /trims/${soldOut.id}/watch`, { as });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await ask(buyer)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await ask(other)).status).toBe(200);
    expect(trimRules["watch-account"]).toEqual({ points: 100, minutes: 60 });
  });

  it("writes nothing to an address that is no longer confirmed", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 0 });
    await watch(buyer, trim.id);
    await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, buyer.id));
    await restock(trim.id, 1000);
    expect(await mailsTo(buyer)).toEqual([]);
    expect(await shop.db.$count(watches)).toBe(0);
  });

  it("sends one mail to each under 20 restocks at once, and forgets nobody who asks meanwhile", async () => {
    const trim = await buildTrim(shop.db, { quantity: 0, moq: 1000 });
    const early = await Promise.all(Array.from({ length: 5 }, () => signedIn(shop.db)));
    const late = await Promise.all(Array.from({ length: 5 }, () => signedIn(shop.db)));
    for (const person of early) await watch(person, trim.id);
    const [answers, asked] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => restock(trim.id, 100))),
      Promise.all(late.map((person) => watch(person, trim.id))),
    ]);
    const restocked = answers.filter(({ status }) => status === 200).length;
    expect(restocked).toBeGreaterThanOrEqual(10);
    const [after] = await shop.db.select().from(trims).where(eq(trims.id, trim.id));
    expect(after?.quantity).toBe(restocked * 100);
    for (const person of early) expect(await mailsTo(person)).toHaveLength(1);
    // Who came too late was told that it is there; everybody else got the mail.
    for (const [at, person] of late.entries()) {
      const status = asked[at]?.status;
      expect([200, 409]).toContain(status);
      expect(await mailsTo(person)).toHaveLength(status === 200 ? 1 : 0);
    }
    expect(await shop.db.$count(watches)).toBe(0);
  });

  it("sends nothing when the restock is rolled back", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 0, moq: 10 });
    await watch(buyer, trim.id);
    const gaveUp = inTransaction(shop.db, async (tx) => {
      await addToStock(tx, trim.id, 50, { origin: ORIGIN, contact: "help@rivet-and-reed.example" });
      throw new Error("something after it failed");
    });
    await expect(gaveUp).rejects.toThrow("something after it failed");
    expect(await mailsTo(buyer)).toEqual([]);
    expect(await isWatching(buyer, trim.id)).toBe(true);
    await shop.db.delete(watches);
  });
});

describe("DELETE /trims/:id/watch", () => {
  it("takes the request back, and only one's own", async () => {
    const [buyer, other] = [await signedIn(shop.db), await signedIn(shop.db)];
    const trim = await buildTrim(shop.db, { quantity: 0, moq: 10 });
    for (const person of [buyer, other]) await watch(person, trim.id);
    const drop = () => call(shop, `DELETE /trims/${trim.id}/watch`, { as: buyer });
    expect(await (await drop()).json()).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await (await drop()).json()).toEqual({ acknowledged: true, deletedCount: 0 });
    await restock(trim.id, 10);
    expect([await mailsTo(buyer), await mailsTo(other)].map(({ length }) => length)).toEqual([0, 1]);
  });
});
