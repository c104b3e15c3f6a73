import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { insertAccessToken } from "#app/features/identity/sessions.server.ts";
import { accounts, sessions, users } from "#app/features/identity/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { addPasskey, codeOf, joined, letProofsAge, outcome, setUpApp } from "#test/mfa.ts";
import { call, signedIn } from "#test/people.ts";
import { PASSWORD } from "#test/visitor.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
});

describe("a proof", () => {
  it("by the password is enough without a second factor, and lasts ten minutes", async () => {
    const person = await joined(shop);
    await letProofsAge(shop, person.id);
    expect(await outcome(person.send("POST /auth/app", {}))).toEqual([403, "proof-needed"]);
    expect(await outcome(person.send("POST /auth/proof", {}))).toEqual([400, "invalid-input"]);
    expect(await outcome(person.send("POST /auth/proof", { password: "wrong-one" }))).toEqual([403, "wrong-password"]);
    expect((await person.send("POST /auth/proof", { password: PASSWORD })).status).toBe(200);
    expect((await person.send("POST /auth/app", {})).status).toBe(200);
  });

  it("by the password alone is not enough with one", async () => {
    const person = await joined(shop);
    await setUpApp(shop, person);
    await letProofsAge(shop, person.id);
    expect((await person.send("POST /auth/proof", { password: PASSWORD })).status).toBe(400);
    expect(await outcome(person.send("POST /auth/recovery-codes", {}))).toEqual([403, "proof-needed"]);
  });

  it("by a passkey opens what needs one", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    await letProofsAge(shop, person.id);
    const options = await (await person.send("POST /auth/proof-options", {})).json();
    const signed = { passkey: passkey.get(options, { origin: ORIGIN }) };
    expect((await person.send("POST /auth/proof", signed)).status).toBe(200);
    expect((await person.send("POST /auth/recovery-codes", {})).status).toBe(200);
  });

  it("without a password takes a new login", async () => {
    const person = await joined(shop);
    await shop.db.delete(accounts).where(eq(accounts.userId, person.id));
    const old = new Date(Date.now() - 15 * 60_000);
    await shop.db.update(sessions).set({ provedAt: old, createdAt: old }).where(eq(sessions.userId, person.id));
    expect(await outcome(person.send("POST /auth/proof", {}))).toEqual([403, "login-too-old"]);
  });

  it("is asked of everybody before roles, by what they have", async () => {
    const admin = await joined(shop);
    await shop.db
      .update(users)
      .set({ role: "admin", staffRoles: ["owner"] })
      .where(eq(users.id, admin.id));
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, admin.id));
    const headers = { authorization: `Bearer ${await insertAccessToken(shop.db, session?.id ?? "")}` };
    const buyer = await signedIn(shop.db);
    const grant = () => outcome(call(shop, `PUT /profiles/admin/${buyer.email}`, { headers }));
    const revoke = () => outcome(call(shop, `DELETE /profiles/admin/${buyer.email}`, { headers }));
    await letProofsAge(shop, admin.id);
    expect(await grant()).toEqual([403, "proof-needed"]);
    await admin.send("POST /auth/proof", { password: PASSWORD });
    expect(await grant()).toEqual([200, undefined]);
    expect(await revoke()).toEqual([200, undefined]);
    const { key } = await setUpApp(shop, admin);
    await letProofsAge(shop, admin.id);
    expect(await grant()).toEqual([403, "proof-needed"]);
    await admin.send("POST /auth/proof", { code: codeOf(key) });
    expect(await grant()).toEqual([200, undefined]);
  });
});
