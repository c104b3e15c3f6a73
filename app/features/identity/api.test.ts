import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn } from "#test/people.ts";
import { giveAccount, newEmail, PASSWORD as password, Visitor } from "#test/visitor.ts";
import { forgetExpired } from "./queries.server.ts";
import { accessTokens, sessions, users, verifications } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
});

describe("registration", () => {
  it("makes a person and signs them in, by an HttpOnly cookie only", async () => {
    const email = newEmail();
    const response = await new Visitor(shop).register(email);
    expect(response.status).toBe(200);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const text = await response.text();
    const value = decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? "").split(".")[0] ?? "";
    expect(value.length).toBeGreaterThan(20);
    expect(text).not.toContain(value);
    expect(JSON.parse(text).user).toMatchObject({ email, name: "Camille Besson" });
  });

  it("keeps the address in one form, so that no second account can look like it", async () => {
    const email = newEmail();
    await new Visitor(shop).register(email.toUpperCase());
    expect(await shop.db.$count(users, eq(users.email, email))).toBe(1);
    const count = await shop.db.$count(users);
    for (const written of [` ${email} `, `\u200E${email}\u00A0`, email.replace("@", "\u200B@")]) {
      await new Visitor(shop).register(written);
      expect(await shop.db.$count(users)).toBe(count);
    }
  });

  // A18: look-alikes and smuggled characters.
  it.each([
    "\u212Aelvin@denim.example",
    "d\u0131nim@denim.example",
    "buyer\uFF20denim.example",
    "buyer@denim.example\u0000",
    '"x@y"@denim.example',
    "buyer@denim",
    "a@b@denim.example",
    "buyer@denim.example\r\nBcc: all@denim.example",
    `${"a".repeat(250)}@denim.example`,
    ".buyer@denim.example",
    "",
  ])("refuses %j as an address", async (email) => {
    const before = await shop.db.$count(users);
    const response = await new Visitor(shop).register(email);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await shop.db.$count(users)).toBe(before);
  });

  it.each([
    ["a short password", { password: "seven77" }],
    ["a password of 129 characters", { password: "x".repeat(129) }],
    ["no name", { name: "" }],
    ["a role", { role: "admin" }],
  ])("gives no rights and no account for %s", async (_, wrong) => {
    const email = newEmail();
    const response = await new Visitor(shop).send("POST /auth/sign-up/email", {
      name: "Eve",
      email,
      password,
      ...wrong,
    });
    const [found] = await shop.db.select().from(users).where(eq(users.email, email));
    expect(found?.role ?? "buyer").toBe("buyer");
    if (!("role" in wrong)) expect(response.status).toBe(400);
  });
});

