import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { startSession } from "#app/features/identity/better-auth.server.ts";
import { insertAccessToken } from "#app/features/identity/sessions.server.ts";
import { accounts, sessions, users } from "#app/features/identity/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { newEmail } from "#test/visitor.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
});

const PASSWORD = "selvedge-and-brass";
const OTHER = "twill-and-copper-77";

type Cookied = TestPerson & { cookie: string };

/** Somebody without a password, with a session that a browser holds. */
async function cookied(about: Parameters<typeof signedIn>[1] = {}, of = shop): Promise<Cookied> {
  const person = await signedIn(of.db, about);
  return { ...person, ...(await again(person, undefined, of)) };
}

/** Sends what a session cookie allows. */
const send = (path: string, { cookie }: Cookied, body: object, to = shop) =>
  call(to, `POST /auth/${path}`, { body, headers: { origin: ORIGIN, cookie } });

/** Somebody who registered with PASSWORD and logged in. */
async function registered(): Promise<Cookied> {
  const email = newEmail();
  const body = { name: "Astrid Lindqvist", email, password: PASSWORD };
  expect((await call(shop, "POST /auth/sign-up/email", { body })).status).toBe(200);
  const [{ id, name } = { id: "", name: "" }] = await shop.db.select().from(users).where(eq(users.email, email));
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  return { id, name, email, ...(await again({ id })) };
}

/** Another login of the same person. */
async function again({ id }: { id: string }, userAgent = "Firefox", of = shop) {
  const { headers } = await startSession(of.identity.auth, new Headers({ "user-agent": userAgent }), id);
  const [session] = await of.db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.id));
  if (!session) throw new Error("no session was made");
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { sessionId: session.id, token: await insertAccessToken(of.db, session.id), cookie };
}

const signInStatus = async (email: string, password: string) =>
  (await call(shop, "POST /auth/sign-in/email", { body: { email, password } })).status;
const stillIn = async (as: TestPerson) => (await call(shop, "GET /account/security", { as })).status === 200;
const subjectsTo = async (email: string) =>
  (await listMails(shop.db)).filter(({ to }) => to.address === email).map(({ subject }) => subject);

describe("where one is logged in", () => {
  it("lists one's open sessions, the one that asks first, and nobody else's", async () => {
    const me = await signedIn(shop.db);
    const elsewhere = await again(me, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    await signedIn(shop.db);
    const seen = await (await call(shop, "GET /account/security", { as: me })).json();
    expect(seen).toMatchObject({ hasPassword: false, passwordSetAt: null, providers: [] });
    expect(seen.sessions).toMatchObject([
      { _id: me.sessionId, isThis: true },
      { _id: elsewhere.sessionId, isThis: false, userAgent: expect.stringContaining("Firefox/140.0") },
    ]);
    for (const { activeAt } of seen.sessions) expect(Math.abs(Date.now() - Date.parse(activeAt))).toBeLessThan(120_000);
  });

  it("leaves out a session that has expired", async () => {
    const me = await signedIn(shop.db);
    const { sessionId } = await again(me);
    await shop.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, sessionId));
    expect((await (await call(shop, "GET /account/security", { as: me })).json()).sessions).toHaveLength(1);
  });

  it("ends one of them at once, once, and never another person's", async () => {
    const me = await signedIn(shop.db);
    const other = { ...me, ...(await again(me)) };
    const stranger = await signedIn(shop.db);
    const end = async (id: string) =>
      (await (await call(shop, `DELETE /account/sessions/${id}`, { as: me })).json()).deletedCount;
    expect(await end(stranger.sessionId)).toBe(0);
    expect([await end(other.sessionId), await end(other.sessionId)]).toEqual([1, 0]);
    expect([await stillIn(me), await stillIn(other), await stillIn(stranger)]).toEqual([true, false, true]);
  });

  it("ends all others at once", async () => {
    const me = await signedIn(shop.db);
    const others = [
      { ...me, ...(await again(me)) },
      { ...me, ...(await again(me)) },
    ];
    const stranger = await signedIn(shop.db);
    const answer = await call(shop, "DELETE /account/sessions", { as: me });
    expect(await answer.json()).toEqual({ acknowledged: true, deletedCount: 2 });
    expect(await Promise.all([me, ...others, stranger].map(stillIn))).toEqual([true, false, false, true]);
  });
});

