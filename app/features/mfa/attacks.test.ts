import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertLink } from "#app/features/identity/links.server.ts";
import { sessions } from "#app/features/identity/tables.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import type { StandInPerson } from "#app/stand-in/people.server.ts";
import { type StandIn, startStandIn } from "#app/stand-in/stand-in.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import {
  addPasskey,
  afterPassword,
  codeOf,
  count,
  joined,
  letProofsAge,
  many,
  outcome,
  setUpApp,
  step,
  wrongCodeOf,
} from "#test/mfa.ts";
import { walkThroughPopup } from "#test/provider.ts";
import { PASSWORD, Visitor } from "#test/visitor.ts";
import { recoveryCodes } from "./tables.server.ts";

const people: StandInPerson[] = [];
let standIn: StandIn;
let shop: TestApp;
/** Allows few codes from one network. */
let few: TestApp;

beforeAll(async () => {
  few = await startTestApp({ limits: { "code-network": { points: 7, minutes: 15 } } });
  standIn = await startStandIn([ORIGIN], people);
  shop = await startTestApp({ social: standIn.social, trustedProxies: ["127.0.0.1"] });
});
afterAll(() => standIn.stop());

type Person = Awaited<ReturnType<typeof joined>>;

describe("the code of an app", () => {
  it("works once: not again, not in another browser, not at the same moment", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(3).map(() => afterPassword(shop, person)));
    const code = codeOf(key);
    const outcomes = await Promise.all(browsers.map((browser) => step(browser, { code })));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 2]);
    expect(await step(await afterPassword(shop, person), { code })).toEqual([403, "wrong-code"]);
    await letProofsAge(shop, person.id);
    expect(await outcome(person.send("POST /auth/proof", { code }))).toEqual([403, "wrong-code"]);
  });

  it("that was typed to switch the app on does not log in", async () => {
    const person = await joined(shop);
    const { key } = await (await person.send("POST /auth/app", {})).json();
    const code = codeOf(key);
    expect((await person.send("POST /auth/app/confirm", { code })).status).toBe(200);
    expect(await step(await afterPassword(shop, person), { code })).toEqual([403, "wrong-code"]);
  });

  it("is guessed five times, from 80 browsers at once as from one, and the right one must wait then", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(8).map(() => afterPassword(shop, person)));
    const guess = (at: number) => step(browsers[at % 8] ?? person, { code: wrongCodeOf(key) });
    const outcomes = await Promise.all(many(80).map(guess));
    expect([count(outcomes, 403), count(outcomes, 429)]).toEqual([5, 75]);
    expect(await step(await afterPassword(shop, person), { code: codeOf(key) })).toEqual([429, "too-many-requests"]);
    // Guessing locks out neither a passkey nor other people.
    const other = await joined(shop);
    const { key: another } = await setUpApp(shop, other);
    expect(await step(await afterPassword(shop, other), { code: codeOf(another) })).toEqual([200, undefined]);
  });

  it("is guessed only so many times from one network, for whichever account", async () => {
    const outcomes: [number, string | undefined][] = [];
    for (const _ of many(2)) {
      const person = await joined(few);
      const { key } = await setUpApp(few, person);
      const browser = new Visitor(few);
      expect((await browser.signIn(person.email)).status).toBe(401);
      for (const _ of many(5)) {
        const guess = { code: wrongCodeOf(key) };
        outcomes.push(await outcome(browser.send("POST /auth/second-step", guess, { from: "198.19.1.7" })));
      }
    }
    expect([count(outcomes, 403), count(outcomes, 429)]).toEqual([7, 3]);
  });

  it("of somebody else is as wrong as any", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    await setUpApp(shop, person);
    const { key } = await setUpApp(shop, other);
    expect(await step(await afterPassword(shop, person), { code: codeOf(key) })).toEqual([403, "wrong-code"]);
  });
});

