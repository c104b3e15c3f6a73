import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StandInPerson } from "#app/stand-in/people.server.ts";
import { type StandIn, startStandIn } from "#app/stand-in/stand-in.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { walkToReturn } from "#test/provider.ts";
import { giveAccount, newEmail, Visitor } from "#test/visitor.ts";
import { giveProviderAccount } from "./provider-accounts.server.ts";
import { accounts, users } from "./tables.server.ts";

const people: StandInPerson[] = [];
let standIn: StandIn;
let shop: TestApp;

beforeAll(async () => {
  standIn = await startStandIn(["http://localhost:3000"], people);
  shop = await startTestApp({ social: standIn.social, limits: "off" });
});
afterAll(() => standIn.stop());

let last = 0;
function someone(about: Partial<StandInPerson> = {}): StandInPerson {
  last++;
  const person = { id: `sub-${last}`, number: 9100 + last, name: "Priya Raghunath", email: newEmail() };
  const made = { ...person, isVerified: true, ...about };
  people.push(made);
  return made;
}

type Provider = "google" | "github";

/** Brings each window to the provider's last page, then all of them back at once. */
async function comeBackTogether(windows: { provider: Provider; person: string }[]) {
  const visitors = windows.map(() => new Visitor(shop));
  const returns = [];
  for (const [at, walk] of windows.entries()) returns.push(await walkToReturn(visitors[at] ?? new Visitor(shop), walk));
  const ends = await Promise.all(returns.map((comeBack) => comeBack()));
  const who = await Promise.all(visitors.map((visitor) => visitor.who()));
  return { errors: ends.map((end) => end.searchParams.get("error")), ids: who.map((found) => found?.id) };
}

async function waysOf(email: string): Promise<string[]> {
  const rows = await shop.db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email));
  return rows.map(({ provider }) => provider).toSorted();
}

const usersOf = async (email: string) =>
  (await shop.db.select().from(users).where(eq(users.email, email))).map(({ id }) => id);

const ROUNDS = Array.from({ length: 5 }, (_, round) => round);

describe("one person in several windows at once", () => {
  it.each(["google", "github"] as const)("opens one account with %s, and is signed in in each", async (provider) => {
    for (const _ of ROUNDS) {
      const { id: person, email } = someone();
      const { errors, ids } = await comeBackTogether(Array(3).fill({ provider, person }));
      const [owner] = await usersOf(email);
      expect({ errors, ids }).toEqual({ errors: [null, null, null], ids: [owner, owner, owner] });
      expect(await waysOf(email)).toEqual([provider]);
    }
  });

  it("is signed in in each window of one browser, whichever comes back first", async () => {
    const { id: person, email } = someone();
    const browser = new Visitor(shop);
    const returns = [];
    for (const provider of ["google", "github", "google"] as const) {
      returns.push(await walkToReturn(browser, { provider, person }));
    }
    const errors = [];
    for (const comeBack of returns) errors.push((await comeBack()).searchParams.get("error"));
    expect(errors).toEqual([null, null, null]);
    expect((await browser.who())?.email).toBe(email);
    expect([...browser.cookies.keys()]).toEqual(["rivet-and-reed.session_token"]);
  });

  it("may begin as often as they like: no browser is left with more cookies than a server takes", async () => {
    const browser = new Visitor(shop);
    for (let at = 0; at < 30; at++) {
      await browser.send("POST /auth/sign-in/social", { provider: "google", attempt: crypto.randomUUID() });
    }
    expect(browser.cookies.size).toBeLessThanOrEqual(10);
    const { id: person, email } = someone();
    expect(
      (await (await walkToReturn(browser, { provider: "google", person }))()).searchParams.get("error"),
    ).toBeNull();
    expect((await browser.who())?.email).toBe(email);
  });

  it("opens one account with both providers", async () => {
    for (const _ of ROUNDS) {
      const { id: person, email } = someone();
      const both = ["google", "github", "google", "github"] as const;
      const { errors, ids } = await comeBackTogether(both.map((provider) => ({ provider, person })));
      const [owner] = await usersOf(email);
      expect({ errors, ids }).toEqual({ errors: Array(4).fill(null), ids: Array(4).fill(owner) });
      expect(await waysOf(email)).toEqual(["github", "google"]);
    }
  });

  it("links each provider once to an account whose address was confirmed", async () => {
    for (const _ of ROUNDS) {
      const { id: person, email } = someone();
      const owner = await giveAccount(shop, new Visitor(shop), email);
      await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, owner));
      const { errors, ids } = await comeBackTogether(Array(3).fill({ provider: "google", person }));
      expect({ errors, ids }).toEqual({ errors: [null, null, null], ids: [owner, owner, owner] });
      expect(await waysOf(email)).toEqual(["credential", "google"]);
    }
  });

  it("keeps apart two people of one provider and one address: one is signed in, the other told why not", async () => {
    for (const _ of ROUNDS) {
      const first = someone();
      const second = someone({ email: first.email });
      const windows = [first, second].map(({ id: person }) => ({ provider: "google" as const, person }));
      const { errors, ids } = await comeBackTogether(windows);
      const [owner] = await usersOf(first.email);
      expect(errors.toSorted()).toEqual(["account_of_another", null]);
      expect(ids.filter((id) => id !== undefined)).toEqual([owner]);
      expect(await waysOf(first.email)).toEqual(["google"]);
    }
  });

  it("opens one account for a person whose address changes between two windows", async () => {
    for (const _ of ROUNDS) {
      const subject = newEmail();
      const about = { providerId: "google", subject, name: "Priya Raghunath", picture: undefined } as const;
      const addresses = [newEmail(), newEmail(), newEmail()];
      await Promise.allSettled(addresses.map((email) => giveProviderAccount(shop.db, { ...about, email })));
      const opened = await Promise.all(addresses.map(usersOf));
      expect(opened.flat()).toHaveLength(1);
      expect(await shop.db.$count(accounts, eq(accounts.accountId, subject))).toBe(1);
    }
  });
});

describe("a first sign-in and a registration at once", () => {
  it("leave one account: the window is signed in, or told that the address was never confirmed", async () => {
    for (const _ of ROUNDS) {
      const { id: person, email } = someone();
      const visitor = new Visitor(shop);
      const comeBack = await walkToReturn(visitor, { provider: "google", person });
      const [end, registered] = await Promise.all([comeBack(), new Visitor(shop).register(email)]);
      const error = end.searchParams.get("error");
      const [owner] = await usersOf(email);
      expect(registered.status).toBe(200);
      expect([null, "account_not_linked"]).toContain(error);
      expect(await waysOf(email)).toEqual([error ? "credential" : "google"]);
      expect((await visitor.who())?.id).toBe(error ? undefined : owner);
    }
  });
});
