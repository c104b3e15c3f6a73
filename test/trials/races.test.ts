// @module-tag trial

import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

/** `ROUNDS=200 SECONDS=60 npx vitest run test/trials/races.test.ts` is the whole experiment; it prints its figures. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SECONDS = Number(process.env.SECONDS ?? 0);
const AT_ONCE = 20;

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  // Far more orders than a person places.
  shop = await startTestApp({ limits: "off" });
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db);
});

/** What each of 20 who delete it at once is told. */
async function deleteAtOnce(path: string, people: [TestPerson, ...TestPerson[]]): Promise<number[]> {
  const asked = Array.from({ length: AT_ONCE }, (_, at) =>
    call(shop, `DELETE ${path}`, { as: people[at % people.length] ?? people[0] }),
  );
  const answers = await Promise.all(asked);
  return Promise.all(answers.map(async (answer) => (await answer.json()).deletedCount));
}

async function placed(trim: { id: string; name: string }): Promise<string> {
  const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  return (await response.json()).insertedId;
}

describe(`${AT_ONCE} people delete the same at once, ${ROUNDS} times`, { timeout: 30_000 + ROUNDS * 5_000 }, () => {
  const once = [...Array(AT_ONCE - 1).fill(0), 1];
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

  it("an order: one deletes it, and its pieces return once", async () => {
    const trim = await buildTrim(shop.db);
    for (const _ of rounds) {
      const id = await placed(trim);
      expect((await deleteAtOnce(`/orders/${id}`, [buyer, admin])).toSorted()).toEqual(once);
      expect(await readStock(shop.db, trim.id)).toBe(1000);
    }
  });

  it("a trim: one deletes it, and the record says so once", async () => {
    for (const _ of rounds) {
      const trim = await buildTrim(shop.db);
      expect((await deleteAtOnce(`/trims/${trim.id}`, [admin])).toSorted()).toEqual(once);
      expect(await shop.db.$count(audit, eq(audit.objectId, trim.id))).toBe(1);
    }
  });

  it("a person: one removes them, and the record says so once", async () => {
    for (const _ of rounds) {
      const person = await signedIn(shop.db);
      expect((await deleteAtOnce(`/profiles/${person.id}`, [admin])).toSorted()).toEqual(once);
      expect(await shop.db.$count(audit, eq(audit.objectId, person.id))).toBe(1);
    }
  });
});

describe("orders, cancellations, restocking and the trim's deletion at once", () => {
  const seen = new Map<number, number>();

  async function action(target: string, body?: object) {
    const response = await call(shop, target, { as: admin, body });
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    return response.json();
  }

  /** Eight at one trim; one of them takes it out of the catalogue before the others are done. */
  async function mix(): Promise<void> {
    const trim = await buildTrim(shop.db, { moq: 1, quantity: 100_000 });
    const worker = async (at: number) => {
      for (let round = 0; round < 15; round++) {
        const { insertedId } = await action("POST /orders", newOrder(admin, trim, 3));
        if (round % 3 === 0) await action(`PATCH /trims/${trim.id}`, { restock: 2 });
        if (insertedId && round % 2) await action(`DELETE /orders/${insertedId}`);
        if (at === 0 && round === 10) await action(`DELETE /trims/${trim.id}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => worker(at)));
    const answer = await call(shop, `GET /trims/${trim.id}/stock`, { as: admin });
    const { putIn, quantity, inOpenOrders, shipped } = await answer.json();
    expect(putIn).toBe(quantity + inOpenOrders + shipped);
    expect(putIn).toBeGreaterThan(quantity);
    expect(await readStock(shop.db, trim.id)).toBe(quantity);
  }

  it("answer nothing unforeseen, and lose no piece", { timeout: 60_000 + SECONDS * 2_000 }, async () => {
    const endsAt = Date.now() + SECONDS * 1000;
    do await mix();
    while (Date.now() < endsAt);
    expect([...seen.keys()].sort()).toEqual([200, 404]);
    if (process.env.SECONDS) console.info(`${SECONDS} s, answers by status:`, Object.fromEntries(seen));
  });
});

describe("an account is deleted while it writes", () => {
  let soldOut: string;
  beforeAll(async () => {
    soldOut = (await buildTrim(shop.db, { quantity: 0 })).id;
  });

  /** What it is told whose row is already deleted, but not yet for others, when the call arrives. */
  async function askLast(person: TestPerson, target: string, body?: object): Promise<number> {
    const deleted = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const deletion = shop.db.transaction(async (tx) => {
      await tx.delete(users).where(eq(users.id, person.id));
      deleted.resolve();
      await asked.promise;
    });
    await deleted.promise;
    const answer = call(shop, target, { as: person, body });
    await setTimeout(200);
    asked.resolve();
    await deletion;
    return (await answer).status;
  }

  const about = {
    phone: "0046855512080",
    linkedin: "https://linkedin.com/in/astrid",
    location: "Umeå",
    education: "-",
  };

  it.each<[what: string, (person: TestPerson) => [target: string, body?: object]]>([
    ["a profile", ({ name, email }) => [`PUT /profile/${email}`, { name, email, ...about }]],
    ["a review", ({ name, email }) => ["POST /reviews", { name, email, review: "Sturdy.", ratings: 5 }]],
    ["word of new stock", () => [`PUT /trims/${soldOut}/watch`]],
    ["an authenticator app", () => ["POST /auth/app", {}]],
  ])("is told so, like one who is not logged in: %s", async (_, make) => {
    const person = await signedIn(shop.db);
    expect(await askLast(person, ...make(person))).toBe(401);
  });
});
