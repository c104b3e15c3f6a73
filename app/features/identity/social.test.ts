import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#app/platform/log.server.ts";
import type { StandInPerson } from "#app/stand-in/people.server.ts";
import { type StandIn, startStandIn } from "#app/stand-in/stand-in.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answerProvider, walkThroughPopup } from "#test/provider.ts";
import { newEmail, PASSWORD, Visitor } from "#test/visitor.ts";
import { accounts, users } from "./tables.server.ts";

const people: StandInPerson[] = [];
let standIn: StandIn;
let shop: TestApp;

beforeAll(async () => {
  standIn = await startStandIn(["http://localhost:3000"], people);
  shop = await startTestApp({ social: standIn.social });
});
afterAll(() => standIn.stop());

let last = 0;
/** A person with accounts at both providers. */
function someone(about: Partial<StandInPerson> = {}): StandInPerson {
  last++;
  const person = {
    id: `sub-${last}`,
    number: 9000 + last,
    name: "Priya Raghunath",
    email: newEmail(),
    isVerified: true,
  };
  people.push({ ...person, ...about });
  return people.at(-1) ?? person;
}

const usersOf = (email: string) => shop.db.select().from(users).where(eq(users.email, email));
const errorOf = (end: URL) => end.searchParams.get("error");

describe.each(["google", "github"] as const)("signing in with %s", (provider) => {
  it("opens an account the first time, and uses the same one ever after", async () => {
    const { id: person, email, number } = someone();
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person }))).toBeNull();
    expect(await visitor.who()).toMatchObject({ email, name: "Priya Raghunath", emailVerified: true });
    const again = new Visitor(shop);
    await walkThroughPopup(again, { provider, person });
    expect((await again.who())?.id).toBe((await visitor.who())?.id);
    const rows = await shop.db
      .select({ providerId: accounts.providerId, accountId: accounts.accountId, token: accounts.accessToken })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(eq(users.email, email));
    const subject = provider === "github" ? String(number) : person;
    expect(rows).toEqual([{ providerId: provider, accountId: subject, token: null }]);
    const { accessToken } = await (await again.send("POST /login", { email })).json();
    expect(accessToken).toMatch(/^[\w-]{43}$/);
  });

  it("ends with access_denied when the person refuses, and nothing is kept", async () => {
    const { id: person, email } = someone();
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person, consent: "refuse" }))).toBe("access_denied");
    expect(await visitor.who()).toBeNull();
    expect(await usersOf(email)).toEqual([]);
  });

  it("is not finished at the callback of the other provider", async () => {
    const { id: person } = someone();
    const visitor = new Visitor(shop);
    const started = await visitor.send("POST /auth/sign-in/social", { provider, attempt: crypto.randomUUID() });
    const back = await answerProvider((await started.json()).url, person, "allow");
    const other = provider === "google" ? "github" : "google";
    const end = await visitor.send(`GET /auth/callback/${other}${back.search}`);
    expect(end.headers.get("location")).toContain("error=");
    expect(await visitor.who()).toBeNull();
  });

  it("puts neither token nor code nor e-mail into the address the popup ends at", async () => {
    const { id: person } = someone();
    const end = await walkThroughPopup(new Visitor(shop), { provider, person });
    expect(`${end.pathname}${end.search}`).toMatch(/^\/signed-in\?attempt=[\w-]{36}$/);
  });

  // A9 (a): an attacker registered the victim's address first.
  it("does not open an unverified account of the same address, nor link to it", async () => {
    const { id: person, email } = someone();
    await new Visitor(shop).register(email);
    const victim = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(victim, { provider, person }))).toBe("account_not_linked");
    expect(await victim.who()).toBeNull();
    const rows = await shop.db.select().from(accounts).innerJoin(users, eq(users.id, accounts.userId));
    expect(rows.filter((row) => row.users.email === email).map((row) => row.accounts.providerId)).toEqual([
      "credential",
    ]);
  });

  it("links to an account whose address was confirmed, and its password still works", async () => {
    const { id: person, email } = someone();
    await new Visitor(shop).register(email);
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person }))).toBeNull();
    expect((await visitor.who())?.email).toBe(email);
    expect((await new Visitor(shop).signIn(email)).status).toBe(200);
  });

  it("opens no locked account, and says so as a password does", async () => {
    const { id: person, email } = someone();
    await walkThroughPopup(new Visitor(shop), { provider, person });
    await shop.db.update(users).set({ lockedAt: new Date() }).where(eq(users.email, email));
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person }))).toBe("account_locked");
    expect(await visitor.who()).toBeNull();
  });

  // A9 (b)
  it("refuses an address the provider has not verified: no account, no link", async () => {
    const { id: person, email } = someone({ isVerified: false });
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person }))).toBe("email_not_found");
    expect(await usersOf(email)).toEqual([]);
    await shop.db.insert(users).values({ name: "Owner", email, emailVerified: true });
    expect(errorOf(await walkThroughPopup(visitor, { provider, person }))).toBe("email_not_found");
    expect(await visitor.who()).toBeNull();
  });

  // A9 (c)
  it("knows a person by their subject, also under a new address", async () => {
    const person = someone();
    const before = new Visitor(shop);
    await walkThroughPopup(before, { provider, person: person.id });
    const { email } = person;
    person.email = newEmail();
    const after = new Visitor(shop);
    await walkThroughPopup(after, { provider, person: person.id });
    expect(await after.who()).toMatchObject({ id: (await before.who())?.id, email });
    expect(await usersOf(person.email)).toEqual([]);
  });

  // A9 (d)
  it("treats another subject with the same address as another person", async () => {
    const first = someone();
    await walkThroughPopup(new Visitor(shop), { provider, person: first.id });
    const second = someone({ email: first.email });
    const visitor = new Visitor(shop);
    expect(errorOf(await walkThroughPopup(visitor, { provider, person: second.id }))).toBe("account_of_another");
    expect(await visitor.who()).toBeNull();
    expect(await usersOf(first.email)).toHaveLength(1);
  });

  it("refuses foreign addresses: look-alikes and other alphabets", async () => {
    const { id: person } = someone({ email: "\u212Aelvin@denim.example" });
    expect(errorOf(await walkThroughPopup(new Visitor(shop), { provider, person }))).toBe("email_not_found");
  });
});