describe("another password", () => {
  it("needs the present one, ends all other sessions and is confirmed by a mail", async () => {
    const me = await registered();
    const other = { ...me, ...(await again(me)) };
    const change = (password: string) => send("change-password", me, { password, newPassword: OTHER });
    const refused = await change("not-the-password");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "wrong-password", errors: [{ field: "password" }] });
    expect(await signInStatus(me.email, PASSWORD)).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect([await stillIn(me), await stillIn(other)]).toEqual([true, false]);
    expect([await signInStatus(me.email, PASSWORD), await signInStatus(me.email, OTHER)]).toEqual([401, 200]);
    expect(await subjectsTo(me.email)).toContain("Your password was changed");
  });

  it("is refused to a page whose access token is another person's, or nobody's any more", async () => {
    const [me, other] = [await registered(), await registered()];
    const change = (token: string) => {
      const headers = { origin: ORIGIN, cookie: me.cookie, authorization: `Bearer ${token}` };
      return call(shop, "POST /auth/change-password", { body: { password: PASSWORD, newPassword: OTHER }, headers });
    };
    for (const token of [other.token, "of-a-session-that-has-ended"]) {
      const refused = await change(token);
      expect([refused.status, (await refused.json()).code]).toEqual([401, "not-signed-in"]);
    }
    expect(await signInStatus(me.email, PASSWORD)).toBe(200);
    expect((await change(me.token)).status).toBe(200);
  });

  it("ends a login, too, that was checked with the old one and begins a moment later", async () => {
    const me = await registered();
    await shop.db.execute(sql`create function replace_password() returns trigger language plpgsql as $$
      begin update accounts set password = 'another' where user_id = new.user_id; return new; end $$`);
    await shop.db.execute(
      sql`create trigger replace_password before insert on sessions for each row execute function replace_password()`,
    );
    try {
      expect(await signInStatus(me.email, PASSWORD)).toBe(401);
    } finally {
      await shop.db.execute(sql`drop trigger replace_password on sessions`);
      await shop.db.execute(sql`drop function replace_password`);
    }
    expect(await shop.db.$count(sessions, eq(sessions.userId, me.id))).toBe(2);
  });

  it("is set by one of two calls at once", async () => {
    const me = await registered();
    const statuses = await Promise.all(
      [OTHER, `${OTHER}8`].map(async (newPassword) => {
        const body = { password: PASSWORD, newPassword };
        return (await send("change-password", me, body)).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, 403]);
  });

  it("must not be a common one", async () => {
    const me = await registered();
    const body = { password: PASSWORD, newPassword: "Password2026" };
    expect((await send("change-password", me, body)).status).toBe(400);
  });

  it("is guessed ten times at most, here and on the login page together", async () => {
    const me = await registered();
    const guess = async () => (await send("change-password", me, { password: "wrong-one", newPassword: OTHER })).status;
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) statuses.push(await guess());
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expect(await signInStatus(me.email, PASSWORD)).toBe(429);
  });
});

