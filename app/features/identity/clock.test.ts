import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { limitRules } from "#app/api.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { call } from "#test/people.ts";
import { newEmail, PASSWORD, Visitor } from "#test/visitor.ts";
import { sessions, users, verifications } from "./tables.server.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const RENEWED = "twill-and-copper";
let network = 0;
const visitor = () => new Visitor(shop, `198.51.${++network}.7`);

const tokenOf = async (email: string, subject: string) => {
  const mail = (await listMails(shop.db)).findLast((one) => one.to.address === email && one.subject === subject);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
};
const daysLeft = async (email: string) => {
  const [row] = await shop.db
    .select({ days: sql<number>`(extract(epoch from ${sessions.expiresAt} - now()) / 86400)::float` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.email, email));
  return row?.days;
};

describe.each([
  ["ahead", MONTH_MS],
  ["behind", -MONTH_MS],
])("where the clock of the process is a month %s of the database's", (_, offset) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + offset);
  });
  afterEach(() => void vi.useRealTimers());

  it("a session lasts seven days from a registration and from a sign-in, and ends then", async () => {
    const email = newEmail();
    const [registered, signedIn] = [visitor(), visitor()];
    await registered.register(email);
    expect(await daysLeft(email)).toBeCloseTo(7, 2);
    await shop.db.delete(sessions);
    await signedIn.signIn(email);
    expect(await daysLeft(email)).toBeCloseTo(7, 2);
    expect(await signedIn.who()).toMatchObject({ email });
    const login = await signedIn.send("POST /login", { email });
    const headers = { authorization: `Bearer ${(await login.json()).accessToken}` };
    expect((await call(shop, `GET /orders?email=${email}`, { headers })).status).toBe(200);

    await shop.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await signedIn.who()).toBeNull();
    expect((await signedIn.send("POST /login", { email })).status).toBe(401);
    expect((await call(shop, `GET /orders?email=${email}`, { headers })).status).toBe(401);
  });

  it("a session in use lasts another seven days, extended at most once a day", async () => {
    const email = newEmail();
    const person = visitor();
    await person.register(email);
    const leave = (days: number) =>
      shop.db.update(sessions).set({ expiresAt: sql`now() + make_interval(days => ${days})` });
    await leave(5);
    const session = await person.send("GET /auth/get-session");
    expect(session.headers.getSetCookie().join()).toMatch(/session_token=[^;]{40,}; Max-Age=604800;/);
    expect(await daysLeft(email)).toBeCloseTo(7, 2);
    await shop.db.update(sessions).set({ expiresAt: sql`now() + interval '6.5 days'` });
    expect((await person.send("GET /auth/get-session")).headers.getSetCookie()).toEqual([]);
    expect(await daysLeft(email)).toBeCloseTo(6.5, 2);
  });

  it("a mailed link works for one hour", async () => {
    const email = newEmail();
    const person = visitor();
    await person.register(email);
    await visitor().send("POST /auth/request-password-reset", { email });
    const [verification, reset] = [
      await tokenOf(email, "Please confirm your e-mail address"),
      await tokenOf(email, "Set a new password"),
    ];
    const end = (minutes: number) =>
      shop.db.update(verifications).set({ expiresAt: sql`now() + make_interval(mins => ${minutes})` });
    const use = async () => [
      (await person.send("POST /auth/check-reset-link", { token: reset })).status,
      (await person.send("POST /auth/verify-email", { token: verification })).status,
      (await person.send("POST /auth/reset-password", { token: reset, newPassword: RENEWED })).status,
    ];
    await end(-1);
    expect(await use()).toEqual([400, 400, 400]);
    expect((await visitor().signIn(email, PASSWORD)).status).toBe(200);
    await end(59);
    expect(await use()).toEqual([200, 200, 200]);
    expect((await visitor().signIn(email, RENEWED)).status).toBe(200);
  });

  it("a limit holds as long as its rule says, whichever clock counted first", async () => {
    const rule = "registration";
    const fill = async (key: string) => {
      while (await shop.limits.mayTake(rule, key));
    };
    const waitOf = async (key: string) => {
      const refusal = await shop.limits.take(rule, key).catch((error: unknown) => error);
      return refusal instanceof Refusal ? refusal.more.retryAfterS : undefined;
    };
    const [before, meanwhile] = [newEmail(), newEmail()];
    await fill(meanwhile);
    vi.setSystemTime(Date.now() - offset);
    await fill(before);
    const longest = limitRules[rule].minutes * 60;
    const isSound = (seconds: number | undefined) => seconds !== undefined && seconds > 0 && seconds <= longest;
    for (const key of [before, meanwhile]) expect(await waitOf(key)).toSatisfy(isSound);
    vi.setSystemTime(Date.now() + offset);
    for (const key of [before, meanwhile]) expect(await waitOf(key)).toSatisfy(isSound);

    await shop.db.update(rateLimits).set({ expire: sql`now()` });
    for (const key of [before, meanwhile]) expect(await shop.limits.mayTake(rule, key)).toBe(true);
  });

  it("a limit that the database itself counted with a wrong clock does not outlast its rule", async () => {
    const key = newEmail();
    while (await shop.limits.mayTake("registration", key));
    await shop.db.update(rateLimits).set({ expire: sql`now() + interval '30 days'` });
    expect(await shop.limits.mayTake("registration", key)).toBe(true);
  });
});
