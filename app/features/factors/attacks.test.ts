import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertLink } from "#app/features/identity/queries.server.ts";
import { sessions } from "#app/features/identity/tables.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import type { StandInPerson } from "#app/stand-in/people.server.ts";
import { type StandIn, startStandIn } from "#app/stand-in/stand-in.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { Authenticator } from "#test/authenticator.ts";
import { addPasskey, codeOf, joined, letProofsAge, outcome, setUpApp, wrongCodeOf } from "#test/factors.ts";
import { listMails } from "#test/mails.ts";
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

/** A browser that has given the right password, from a network of its own. */
async function afterPassword({ email }: Pick<Person, "email">): Promise<Visitor> {
  networks++;
  const browser = new Visitor(shop, `198.18.${networks}.7`);
  expect(await outcome(browser.signIn(email))).toEqual([401, "second-factor-needed"]);
  return browser;
}
let networks = 0;

const step = (browser: Visitor, body: object) => outcome(browser.send("POST /auth/second-step", body));
const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const count = (outcomes: (readonly [number, unknown])[], status: number) =>
  outcomes.filter(([one]) => one === status).length;

/** Asks for a passkey as this browser may, and signs. */
async function signed(
  browser: Visitor,
  passkey: Authenticator,
  about: { origin?: string; isUserVerified?: boolean } = {},
) {
  const options = await (await browser.send("POST /auth/passkey-options", {})).json();
  return passkey.get(options, { origin: ORIGIN, ...about });
}

describe("the code of an app", () => {
  it("works once: not again, not in another browser, not at the same moment", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(3).map(() => afterPassword(person)));
    const code = codeOf(key);
    const outcomes = await Promise.all(browsers.map((browser) => step(browser, { code })));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 2]);
    expect(await step(await afterPassword(person), { code })).toEqual([403, "wrong-code"]);
    await letProofsAge(shop, person.id);
    expect(await outcome(person.send("POST /auth/proof", { code }))).toEqual([403, "wrong-code"]);
  });

  it("that was typed to switch the app on does not log in", async () => {
    const person = await joined(shop);
    const { key } = await (await person.send("POST /auth/app", {})).json();
    const code = codeOf(key);
    expect((await person.send("POST /auth/app/confirm", { code })).status).toBe(200);
    expect(await step(await afterPassword(person), { code })).toEqual([403, "wrong-code"]);
  });

  it("is guessed five times, from 80 browsers at once as from one, and the right one must wait then", {
    timeout: 90_000,
  }, async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(8).map(() => afterPassword(person)));
    const guess = (at: number) => step(browsers[at % 8] ?? person, { code: wrongCodeOf(key) });
    const outcomes = await Promise.all(many(80).map(guess));
    expect([count(outcomes, 403), count(outcomes, 429)]).toEqual([5, 75]);
    expect(await step(await afterPassword(person), { code: codeOf(key) })).toEqual([429, "too-many-requests"]);
    // Whoever guesses does not lock out a passkey, nor others.
    const other = await joined(shop);
    const { key: another } = await setUpApp(shop, other);
    expect(await step(await afterPassword(other), { code: codeOf(another) })).toEqual([200, undefined]);
  });

  it("is guessed so many times from one network, whosever account", async () => {
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
    expect(await step(await afterPassword(person), { code: codeOf(key) })).toEqual([403, "wrong-code"]);
  });
});

describe("the owner of an account whose codes were guessed until the limit", () => {
  const SUBJECT = "Wrong codes were typed for your account";
  const timesTold = async ({ email }: Person) =>
    (await listMails(shop.db)).filter(({ to, subject }) => to.address === email && subject === SUBJECT).length;
  const guessTimes = async (times: number, browser: Visitor, key: string) => {
    for (const _ of many(times)) expect(await step(browser, { code: wrongCodeOf(key) })).toEqual([403, "wrong-code"]);
  };
  /** As if so much of the time of a limit had passed that it begins anew. */
  const forget = (rule: string, { id }: Person) =>
    shop.db.delete(rateLimits).where(eq(rateLimits.key, `${rule}:${id}`));

  it("is told with the last wrong code, and once an hour at most", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(person);
    await guessTimes(4, browser, key);
    expect(await timesTold(person)).toBe(0);
    await guessTimes(1, browser, key);
    expect(await timesTold(person)).toBe(1);
    expect(await step(browser, { code: wrongCodeOf(key) })).toEqual([429, "too-many-requests"]);
    await forget("code-account", person);
    await guessTimes(5, browser, key);
    expect(await timesTold(person)).toBe(1);
    await forget("code-account", person);
    await forget("code-told", person);
    await guessTimes(5, browser, key);
    expect(await timesTold(person)).toBe(2);
  });

  it("is told once of many at once, and of guesses in a session as well", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    await letProofsAge(shop, person.id);
    const guess = () => outcome(person.send("POST /auth/proof", { code: wrongCodeOf(key) }));
    const outcomes = await Promise.all(many(20).map(guess));
    expect([count(outcomes, 403), count(outcomes, 429)]).toEqual([5, 15]);
    expect(await timesTold(person)).toBe(1);
  });

  it("is not told when the right code comes in time", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(person);
    await guessTimes(4, browser, key);
    expect(await step(browser, { code: codeOf(key) })).toEqual([200, undefined]);
    expect(await timesTold(person)).toBe(0);
  });
});

