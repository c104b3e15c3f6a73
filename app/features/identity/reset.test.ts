import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { giveAccount, newEmail, PASSWORD, Visitor } from "#test/visitor.ts";
import { sessions, users } from "./tables.server.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

let network = 0;
const visitor = () => new Visitor(shop, `198.51.${++network}.7`);
const RENEWED = "twill-and-copper";

const resetsTo = async (email: string) =>
  (await listMails(shop.db)).filter(({ to, subject }) => to.address === email && subject === "Set a new password");
const tokenIn = (text = "") => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
const ask = (email: string) => visitor().send("POST /auth/request-password-reset", { email });
const reset = (token: string, newPassword = RENEWED) =>
  visitor().send("POST /auth/reset-password", { token, newPassword });

async function forgetful() {
  const email = newEmail();
  const person = visitor();
  await giveAccount(shop, person, email);
  await ask(email);
  const [mail] = await resetsTo(email);
  return { email, person, token: tokenIn(mail?.text) };
}

describe("asking for a new password", () => {
  it("sends a link to the shop's own address, whatever host the request claims", async () => {
    const email = newEmail();
    await giveAccount(shop, visitor(), email);
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    await visitor().send("POST /auth/request-password-reset", { email }, { headers });
    const [mail] = await resetsTo(email);
    expect(mail?.text).toContain("http://localhost:3000/reset-password?token=");
    expect(JSON.stringify(mail)).not.toContain("evil");
  });

  it("takes no address to lead to", async () => {
    const body = { email: newEmail(), redirectTo: "https://evil.example" };
    expect((await visitor().send("POST /auth/request-password-reset", body)).status).toBe(400);
  });

  // A10
  it("R-196 answers the same for an unknown address, and sends nothing there", async () => {
    const known = newEmail();
    await giveAccount(shop, visitor(), known);
    const unknown = newEmail();
    const answers = new Set<string>();
    for (const email of [known, unknown, unknown, known, unknown, known]) {
      const response = await ask(email);
      const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
      answers.add(JSON.stringify([response.status, headers, await response.json()]));
    }
    expect(answers.size).toBe(1);
    expect(await resetsTo(unknown)).toEqual([]);
    expect((await resetsTo(known)).length).toBe(3);
  });
});

// A11
describe("while the clock stands still", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    vi.spyOn(globalThis, "setTimeout");
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const waits = () => vi.mocked(setTimeout).mock.calls.map(([, ms = 0]) => ms);

  it.each([true, false])("nobody is told how long the work took for an address that is known: %s", async (isKnown) => {
    const email = newEmail();
    if (isKnown) await giveAccount(shop, visitor(), email);
    let answered: string | undefined;
    const answer = ask(email).then(async (response) => {
      answered = `${response.status} ${await response.clone().text()}`;
      return response;
    });
    // Not `expect.poll`: it advances the fake clock on each try, on a busy machine beyond the wait itself.
    while (isKnown && (await resetsTo(email)).length === 0) expect(answered).toBeUndefined();
    // The database's own timers are longer.
    while (!waits().some((ms) => ms > 0 && ms < 500)) await shop.db.execute("select 1");
    // More database turns than the work needs.
    for (let turn = 0; turn < 30; turn++) await shop.db.execute("select 1");
    expect(answered).toBeUndefined();
    vi.advanceTimersByTime(500);
    expect((await answer).status).toBe(200);
  });
});