describe("a sign-in under way", () => {
  const start = async (visitor: Visitor) => {
    const { url } = await (
      await visitor.send("POST /auth/sign-in/social", { provider: "google", attempt: crypto.randomUUID() })
    ).json();
    return new URL(url);
  };

  it("uses code, PKCE and state, at exactly the addresses of the settings", async () => {
    const url = await start(new Visitor(shop));
    expect(url.origin + url.pathname).toBe(standIn.social.google.authorizationUrl);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{32}$/),
      redirect_uri: "http://localhost:3000/api/auth/callback/google",
    });
  });

  // A29, login CSRF: the attacker begins a login and sends the victim's browser to its callback.
  it("ends only in the browser that began it, and only once", async () => {
    const { id: person } = someone();
    const attacker = new Visitor(shop);
    const back = await answerProvider(String(await start(attacker)), person, "allow");
    const callback = `GET ${back.pathname.replace("/api", "")}${back.search}`;
    const victim = new Visitor(shop);
    const foreign = await victim.send(callback);
    expect(foreign.headers.get("location")).toMatch(/^\/signed-in\?.*error=state_mismatch/);
    expect(foreign.headers.get("cross-origin-opener-policy"), "the way back keeps its opener").toBe("unsafe-none");
    expect(await victim.who()).toBeNull();
    await attacker.send(callback);
    expect(await attacker.who()).not.toBeNull();
    const repeated = await new Visitor(shop).send(callback);
    expect(repeated.headers.get("location")).toMatch(/^\/signed-in\?.*error=/);
  });

  it.each([
    "GET /auth/callback/google",
    "GET /auth/callback/google?code=x&state=y",
    "GET /auth/callback/google?error=access_denied",
    "GET /auth/callback/nobody?code=x&state=y",
    "GET /auth/callback/google?state=x&error=%0d%0aSet-Cookie:a=b",
  ])("that nobody began ends nowhere but at our own page: %s", async (target) => {
    const visitor = new Visitor(shop);
    const response = await visitor.send(target);
    expect(response.headers.get("location")).toMatch(/^\/signed-in\?error=/);
    expect(await visitor.who()).toBeNull();
  });

  it("that nobody began is a warning in the log, never an error, and limited", async () => {
    const lines: { level: number; from?: string }[] = [];
    const log = createLog("warn", { write: (line) => lines.push(JSON.parse(line)) });
    const few = await startTestApp({ social: standIn.social, log, limits: { social: { points: 3, minutes: 10 } } });
    const statuses = [];
    for (const state of ["a", "b", "c", "d", "e"]) {
      const { status } = await new Visitor(few).send(`GET /auth/callback/google?code=x&state=${state}`);
      statuses.push(status);
    }
    expect(statuses).toEqual([302, 302, 302, 429, 429]);
    expect(lines.filter(({ from }) => from === "identity").map(({ level }) => level)).toEqual([40, 40, 40]);
    expect(lines.filter(({ level }) => level > 40)).toEqual([]);
  });

  it.each([
    [{ provider: "facebook" }, 400],
    [{ provider: "google", attempt: "short" }, 400],
    [{ provider: "google", attempt: "../../../evil.example/path" }, 400],
    [{ provider: "google", callbackURL: "https://evil.example" }, 400],
    [{ provider: "google", idToken: { token: "x" } }, 400],
  ])("is refused for %j", async (about, status) => {
    const body = { attempt: crypto.randomUUID(), ...about };
    expect((await new Visitor(shop).send("POST /auth/sign-in/social", body)).status).toBe(status);
  });
});

