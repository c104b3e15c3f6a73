import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { addPasskey, codeOf, forgetCodes, joined, letProofsAge, outcome, setUpApp } from "#test/mfa.ts";
import { call } from "#test/people.ts";
import { PASSWORD, Visitor } from "#test/visitor.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
});

type Person = Awaited<ReturnType<typeof joined>>;

const subjectsTo = async ({ email }: Person) =>
  (await listMails(shop.db)).filter(({ to }) => to.address === email).map(({ subject }) => subject);
const actionsOf = async ({ id }: Person) =>
  (await shop.db.select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id)).map(({ action }) => action);

/** What the person's page of sign-in and security says. */
async function security(person: Person) {
  const login = await (await person.send("POST /login", { email: person.email })).json();
  const headers = { authorization: `Bearer ${login.accessToken}` };
  return (await call(shop, "GET /account/security", { headers })).json();
}

/** Another browser of the same person, after the password. */
async function afterPassword({ email }: Person): Promise<{ browser: Visitor; answer: Response }> {
  const browser = new Visitor(shop);
  return { browser, answer: await browser.signIn(email) };
}

describe("an authenticator app", () => {
  it("is asked for only once its first code was typed", async () => {
    const person = await joined(shop);
    const { key, uri } = await (await person.send("POST /auth/app", {})).json();
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Rivet/);
    expect((await afterPassword(person)).answer.status).toBe(200);
    expect(await outcome(person.send("POST /auth/app/confirm", { code: "000000" }))).toEqual([403, "wrong-code"]);
    expect((await security(person)).app).toBeNull();
    const spaced = codeOf(key).replace(/(...)/, "$1 ");
    const confirmed = await (await person.send("POST /auth/app/confirm", { code: spaced })).json();
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    expect(await security(person)).toMatchObject({
      app: { since: expect.any(String) },
      recoveryCodes: { left: 10, all: 10 },
      sessions: [{ isThis: true, signedInBy: "registration", secondStep: null }],
    });
    expect(await subjectsTo(person)).toContain("An authenticator app was switched on");
    expect(await actionsOf(person)).toEqual(["app-on"]);
  });

  it("keeps neither its key nor the recovery codes in the open", async () => {
    const person = await joined(shop);
    const { key, recoveryCodes: codes } = await setUpApp(shop, person);
    const stored = JSON.stringify([
      await shop.db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, person.id)),
      await shop.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)),
      (await listMails(shop.db)).filter(({ to }) => to.address === person.email),
    ]);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replace("-", ""))])
      expect(stored).not.toContain(secret);
  });

  it("makes the password not enough: no token and no session before the second step", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    const { browser, answer } = await afterPassword(person);
    expect(await outcome(answer)).toEqual([401, "second-factor-needed"]);
    expect(await browser.who()).toBeNull();
    const login = { email: person.email };
    expect(await outcome(browser.send("POST /login", login))).toEqual([401, "second-factor-needed"]);
    for (const action of ["change-password", "delete-account", "update-user", "app", "passkeys/options", "proof"]) {
      const body = action === "change-password" ? { password: PASSWORD, newPassword: "twill-and-copper-7" } : {};
      expect((await browser.send(`POST /auth/${action}`, body)).status, action).toBe(401);
    }
    expect(await (await browser.send("GET /auth/second-step")).json()).toEqual({
      ...{ email: person.email, app: true, passkey: false, recoveryCodes: 10 },
    });
    const step = await browser.send("POST /auth/second-step", { code: codeOf(key) });
    expect([step.status, await step.json()]).toEqual([200, { email: person.email }]);
    expect((await browser.who())?.email).toBe(person.email);
    expect((await browser.send("POST /login", login)).status).toBe(200);
    expect((await security(person)).sessions).toContainEqual(
      expect.objectContaining({ signedInBy: "password", secondStep: "app", isThis: false }),
    );
  });

  it("ends the sessions that began without it, and no waiting one is listed", async () => {
    const person = await joined(shop);
    const { browser: elsewhere } = await afterPassword(person);
    await setUpApp(shop, person);
    expect(await elsewhere.who()).toBeNull();
    await afterPassword(person);
    expect((await security(person)).sessions).toHaveLength(1);
  });

  it("is switched off by its code and the password, and the recovery codes go with it", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    await letProofsAge(shop, person.id);
    const remove = (body: object) => outcome(person.send("POST /auth/app/remove", body));
    expect(await remove({ password: PASSWORD })).toEqual([403, "proof-needed"]);
    expect((await person.send("POST /auth/proof", { code: codeOf(key) })).status).toBe(200);
    expect(await remove({})).toEqual([400, "invalid-input"]);
    expect(await remove({ password: "not-the-password" })).toEqual([403, "wrong-password"]);
    expect(await remove({ password: PASSWORD })).toEqual([200, undefined]);
    expect(await security(person)).toMatchObject({ app: null, recoveryCodes: null });
    expect((await afterPassword(person)).answer.status).toBe(200);
    expect(await subjectsTo(person)).toContain("The authenticator app was switched off");
    expect(await actionsOf(person)).toEqual(["app-on", "app-off"]);
  });

  it("is not for an address that was never confirmed: it would lock out whoever owns it", async () => {
    const person = await joined(shop);
    await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, person.id));
    for (const way of ["app", "passkeys/options"])
      expect(await outcome(person.send(`POST /auth/${way}`, {}))).toEqual([403, "email-not-verified"]);
  });
});