describe("the link of a reset mail", () => {
  it("sets the password, confirms the address, ends all sessions, and tells the owner", async () => {
    const { email, person, token } = await forgetful();
    const { accessToken } = await (await person.send("POST /login", { email })).json();
    expect((await reset(token)).status).toBe(200);
    expect(await person.who()).toBeNull();
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await visitor().send(`GET /orders?email=${email}`, undefined, { headers })).status).toBe(401);
    expect((await visitor().signIn(email, PASSWORD)).status).toBe(401);
    const owner = visitor();
    expect((await owner.signIn(email, RENEWED)).status).toBe(200);
    expect(await owner.who()).toMatchObject({ emailVerified: true });
    const subjects = (await listMails(shop.db)).filter(({ to }) => to.address === email).map(({ subject }) => subject);
    expect(subjects).toContain("Your password was changed");
  });

  it("says, like every mail about an account, where to write to", async () => {
    const email = newEmail();
    await visitor().register(email);
    await ask(email);
    const token = tokenIn((await resetsTo(email))[0]?.text);
    await visitor().register(email);
    await reset(token);
    const mails = (await listMails(shop.db)).filter(({ to }) => to.address === email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Please confirm your e-mail address",
      "Set a new password",
      "You already have an account",
      "Your password was changed",
    ]);
    for (const { text, html } of mails) {
      for (const words of [text, html]) expect(words).toContain("help@rivet-and-reed.example");
    }
  });

  // A9 (a), continued: the mailbox owner takes the account from the person who registered it.
  it("takes an account from the stranger who registered the address, and nothing that they typed stays", async () => {
    const { email, person: stranger, token } = await forgetful();
    const [owner] = await shop.db.select().from(users).where(eq(users.email, email));
    const userId = owner?.id ?? "";
    await shop.db
      .update(users)
      .set({ name: "Evil Squatter", image: "https://evil.example/x.png" })
      .where(eq(users.id, userId));
    const profile = { phone: "1", linkedin: "https://evil.example", location: "Evil Town", education: "none" };
    await shop.db.execute(sql`insert into profiles (user_id, phone, linkedin, location, education)
      values (${userId}, ${profile.phone}, ${profile.linkedin}, ${profile.location}, ${profile.education})`);
    await shop.db.execute(sql`insert into order_drafts (user_id, for_id, version, lines, address, note, changed_at)
      values (${userId}, ${userId}, gen_random_uuid(), '[]', 'Squatter Street 1', 'to the back door', now())`);
    await reset(token);
    const [now] = await shop.db.select().from(users).where(eq(users.id, userId));
    expect(now).toMatchObject({ name: email.split("@")[0], image: null, emailVerified: true });
    for (const table of ["profiles", "order_drafts"]) {
      const { rows } = await shop.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${userId}`);
      expect(rows, table).toEqual([]);
    }
    expect(await stranger.who()).toBeNull();
    expect((await stranger.signIn(email, PASSWORD)).status).toBe(401);
  });

  // A36
  it("works once: for exactly one of 20 simultaneous requests, and never again", async () => {
    const { email, token } = await forgetful();
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => reset(token, `${RENEWED}-${at}`)));
    const winner = tries.findIndex(({ ok }) => ok);
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await visitor().signIn(email, `${RENEWED}-${winner}`)).status).toBe(200);
    const again = await reset(token);
    expect(again.status).toBe(400);
    expect((await again.json()).detail).toMatch(/already been used or is older than an hour/);
  });

  it("makes every other link that was mailed before worthless", async () => {
    const { email, token } = await forgetful();
    await ask(email);
    const other = tokenIn((await resetsTo(email)).at(-1)?.text);
    expect(other).not.toBe(token);
    await reset(other);
    expect((await reset(token)).status).toBe(400);
  });

  it("works for one hour", async () => {
    const { email, token } = await forgetful();
    const { rows } = await shop.db.execute<{ minutes: number }>(
      "select (extract(epoch from expires_at - now()) / 60)::float as minutes from verifications order by created_at desc limit 1",
    );
    expect(rows[0]?.minutes).toBeGreaterThan(58);
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60.1);
    await shop.db.execute("update verifications set expires_at = now() - interval '1 second'");
    expect((await reset(token)).status).toBe(400);
    expect((await visitor().signIn(email, PASSWORD)).status).toBe(200);
  });

  it("is stored only as a hash, in no table but the outbox", async () => {
    const { token } = await forgetful();
    const { rows } = await shop.db.execute("select * from verifications");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ["", RENEWED],
    ["x".repeat(24), RENEWED],
    ["x".repeat(500), RENEWED],
    ["' or 1=1 --", RENEWED],
  ])("that is %.30j opens nothing", async (token, newPassword) => {
    expect((await reset(token, newPassword)).status).toBe(400);
  });

  it("is not used up by a password that is refused", async () => {
    const { token } = await forgetful();
    for (const weak of ["short", "password", "x".repeat(129)]) expect((await reset(token, weak)).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  it("is useless once its person is deleted", async () => {
    const { email, token } = await forgetful();
    await shop.db.delete(users).where(eq(users.email, email));
    await giveAccount(shop, visitor(), email);
    const before = await shop.db.$count(sessions);
    expect((await reset(token)).status).toBe(400);
    expect(await shop.db.$count(sessions)).toBe(before);
    expect((await visitor().signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe("asking whether the link of a reset mail works", () => {
  const check = (body: unknown, by = visitor()) => by.send("POST /auth/check-reset-link", body);

  it("says whose it is, for password managers, and does not use it up", async () => {
    const { email, token } = await forgetful();
    for (const _ of [1, 2, 3]) {
      const answer = await check({ token });
      expect([answer.status, await answer.json()]).toEqual([200, { status: true, email }]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it("says when the link was used, has expired, or never existed", async () => {
    const used = await forgetful();
    await reset(used.token);
    const old = await forgetful();
    await shop.db.execute("update verifications set expires_at = now() - interval '1 second'");
    for (const token of [used.token, old.token, "x".repeat(24)]) {
      const answer = await check({ token });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: "invalid-input",
        detail: "This link has already been used or is older than an hour. Please ask for a new one.",
      });
    }
  });

  it.each([{}, { token: "" }, { token: 7 }, { token: "x".repeat(500) }, []])("is refused for %.40j", async (body) => {
    expect((await check(body)).status).toBe(400);
  });

  it("is refused with 429 after 100 in 15 minutes from one network, and nowhere else", async () => {
    const { token } = await forgetful();
    const guesser = new Visitor(shop, "198.52.100.1");
    for (let tens = 0; tens < 10; tens++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => check({ token: "x".repeat(24) }, guesser)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    }
    const refused = await check({ token }, new Visitor(shop, "198.52.100.1"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await check({ token })).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });
});