describe("deleting one's own account", () => {
  it("needs the password, and takes logins and rights but leaves the orders", async () => {
    const me = await registered();
    const trim = await buildTrim(shop.db);
    const { insertedId } = await (await call(shop, "POST /orders", { as: me, body: newOrder(me, trim) })).json();
    const drop = (body: object) => send("delete-account", me, body);
    expect((await drop({})).status).toBe(400);
    expect((await drop({ password: "wrong-one" })).status).toBe(403);
    expect(await stillIn(me)).toBe(true);
    expect((await drop({ password: PASSWORD })).status).toBe(200);
    expect(await stillIn(me)).toBe(false);
    expect(await signInStatus(me.email, PASSWORD)).toBe(401);
    expect(await shop.db.select().from(accounts).where(eq(accounts.userId, me.id))).toEqual([]);
    expect(await shop.db.$count(orders, eq(orders.id, insertedId))).toBe(1);
    expect(await subjectsTo(me.email)).toContain("Your account was deleted");
  });

  it("leaves nothing in the record, unless an admin goes", async () => {
    const [me, admin] = [await cookied(), await cookied({ role: "admin" })];
    await signedIn(shop.db, { role: "admin" });
    for (const who of [me, admin]) expect((await send("delete-account", who, {})).status).toBe(200);
    const recorded = await shop.db.select().from(audit);
    expect(recorded.filter(({ userId, objectId }) => [userId, objectId].includes(me.id))).toEqual([]);
    expect(recorded.filter(({ userId }) => userId === admin.id)).toMatchObject([{ object: admin.email }]);
  });

  it("takes the name from the reviews, and pages are rendered again", async () => {
    const me = await cookied({ name: "Solveig Brandt" });
    const written = { userId: me.id, name: me.name, email: me.email, review: "Even.", ratings: 5 };
    const [review] = await shop.db.insert(reviews).values(written).returning();
    const before = shop.changes.count;
    expect((await send("delete-account", me, {})).status).toBe(200);
    expect(shop.changes).toMatchObject({ count: before + 1, subjects: undefined });
    const [left] = await shop.db
      .select()
      .from(reviews)
      .where(eq(reviews.id, review?.id ?? ""));
    expect(left).toMatchObject({ review: "Even.", userId: null });
    expect(JSON.stringify(left)).not.toMatch(/Solveig|norrland-denim/);
  });

  it("without a password needs a login of the last ten minutes", async () => {
    const me = await cookied();
    await shop.db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.id, me.sessionId));
    const answer = await send("delete-account", me, {});
    expect([answer.status, (await answer.json()).code]).toEqual([403, "login-too-old"]);
    expect(await stillIn(me)).toBe(true);
  });

  it("is not for the last admin, not even for the last two at once", async () => {
    const few = await startTestApp();
    const [one, two] = [await cookied({ role: "admin" }, few), await cookied({ role: "admin" }, few)];
    const drop = async (who: Cookied) => (await send("delete-account", who, {}, few)).status;
    expect((await Promise.all([drop(one), drop(two)])).toSorted()).toEqual([200, 409]);
  });
});

describe("one's own data", () => {
  it("is one JSON file with everything of the caller's and nothing of the admins' or anybody else's", async () => {
    const [me, stranger] = [await registered(), await signedIn(shop.db)];
    const admin = await signedIn(shop.db, { role: "admin" });
    const trim = await buildTrim(shop.db);
    const { insertedId } = await (await call(shop, "POST /orders", { as: me, body: newOrder(me, trim) })).json();
    await call(shop, "POST /orders", { as: stranger, body: newOrder(stranger, trim) });
    for (const [note, noteFor] of [
      ["Watch the die", "internal"],
      ["Packed by hand", "buyer"],
    ]) {
      await call(shop, `POST /orders/${insertedId}/notes`, { as: admin, body: { note, noteFor } });
    }
    const answer = await call(shop, "GET /account/data", { as: me });
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="rivet-and-reed-my-data.json"');
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const text = await answer.text();
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      account: { email: me.email, name: me.name },
      profile: { _id: me.id },
      sessions: [{}, {}],
      orderSheets: [],
      reviews: [],
      actions: [],
      orders: [{ _id: insertedId, events: [{ kind: "placed" }] }],
      messages: [{ side: "us", words: "Packed by hand" }],
    });
    expect(text).not.toMatch(/Watch the die/);
    expect(text).not.toContain(stranger.email);
    expect(text).not.toContain(me.token);
    const [way] = await shop.db.select().from(accounts).where(eq(accounts.userId, me.id));
    expect(text).not.toContain(way?.password);
    const ofAdmin = await (await call(shop, "GET /account/data", { as: admin })).text();
    const action = {
      _id: expect.any(String),
      at: expect.any(String),
      action: "note-order",
      address: null,
      userAgent: null,
    };
    expect(JSON.parse(ofAdmin).actions).toEqual([action, { ...action, action: "write-message" }]);
    expect(ofAdmin).not.toContain(me.email);
  });

  it("holds every order, also beyond one page of the database", async () => {
    const me = await signedIn(shop.db);
    const { name, email, id: userId } = me;
    const common = { userId, name, email, phone: "12345", address: "Umeå", productName: "Rivet", unitPrice: "1" };
    await shop.db.insert(orders).values(Array.from({ length: 501 }, () => ({ ...common, orderQuantity: 7 })));
    const data = await (await call(shop, "GET /account/data", { as: me })).json();
    expect(new Set(data.orders.map(({ number }: { number: number }) => number)).size).toBe(501);
  });

  it("may be asked for ten times an hour", async () => {
    const me = await signedIn(shop.db);
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) statuses.push((await call(shop, "GET /account/data", { as: me })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