describe("a recovery code", () => {
  it("works once, also for two at once", async () => {
    const person = await joined(shop);
    const {
      recoveryCodes: [recoveryCode = ""],
    } = await setUpApp(shop, person);
    const browsers = await Promise.all(many(4).map(() => afterPassword(person)));
    const outcomes = await Promise.all(browsers.map((browser) => step(browser, { recoveryCode })));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 3]);
    expect(await step(await afterPassword(person), { recoveryCode })).toEqual([403, "wrong-code"]);
    const used = await shop.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(used.filter(({ usedAt }) => usedAt)).toHaveLength(1);
  });

  it("is guessed five times, together with codes of the app", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const browser = await afterPassword(person);
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
    expect(await step(await afterPassword(person), { recoveryCode })).toEqual([403, "wrong-code"]);
  });
});

describe("a login that waits for its second step", () => {
  it("is taken once, and gets another cookie: who knew the old one knows nothing", async () => {
    const person = await joined(shop);
    const {
      key,
      recoveryCodes: [recoveryCode = ""],
    } = await setUpApp(shop, person);
    const browser = await afterPassword(person);
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
    const browser = await afterPassword(person);
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

describe("what a passkey signed", () => {
  it("for a page of another origin is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    for (const origin of ["https://rivet-and-reed.example", "http://localhost:3001", "http://localhost"]) {
      const browser = new Visitor(shop);
      const assertion = await signed(browser, passkey, { origin });
      expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
        ...[403, "passkey-refused"],
      ]);
      expect(await browser.who()).toBeNull();
    }
    const elsewhere = await addPasskey(person, new Authenticator(), { origin: "https://rivet-and-reed.example" });
    expect(await outcome(elsewhere.response)).toEqual([403, "passkey-refused"]);
  });

  it("for another shop is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    const assertion = passkey.get({ ...options, rpId: "shop.example" }, { origin: ORIGIN });
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("without the fingerprint, face or PIN of its owner is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey, { isUserVerified: false });
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("works once, also for two at once, and not after it was refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey);
    const cookies = [...browser.cookies];
    const use = () => {
      const one = new Visitor(shop);
      for (const [name, value] of cookies) one.cookies.set(name, value);
      return outcome(one.send("POST /auth/sign-in/passkey", { passkey: assertion }));
    };
    const outcomes = await Promise.all(many(4).map(use));
    expect([count(outcomes, 200), count(outcomes, 403)]).toEqual([1, 3]);
    expect(await use()).toEqual([403, "passkey-refused"]);
    const other = new Visitor(shop);
    const good = await signed(other, passkey);
    const spoilt = { ...good, response: { ...good.response, signature: assertion.response.signature } };
    expect((await other.send("POST /auth/sign-in/passkey", { passkey: spoilt })).status).toBe(403);
    expect((await other.send("POST /auth/sign-in/passkey", { passkey: good })).status).toBe(403);
  });

  it("is of no use to another browser or session, nor for another act", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const refused = [403, "passkey-refused"];
    // Another visitor.
    const assertion = await signed(new Visitor(shop), passkey);
    expect(await outcome(new Visitor(shop).send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual(
      refused,
    );
    // Another login that waits.
    const [one, another] = [await afterPassword(person), await afterPassword(person)];
    expect(await step(another, { passkey: await signed(one, passkey) })).toEqual(refused);
    // A login, given for a proof.
    const stepping = await afterPassword(person);
    const forLogin = await signed(stepping, passkey);
    expect(await outcome(person.send("POST /auth/proof", { passkey: forLogin }))).toEqual(refused);
    // A proof, given for another session of the same person.
    const options = await (await person.send("POST /auth/proof-options", {})).json();
    expect(await step(stepping, { passkey: passkey.get(options, { origin: ORIGIN }) })).toEqual(refused);
  });

  it("of somebody else does not take the second step", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    await setUpApp(shop, person);
    const { passkey } = await addPasskey(other);
    const browser = await afterPassword(person);
    expect(await step(browser, { passkey: await signed(browser, passkey) })).toEqual([403, "passkey-refused"]);
  });

  it("of a passkey that was removed is refused", async () => {
    const person = await joined(shop);
    const { passkey, response } = await addPasskey(person);
    const browser = new Visitor(shop);
    const assertion = await signed(browser, passkey);
    await person.send(`DELETE /auth/passkeys/${(await response.json()).insertedId}`);
    expect(await outcome(browser.send("POST /auth/sign-in/passkey", { passkey: assertion }))).toEqual([
      ...[403, "passkey-refused"],
    ]);
  });

  it("with a challenge that nobody gave out is refused", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const browser = new Visitor(shop);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    const assertion = passkey.get(options, { origin: ORIGIN, challenge: "AAAA" });
    expect((await browser.send("POST /auth/sign-in/passkey", { passkey: assertion })).status).toBe(403);
  });

  it("cannot be added twice, nor by somebody else", async () => {
    const [person, other] = [await joined(shop), await joined(shop)];
    const passkey = new Authenticator();
    expect((await addPasskey(person, passkey)).response.status).toBe(200);
    expect(await outcome((await addPasskey(person, passkey)).response)).toEqual([409, "passkey-known"]);
    expect(await outcome((await addPasskey(other, passkey)).response)).toEqual([409, "passkey-known"]);
  });
});

describe("changes of factors at once", () => {
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
