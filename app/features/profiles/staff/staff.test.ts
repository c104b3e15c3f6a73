import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { accessTokens, sessions, users } from "#app/features/identity/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { PASSWORD, Visitor } from "#test/visitor.ts";

let shop: TestApp;
let owner: TestPerson;

beforeEach(async () => {
  shop = await startTestApp();
  owner = await signedIn(shop.db, { role: "admin", name: "Olga Owner" });
});

const setRoles = (email: string, roles: string[], as = owner) =>
  call(shop, `PUT /staff/${email}`, { as, body: { roles } });
const lock = (id: string, as = owner) => call(shop, `PUT /accounts/${id}/lock`, { as, body: { reason: "Lost phone" } });
const rolesOf = async (email: string) =>
  (
    await shop.db.select({ role: users.role, staffRoles: users.staffRoles }).from(users).where(eq(users.email, email))
  )[0];
const actions = () => shop.db.select({ action: audit.action, before: audit.before, after: audit.after }).from(audit);

describe("PUT /staff/:email", () => {
  it("gives exactly these roles, records them and mails the person and all owners", async () => {
    const other = await signedIn(shop.db, { role: "admin", staffRoles: ["owner", "orders"] });
    const person = await signedIn(shop.db);
    expect(await (await setRoles(person.email, ["warehouse", "orders"])).json()).toEqual({
      ...{ acknowledged: true, modifiedCount: 1 },
    });
    expect(await rolesOf(person.email)).toEqual({ role: "admin", staffRoles: ["orders", "warehouse"] });
    expect(await actions()).toEqual([
      { action: "change-staff-roles", before: { roles: "none" }, after: { roles: "orders, warehouse" } },
    ]);
    const mails = await listMails(shop.db);
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual([other.email, owner.email, person.email].toSorted());
    expect((await setRoles(person.email, ["orders", "warehouse"])).status).toBe(200);
    expect(await listMails(shop.db)).toHaveLength(3);
  });

  it("makes a buyer of whoever keeps none", async () => {
    const person = await signedIn(shop.db, { role: "admin", staffRoles: ["accounts"] });
    await setRoles(person.email, []);
    expect(await rolesOf(person.email)).toEqual({ role: "buyer", staffRoles: [] });
    expect((await call(shop, "GET /allOrders", { as: person })).status).toBe(403);
  });

  it.each([
    ["an unknown address", "nobody@denim.example", ["orders"], 404],
    ["a role that does not exist", "nobody@denim.example", ["boss"], 400],
  ])("refuses %s", async (_, email, roles, status) => {
    expect((await setRoles(email, roles)).status).toBe(status);
  });

  it("refuses an address that is not confirmed", async () => {
    const person = await signedIn(shop.db, { emailVerified: false });
    expect(await (await setRoles(person.email, ["orders"])).json()).toMatchObject({ code: "not-confirmed" });
  });

  it("keeps the last owner, also from themselves", async () => {
    expect(await (await setRoles(owner.email, ["orders"])).json()).toMatchObject({ code: "last-admin" });
    const second = await signedIn(shop.db, { role: "admin" });
    expect((await setRoles(owner.email, ["orders"])).status).toBe(200);
    expect(await (await setRoles(second.email, ["orders"], second)).json()).toMatchObject({ code: "last-admin" });
  });

  it("leaves one of two owners who remove each other at once", async () => {
    const second = await signedIn(shop.db, { role: "admin" });
    const answers = await Promise.all([setRoles(second.email, []), setRoles(owner.email, [], second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await shop.db.$count(users, eq(users.role, "admin"))).toBe(1);
  });

  it("does not count a locked owner", async () => {
    const second = await signedIn(shop.db, { role: "admin" });
    await lock(second.id);
    expect(await (await setRoles(owner.email, ["orders"])).json()).toMatchObject({ code: "last-admin" });
  });
});

describe("a locked account", () => {
  it("loses its sessions and tokens at once, and keeps its orders", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
    expect((await lock(buyer.id)).status).toBe(200);
    expect((await call(shop, `GET /orders?email=${buyer.email}`, { as: buyer })).status).toBe(401);
    expect(await shop.db.$count(sessions, eq(sessions.userId, buyer.id))).toBe(0);
    expect(await shop.db.$count(accessTokens)).toBe(1);
    expect(await shop.db.$count(orders)).toBe(1);
    expect(await actions()).toEqual([{ action: "lock-account", before: null, after: { reason: "Lost phone" } }]);
    const mails = (await listMails(shop.db)).filter(({ subject }) => /lock/.test(subject));
    const subjects = new Map(mails.map(({ to, subject }) => [to.address, subject]));
    expect(subjects.get(buyer.email)).toBe("Your account is locked");
    expect(subjects.get(owner.email)).toBe(`Account locked: ${buyer.email}`);
    expect(mails).toHaveLength(2);
    expect(mails.find(({ to }) => to.address === buyer.email)?.text).not.toContain("Lost phone");
  });

  it("is named only to whoever knows the password, and opens again once it is unlocked", async () => {
    const visitor = new Visitor(shop);
    const email = "ewa@denim.example";
    await visitor.register(email);
    const [{ id = "" } = {}] = await shop.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    await lock(id);
    const right = await new Visitor(shop).signIn(email, PASSWORD);
    expect([right.status, (await right.json()).code]).toEqual([403, "account-locked"]);
    expect(right.headers.getSetCookie().join()).not.toContain("session_token=");
    const wrong = await new Visitor(shop).signIn(email, "not-this-one-at-all");
    expect(wrong.status).toBe(401);
    expect((await call(shop, `DELETE /accounts/${id}/lock`, { as: owner })).status).toBe(200);
    const open = await new Visitor(shop).signIn(email, PASSWORD);
    expect(open.status).toBe(200);
  });

  it("opens nothing by a session that began as it was locked", async () => {
    const buyer = await signedIn(shop.db);
    await shop.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, buyer.id));
    expect((await call(shop, `GET /profile/${buyer.email}`, { as: buyer })).status).toBe(401);
  });

  it("is not one's own, nor that of the last owner, nor of nobody", async () => {
    expect(await (await lock(owner.id)).json()).toMatchObject({ code: "own-profile" });
    expect((await lock("01a221f5-9944-7740-96dd-d201cdcca74e")).status).toBe(404);
  });
});

describe("GET /staff", () => {
  it("lists staff with roles, second factor and last sign-in, and locked accounts of buyers", async () => {
    const buyer = await signedIn(shop.db, { name: "Zoe Buyer" });
    await signedIn(shop.db, { name: "Unlisted Buyer" });
    await lock(buyer.id);
    const staff = await (await call(shop, "GET /staff", { as: owner })).json();
    const rest = { hasSecondFactor: false, lastSignInAt: null };
    expect(staff).toEqual([
      { _id: owner.id, email: owner.email, name: "Olga Owner", staffRoles: ["owner"], lockedAt: null, ...rest },
      { _id: buyer.id, email: buyer.email, name: "Zoe Buyer", staffRoles: [], lockedAt: expect.any(String), ...rest },
    ]);
  });

  it("says when somebody last signed in", async () => {
    const visitor = new Visitor(shop);
    await visitor.register("ewa@denim.example");
    const [found] = await shop.db
      .select({ at: users.lastSignInAt })
      .from(users)
      .where(eq(users.email, "ewa@denim.example"));
    expect(found?.at).toBeInstanceOf(Date);
  });
});