describe("the owner of an account whose codes were guessed until the limit", () => {
  const SUBJECT = "Wrong codes were typed for your account";
  const countMails = async ({ email }: Person) =>
    (await listMails(shop.db)).filter(({ to, subject }) => to.address === email && subject === SUBJECT).length;
  const guessTimes = async (times: number, browser: Visitor, key: string) => {
    for (const _ of many(times)) expect(await step(browser, { code: wrongCodeOf(key) })).toEqual([403, "wrong-code"]);
  };
  /** As if the time of a limit had passed. */
  const forget = (rule: string, { id }: Person) =>
    shop.db.delete(rateLimits).where(eq(rateLimits.key, `${rule}:${id}`));

  it("is told with the last wrong code, and once an hour at most", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(shop, person);
    await guessTimes(4, browser, key);
    expect(await countMails(person)).toBe(0);
    await guessTimes(1, browser, key);
    expect(await countMails(person)).toBe(1);
    expect(await step(browser, { code: wrongCodeOf(key) })).toEqual([429, "too-many-requests"]);
    await forget("code-account", person);
    await guessTimes(5, browser, key);
    expect(await countMails(person)).toBe(1);
    await forget("code-account", person);
    await forget("code-warned", person);
    await guessTimes(5, browser, key);
    expect(await countMails(person)).toBe(2);
  });

  it("is told once of many at once, and of guesses in a session as well", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    await letProofsAge(shop, person.id);
    const guess = () => outcome(person.send("POST /auth/proof", { code: wrongCodeOf(key) }));
    const outcomes = await Promise.all(many(20).map(guess));
    expect([count(outcomes, 403), count(outcomes, 429)]).toEqual([5, 15]);
    expect(await countMails(person)).toBe(1);
  });

  it("is not told when the right code comes in time", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(shop, person);
    await guessTimes(4, browser, key);
    expect(await step(browser, { code: codeOf(key) })).toEqual([200, undefined]);
    expect(await countMails(person)).toBe(0);
  });
});

describe("a recovery code", () => {
  it("works once, also for two at once", async () => {
    const person = await joined(shop);
    const {
      recoveryCodes: [recoveryCode = ""],
    } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(4).map(() => afterPassword(shop, person)));
    const outcomes = await Promise.all(browsers.map((browser) => step(browser, { recoveryCode })));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 3]);
    expect(await step(await afterPassword(shop, person), { recoveryCode })).toEqual([403, "wrong-code"]);
    const used = await shop.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(used.filter(({ usedAt }) => usedAt)).toHaveLength(1);
  });

  it("is guessed five times, together with codes of the app", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(shop, person);
    for (const recoveryCode of many(3).map((at) => `AAAAA-AAAA${at}`))
      expect(await step(browser, { recoveryCode })).toEqual([403, "wrong-code"]);
    for (const _ of many(2)) expect(await step(browser, { code: wrongCodeOf(key) })).toEqual([403, "wrong-code"]);
    expect(await step(browser, { recoveryCode: "AAAAA-AAAAZ" })).toEqual([429, "too-many-requests"]);
  });

  it("of somebody else is as wrong as any", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    await setUpApp(shop, person);
    const {
      recoveryCodes: [recoveryCode = ""],
    } = await setUpApp(shop, other);
    expect(await step(await afterPassword(shop, person), { recoveryCode })).toEqual([403, "wrong-code"]);
  });
});