describe("a provider that is away", () => {
  const gone = "http://127.0.0.1:9";
  const settings = () => standIn.social.google;

  it("is reported before the popup goes there", async () => {
    const dark = await startTestApp({ social: { google: { ...settings(), authorizationUrl: gone } } });
    const body = { provider: "google", attempt: crypto.randomUUID() };
    const response = await new Visitor(dark).send("POST /auth/sign-in/social", body);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("30");
    expect((await response.json()).detail).toBe("Google cannot be reached right now.");
  });

  it.each([
    ["tokenUrl", "invalid_code"],
    ["userInfoUrl", "unable_to_get_user_info"],
  ])("after its own page (%s) ends with %s", async (part, code) => {
    const dark = await startTestApp({ social: { google: { ...settings(), [part]: gone } } });
    const { id: person } = someone();
    expect(errorOf(await walkThroughPopup(new Visitor(dark), { provider: "google", person }))).toBe(code);
  });

  it("or not set up answers 404", async () => {
    const plain = await startTestApp();
    const body = { provider: "github", attempt: crypto.randomUUID() };
    const response = await new Visitor(plain).send("POST /auth/sign-in/social", body);
    expect(response.status).toBe(404);
    expect((await response.json()).detail).toBe("GitHub is not set up in this shop.");
  });
});

describe("Google and GitHub of one verified address", () => {
  it("lead to one person, who may also have a password", async () => {
    const { id: person, email } = someone();
    const visitor = new Visitor(shop);
    await walkThroughPopup(visitor, { provider: "google", person });
    const again = new Visitor(shop);
    await walkThroughPopup(again, { provider: "github", person });
    expect((await again.who())?.id).toBe((await visitor.who())?.id);
    expect((await new Visitor(shop).signIn(email, PASSWORD)).status).toBe(401);
  });
});