describe("the cookie of a session", () => {
  const atHttps = "https://shop.example";
  let secured: TestApp;
  beforeAll(async () => {
    secured = await startTestApp({ origin: atHttps });
  });

  async function cookieOf(app: TestApp, origin: string) {
    const headers = { origin, "x-forwarded-proto": new URL(origin).protocol.slice(0, -1) };
    const body = { name: "Camille Besson", email: newEmail(), password };
    const response = await call(app, "POST /auth/sign-up/email", { headers, body });
    expect(response.status).toBe(200);
    const [cookie = "", ...more] = response.headers.getSetCookie();
    expect(more).toEqual([]);
    return cookie.replace(/=[^;]+/, "=…");
  }

  it("travels over https only when the shop's address is https, even if a proxy speaks http to the shop", async () => {
    expect(await cookieOf(secured, atHttps)).toBe(
      "__Host-rivet-and-reed.session_token=…; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  it("under its former name still opens the session for a week, and is replaced at the first call", async () => {
    const sentBy = async (person: Visitor) => {
      const { name, value } = [...person.cookies].map(([name, value]) => ({ name, value }))[0] ?? {
        name: "",
        value: "",
      };
      const cookie = `${name.replace("__Host-", "__Secure-")}=${value}`;
      return secured.app.request(`${atHttps}/api/auth/get-session`, { headers: { cookie } });
    };
    const person = new Visitor(secured);
    await giveAccount(secured, person, newEmail());
    try {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-05T12:00:00Z") });
      const found = await sentBy(person);
      expect(await found.json()).toMatchObject({ session: { id: expect.any(String) } });
      const lines = found.headers.getSetCookie().join("\n");
      expect(lines).toMatch(/^__Host-rivet-and-reed\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure/m);
      expect(lines).toMatch(/^__Secure-rivet-and-reed\.session_token=; Max-Age=0/m);
      vi.setSystemTime(new Date("2026-12-06T00:00:00Z"));
      expect(await (await sentBy(person)).json()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("is a plain cookie at a shop without https, or no browser would keep it", async () => {
    expect(await cookieOf(shop, ORIGIN)).toBe(
      "rivet-and-reed.session_token=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
    );
  });
});

describe("login and logout", () => {
  it("opens with the right password and says the same for a wrong one and an unknown address", async () => {
    const email = newEmail();
    await new Visitor(shop).register(email);
    const right = await new Visitor(shop).send("POST /auth/sign-in/email", { email, password });
    expect(right.status).toBe(200);
    const wrong = await new Visitor(shop).send("POST /auth/sign-in/email", { email, password: "not-the-password" });
    const unknown = await new Visitor(shop).send("POST /auth/sign-in/email", { email: newEmail(), password });
    const bodies = [await wrong.json(), await unknown.json()].map(({ requestId: _, ...body }) => body);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(bodies[0]).toEqual(bodies[1]);
  });

  // RFC 5321 allows all of these signs, and registration takes them.
  it.each(["sales&co", "half/size", "a=b", "!#$%&'*+/=?^_`{|}~-"])("opens for the address %j@…, too", async (local) => {
    const email = `${local}.${newEmail()}`;
    expect((await new Visitor(shop).register(email)).status).toBe(200);
    const visitor = new Visitor(shop);
    const response = await visitor.send("POST /auth/sign-in/email", { email, password });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ redirect: false, user: { email } });
    expect((await visitor.send("POST /login", { email })).status).toBe(200);
    expect((await new Visitor(shop).send("POST /auth/sign-in/email", { email, password: "not-it" })).status).toBe(401);
  });

  it("makes a new session at each login and ends it at logout, tokens included", async () => {
    const visitor = new Visitor(shop);
    const email = newEmail();
    await visitor.register(email);
    const first = [...visitor.cookies.values()].join();
    await visitor.send("POST /auth/sign-in/email", { email, password });
    expect([...visitor.cookies.values()].join()).not.toBe(first);
    const { accessToken } = await (await visitor.send("POST /login", { email })).json();
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await call(shop, `GET /orders?email=${email}`, { headers })).status).toBe(200);
    expect((await visitor.send("POST /auth/sign-out", {})).status).toBe(200);
    expect((await call(shop, `GET /orders?email=${email}`, { headers })).status).toBe(401);
    expect(await (await visitor.send("GET /auth/get-session")).json()).toBeNull();
  });

  it("refuses a page of another origin", async () => {
    const email = newEmail();
    const visitor = new Visitor(shop);
    await visitor.register(email);
    for (const origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`]) {
      expect((await visitor.send("POST /login", { email }, { headers: { origin } })).status).toBe(403);
      expect((await visitor.send("POST /auth/sign-out", {}, { headers: { origin } })).status).toBe(403);
    }
  });

  it.each(["/auth/list-sessions", "/auth/verify-password", "/auth/delete-user", "/auth/ok", "/auth/change-email"])(
    "keeps %s of the identity library shut",
    async (path) => {
      expect((await new Visitor(shop).send(`GET ${path}`)).status).toBe(404);
      expect((await new Visitor(shop).send(`POST ${path}`, {})).status).toBe(404);
    },
  );
});

describe("POST /login", () => {
  it("gives a token to the owner of the session alone", async () => {
    const email = newEmail();
    const visitor = new Visitor(shop);
    await visitor.register(email);
    const response = await visitor.send("POST /login", { email: email.toUpperCase() });
    const found = await (await visitor.send("GET /auth/get-session")).json();
    expect(await response.json()).toEqual({
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresInSeconds: 900,
      sessionId: found.session.id,
      user: found.user,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { email: foreign } = await signedIn(shop.db);
    const answers = [
      await visitor.send("POST /login", { email: foreign }),
      await visitor.send("POST /login", { email: newEmail() }),
      await new Visitor(shop).send("POST /login", { email }),
    ];
    const bodies = await Promise.all(answers.map(async (answer) => ({ ...(await answer.json()), requestId: "" })));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it("keeps only the hash of a token", async () => {
    const { token } = await signedIn(shop.db);
    const rows = await shop.db.select().from(accessTokens);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("a bearer token", () => {
  it("is worthless once it, its session or its person is gone, or the role is revoked", async () => {
    const admin = await signedIn(shop.db, { role: "admin" });
    const all = () => call(shop, "GET /allOrders", { as: admin });
    expect((await all()).status).toBe(200);
    await shop.db.update(users).set({ role: "buyer" }).where(eq(users.id, admin.id));
    expect((await all()).status).toBe(403);

    const expired = await signedIn(shop.db);
    await shop.db
      .update(accessTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(accessTokens.sessionId, expired.sessionId));
    const ended = await signedIn(shop.db);
    await shop.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, ended.sessionId));
    const deleted = await signedIn(shop.db);
    await shop.db.delete(users).where(eq(users.id, deleted.id));
    for (const person of [expired, ended, deleted]) {
      expect((await call(shop, `GET /orders?email=${person.email}`, { as: person })).status).toBe(401);
    }
  });

  it.each(["", "Bearer", "Bearer x", "Basic AAAA", "bearer", `Bearer ${"a".repeat(43)}`, `Bearer ${"a".repeat(9000)}`])(
    "that is %.60j is refused with 401",
    async (authorization) => {
      expect((await call(shop, "GET /allOrders", { headers: { authorization } })).status).toBe(401);
    },
  );

  it("is not replaced by the session cookie", async () => {
    const visitor = new Visitor(shop);
    const email = newEmail();
    await visitor.register(email);
    expect((await visitor.send(`GET /orders?email=${email}`)).status).toBe(401);
  });
});

it("the hourly cleaning deletes expired sessions, tokens and links, and leaves the others", async () => {
  const [over, tokenOver, going] = [await signedIn(shop.db), await signedIn(shop.db), await signedIn(shop.db)];
  const past = new Date(Date.now() - 1000);
  await shop.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.id, over.sessionId));
  await shop.db.update(accessTokens).set({ expiresAt: past }).where(eq(accessTokens.sessionId, tokenOver.sessionId));
  const later = new Date(Date.now() + 60_000);
  await shop.db.insert(verifications).values([
    { identifier: "over", value: over.id, expiresAt: past },
    { identifier: "going", value: going.id, expiresAt: later },
  ]);
  await forgetExpired(shop.db);
  const countRows = async (id: string) => [
    await shop.db.$count(sessions, eq(sessions.id, id)),
    await shop.db.$count(accessTokens, eq(accessTokens.sessionId, id)),
  ];
  expect(await countRows(over.sessionId)).toEqual([0, 0]);
  expect(await countRows(tokenOver.sessionId)).toEqual([1, 0]);
  expect(await countRows(going.sessionId)).toEqual([1, 1]);
  expect(await shop.db.$count(verifications, eq(verifications.identifier, "over"))).toBe(0);
  expect(await shop.db.$count(verifications, eq(verifications.identifier, "going"))).toBe(1);
  expect(await shop.db.$count(users, eq(users.id, over.id))).toBe(1);
});