describe("a recovery code", () => {
  it("takes the second step once, in any spelling, and says so by mail", async () => {
    const person = await joined(shop);
    const {
      recoveryCodes: [first = ""],
    } = await setUpApp(shop, person);
    const { browser } = await afterPassword(person);
    const recoveryCode = first.toLowerCase().replace("-", " ");
    expect((await browser.send("POST /auth/second-step", { recoveryCode })).status).toBe(200);
    expect((await browser.who())?.email).toBe(person.email);
    expect((await security(person)).recoveryCodes).toMatchObject({ left: 9, all: 10 });
    expect(await subjectsTo(person)).toContain("A recovery code was used");
    expect(await actionsOf(person)).toEqual(["app-on", "recovery-code-used"]);
  });

  it("of an older list no longer works", async () => {
    const person = await joined(shop);
    const {
      recoveryCodes: [old = ""],
    } = await setUpApp(shop, person);
    const { recoveryCodes: made } = await (await person.send("POST /auth/recovery-codes", {})).json();
    expect(made).toHaveLength(10);
    const { browser } = await afterPassword(person);
    const use = (recoveryCode: string) => outcome(browser.send("POST /auth/second-step", { recoveryCode }));
    expect(await use(old)).toEqual([403, "wrong-code"]);
    expect(await use(made[0])).toEqual([200, undefined]);
    expect(await subjectsTo(person)).toContain("New recovery codes were made");
  });

  it("is not made for an account without a factor", async () => {
    expect(await outcome((await joined(shop)).send("POST /auth/recovery-codes", {}))).toEqual([404, "not-found"]);
  });
});