describe("a login that waits for its second step", () => {
  it("is taken once, and gets another cookie: knowing the old one is of no use", async () => {
    const person = await joined(shop);
    const {
      key,
      recoveryCodes: [recoveryCode = ""],
    } = await setUpApp(shop, person);
    const browser = await afterPassword(shop, person);
    const thief = new Visitor(shop);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect(await step(browser, { code: codeOf(key) })).toEqual([200, undefined]);
    expect((await browser.who())?.email).toBe(person.email);
    expect(await thief.who()).toBeNull();
    expect(await step(thief, { recoveryCode })).toEqual([401, "not-signed-in"]);
    expect(await step(browser, { recoveryCode })).toEqual([401, "not-signed-in"]);
  });

  it("ends after ten minutes", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(shop, person);
    const waiting = await shop.db.select().from(sessions).where(eq(sessions.userId, person.id));
    const due = waiting.find(({ secondStep }) => secondStep === "due");
    const left = (due?.expiresAt.getTime() ?? 0) - Date.now();
    expect([left > 8 * 60_000, left <= 11 * 60_000]).toEqual([true, true]);
    await shop.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, due?.id ?? ""));
    expect(await step(browser, { code: codeOf(key) })).toEqual([401, "not-signed-in"]);
  });

  it("is not there without the password", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const stranger = new Visitor(shop);
    expect((await stranger.signIn(person.email, "not-the-password")).status).toBe(401);
    expect(await (await stranger.send("GET /auth/second-step")).json()).toBeNull();
    expect(await step(stranger, { code: codeOf(key) })).toEqual([401, "not-signed-in"]);
  });

  it.each(["google", "github"] as const)("is what %s leads to as well", async (provider) => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const id = `sub-${person.id}`;
    people.push({ id, number: 7000 + people.length, name: "Priya", email: person.email, isVerified: true });
    const browser = new Visitor(shop);
    const end = await walkThroughPopup(browser, { provider, person: id });
    expect(end.searchParams.get("error")).toBeNull();
    expect(await browser.who()).toBeNull();
    const login = { email: person.email };
    expect(await outcome(browser.send("POST /login", login))).toEqual([401, "second-factor-needed"]);
    expect(await (await browser.send("GET /auth/second-step")).json()).toMatchObject({
      email: person.email,
      app: true,
    });
    expect(await step(browser, { code: codeOf(key) })).toEqual([200, undefined]);
    expect((await browser.send("POST /login", login)).status).toBe(200);
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.signedInBy, provider));
    expect(session).toMatchObject({ userId: person.id, secondStep: "app" });
  });

  it("is what a new password leads to as well", async () => {
    const person = await joined(shop);
    await setUpApp(shop, person);
    const token = await insertLink(shop.db, "reset-password", person.id);
    const newPassword = "twill-and-copper-7";
    expect((await new Visitor(shop).send("POST /auth/reset-password", { token, newPassword })).status).toBe(200);
    const browser = new Visitor(shop);
    expect(await outcome(browser.signIn(person.email, newPassword))).toEqual([401, "second-factor-needed"]);
  });
});

describe("changes of factors at once", () => {
  it("ask a login for its second step that was checked before there was one", async () => {
    const person = await joined(shop);
    await shop.db.execute(sql`create function note_factor() returns trigger language plpgsql as $$
      begin update users set has_second_factor = true where id = new.user_id; return new; end $$`);
    await shop.db.execute(
      sql`create trigger note_factor before insert on sessions for each row execute function note_factor()`,
    );
    try {
      const browser = new Visitor(shop);
      expect(await outcome(browser.signIn(person.email))).toEqual([401, "second-factor-needed"]);
      expect(await browser.who()).toBeNull();
    } finally {
      await shop.db.execute(sql`drop trigger note_factor on sessions`);
      await shop.db.execute(sql`drop function note_factor`);
    }
  });

  it("leave one list of recovery codes", async () => {
    const person = await joined(shop);
    const made = await Promise.all(many(3).map(() => addPasskey(person)));
    const lists = await Promise.all(made.map(async ({ response }) => (await response.json()).recoveryCodes));
    expect(lists.filter(Boolean)).toHaveLength(1);
    expect(await shop.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(10);
  });

  it("need the password to switch the app off, however fresh the proof", async () => {
    const person = await joined(shop);
    await setUpApp(shop, person);
    expect((await person.send("POST /auth/app/remove", { password: `${PASSWORD}!` })).status).toBe(403);
  });
});