describe("a passkey", () => {
  it("is added, named, used and removed", async () => {
    const person = await joined(shop);
    const { response, passkey } = await addPasskey(person);
    const { insertedId, recoveryCodes: codes } = await response.json();
    expect(codes).toHaveLength(10);
    await person.send(`PATCH /auth/passkeys/${insertedId}`, { name: "Desk" });
    expect((await security(person)).passkeys).toMatchObject([{ _id: insertedId, name: "Desk", usedAt: null }]);

    const browser = new Visitor(shop);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const signed = { passkey: passkey.get(options, { origin: ORIGIN }) };
    expect(await (await browser.send("POST /auth/sign-in/passkey", signed)).json()).toEqual({ email: person.email });
    expect((await browser.who())?.email).toBe(person.email);
    const { sessions: shown, passkeys: used } = await security(person);
    expect(shown).toContainEqual(expect.objectContaining({ signedInBy: "passkey", secondStep: "passkey" }));
    expect(used).toMatchObject([{ usedAt: expect.any(String) }]);

    expect(await outcome((await afterPassword(person)).answer)).toEqual([401, "second-factor-needed"]);
    expect((await person.send(`DELETE /auth/passkeys/${insertedId}`)).status).toBe(200);
    expect((await afterPassword(person)).answer.status).toBe(200);
    expect(await subjectsTo(person)).toEqual(expect.arrayContaining(["A passkey was added", "A passkey was removed"]));
    expect(await actionsOf(person)).toEqual(["passkey-added", "passkey-removed"]);
  });

  it("takes the second step after the password", async () => {
    const person = await joined(shop);
    const { passkey } = await addPasskey(person);
    const { browser } = await afterPassword(person);
    const options = await (await browser.send("POST /auth/passkey-options", {})).json();
    expect(options.allowCredentials).toHaveLength(1);
    const signed = { passkey: passkey.get(options, { origin: ORIGIN }) };
    expect((await browser.send("POST /auth/second-step", signed)).status).toBe(200);
    expect((await browser.who())?.email).toBe(person.email);
  });

  it("of somebody else is neither named nor removed", async () => {
    const [person, stranger] = [await joined(shop), await joined(shop)];
    const { insertedId } = await (await addPasskey(person)).response.json();
    const renamed = await stranger.send(`PATCH /auth/passkeys/${insertedId}`, { name: "Mine" });
    expect(await renamed.json()).toMatchObject({ modifiedCount: 0 });
    expect(await (await stranger.send(`DELETE /auth/passkeys/${insertedId}`)).json()).toMatchObject({
      deletedCount: 0,
    });
    expect(await shop.db.$count(passkeys, eq(passkeys.id, insertedId))).toBe(1);
  });

  it("beside the app leaves the recovery codes as they are, and keeps the second step when the app goes", async () => {
    const person = await joined(shop);
    await setUpApp(shop, person);
    const { response } = await addPasskey(person);
    expect((await response.json()).recoveryCodes).toBeNull();
    await person.send("POST /auth/app/remove", { password: PASSWORD });
    expect(await security(person)).toMatchObject({ app: null, passkeys: [{}], recoveryCodes: { left: 10 } });
    expect(await outcome((await afterPassword(person)).answer)).toEqual([401, "second-factor-needed"]);
  });
});

describe("ends with the account", () => {
  it("when its owner deletes it, given a proof and the password", async () => {
    const person = await joined(shop);
    const { key } = await setUpApp(shop, person);
    await addPasskey(person);
    await letProofsAge(shop, person.id);
    const drop = () => outcome(person.send("POST /auth/delete-account", { password: PASSWORD }));
    expect(await drop()).toEqual([403, "proof-needed"]);
    await person.send("POST /auth/proof", { code: codeOf(key) });
    expect(await drop()).toEqual([200, undefined]);
    for (const table of [authenticatorApps, recoveryCodes, passkeys])
      expect(await shop.db.$count(table, eq(table.userId, person.id))).toBe(0);
  });

  it("and is named in one's data without its secrets", async () => {
    const person = await joined(shop);
    const { key, recoveryCodes: codes } = await setUpApp(shop, person);
    await addPasskey(person);
    const login = await (await person.send("POST /login", { email: person.email })).json();
    const data = await (
      await call(shop, "GET /account/data", { headers: { authorization: `Bearer ${login.accessToken}` } })
    ).text();
    expect(JSON.parse(data).secondFactor).toMatchObject({
      app: { since: expect.any(String) },
      passkeys: [{ name: "Office laptop" }],
      recoveryCodes: { left: 10 },
    });
    expect(JSON.parse(data).actions).toMatchObject([{ action: "app-on" }, { action: "passkey-added" }]);
    for (const secret of [key, ...codes, "publicKey", "hash"]) expect(data).not.toContain(secret);
    await forgetCodes(shop);
  });
});
