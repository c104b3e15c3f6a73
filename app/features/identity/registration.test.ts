import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { toNetwork } from "#app/platform/http/client-address.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn } from "#test/people.ts";
import { newEmail, Visitor } from "#test/visitor.ts";
import { accounts, sessions, users } from "./tables.server.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

let network = 0;
/** Each from a separate network, so that one test's limits do not affect another. */
const visitor = () => new Visitor(shop, `198.51.${++network}.7`);

const mailsTo = async (email: string) => (await listMails(shop.db)).filter(({ to }) => to.address === email);
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? "";

describe("a token asked for while the session ends", () => {
  it("is given or refused, and never breaks the answer", async () => {
    const email = newEmail();
    const person = visitor();
    await person.register(email);
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round++) {
      await person.signIn(email);
      const asked = Array.from({ length: 8 }, () => person.send("POST /login", { email }));
      const [left, ...answers] = await Promise.all([person.send("POST /auth/sign-out", {}), ...asked]);
      expect(left.status).toBe(200);
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses.isSubsetOf(new Set([200, 401])), [...statuses].join()).toBe(true);
  });
});

describe("registering", () => {
  it("R-205 sends the verification mail, sets the name, and signs the person in", async () => {
    const email = newEmail();
    const person = visitor();
    await person.register(email, { name: "  Camille Besson " });
    expect(await person.who()).toMatchObject({ email, name: "Camille Besson", emailVerified: false, role: "buyer" });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Please confirm your e-mail address");
    expect(mail?.text).toContain("http://localhost:3000/verify-email?token=");
  });

  it("leaves no account and no mail behind when it fails halfway", async () => {
    const email = newEmail();
    await shop.db.execute("alter table accounts add constraint no_more check (provider_id <> 'credential') not valid");
    const response = await visitor().register(email);
    await shop.db.execute("alter table accounts drop constraint no_more");
    expect(response.ok).toBe(false);
    expect(await shop.db.$count(users, eq(users.email, email))).toBe(0);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("is refused with 429 after a hundred from one network in an hour", async () => {
    for (let at = 0; at < 99; at++) await shop.limits.take("registration", toNetwork("192.0.2.1"));
    expect((await new Visitor(shop, "192.0.2.1").register(newEmail())).status).toBe(200);
    expect((await new Visitor(shop, "192.0.2.1").register(newEmail())).status).toBe(429);
    expect((await new Visitor(shop, "192.0.2.2").register(newEmail())).status).toBe(200);
    expect((await visitor().register(newEmail())).status).toBe(200);
  });

  it.each([
    ["the whole address", "astrid.l@norrland-denim.example"],
    ["what is before the @, with marks and a year", "Astrid-L_2026!"],
    ["the name", "astrid lindqvist"],
    ["our own name, with marks", "rivet-and-reed"],
    ["four words from a comic", "correcthorsebatterystaple"],
  ])("refuses a password that is %s", async (_, password) => {
    const person = { name: "Astrid Lindqvist", password };
    const refused = await visitor().register("astrid.l@norrland-denim.example", person);
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors).toMatchObject([{ field: "password" }]);
  });

  // A10
  it("R-208 answers the same for an address in use, tells its owner by mail, and changes no account", async () => {
    const email = newEmail();
    await visitor().register(email);
    const before = await shop.db.select().from(accounts).innerJoin(users, eq(users.id, accounts.userId));
    const sessionsBefore = await shop.db.$count(sessions);
    const intruder = visitor();
    const taken = await intruder.register(email, { name: "Eve", password: "another-long-one" });
    expect(await shop.db.select().from(accounts).innerJoin(users, eq(users.id, accounts.userId))).toEqual(before);
    expect(await shop.db.$count(sessions)).toBe(sessionsBefore);
    expect(await intruder.who()).toBeNull();
    expect((await intruder.send("POST /login", { email })).status).toBe(401);
    const fresh = await visitor().register(newEmail(), { name: "Eve", password: "another-long-one" });
    const shapeOf = async (response: Response) => ({
      status: response.status,
      headers: [...response.headers]
        .filter(([name]) => name !== "x-request-id")
        .map(([name, value]) => [name, name === "set-cookie" ? value.replace(/=[^;]*/, "") : value]),
      cookieLength: response.headers.get("set-cookie")?.split(";")[0]?.replace(/%\w\w/g, "_").length,
      body: (await response.text()).replace(/[\w-]+@[\w.-]+/, "address"),
    });
    expect(await shapeOf(taken)).toEqual(await shapeOf(fresh));
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain("You already have an account");
  });

  it("of one new address by many at once makes one account, with its password", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor().register(email)));
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    expect(await shop.db.$count(users, eq(users.email, email))).toBe(1);
    expect((await visitor().signIn(email)).status).toBe(200);
  });

  it.each([
    "password",
    "Password1",
    "12345678",
    "qwertyuiop",
    "iloveyou2024",
    "aaaaaaaaaa",
    "abcabcabc",
    "87654321",
    "Summer2024!",
  ])("refuses %j: it is among the most common", async (password) => {
    const email = newEmail();
    const response = await visitor().register(email, { password });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([
      { field: "password", message: expect.stringMatching(/most common/) },
    ]);
    expect(await shop.db.$count(users, eq(users.email, email))).toBe(0);
  });

  // A31
  it.each(["Eve\r\nBcc: all@denim.example", "Eve\u2028Bcc: x", "Eve\u0000", "\u200B\u3164\u202E"])(
    "refuses the name %j",
    async (name) => {
      expect((await visitor().register(newEmail(), { name })).status).toBe(400);
    },
  );

  // As some programs copy it.
  it("joins the marks of a name to their letters", async () => {
    const email = newEmail();
    await visitor().register(email, { name: "Anna Ko\u0308hler" });
    expect(await shop.db.$count(users, and(eq(users.email, email), eq(users.name, "Anna Köhler")))).toBe(1);
  });

  it("never mails typed text to an unconfirmed address, by any route", async () => {
    const email = newEmail();
    const name = "Cheap pills <b>at</b> evil.example";
    await visitor().register(email, { name });
    await visitor().register(email, { name });
    await visitor().send("POST /auth/request-password-reset", { email });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Please confirm your e-mail address",
      "Set a new password",
      "You already have an account",
    ]);
    for (const mail of mails) {
      const { to, subject, text, html } = mail;
      expect(to).toEqual({ name: "", address: email });
      // Nor the address itself: its local part is free text too.
      for (const typed of ["pills", "evil", email]) expect(`${subject} ${text} ${html}`).not.toContain(typed);
    }
  });

  // A42
  it("again after an account was deleted gives the new one nothing of the old", async () => {
    const email = newEmail();
    const first = visitor();
    await first.register(email);
    const id = (await first.who())?.id ?? "";
    await shop.db
      .update(users)
      .set({ role: "admin", staffRoles: ["owner"], emailVerified: true })
      .where(eq(users.id, id));
    await shop.db.delete(users).where(eq(users.id, id));
    const second = visitor();
    await second.register(email);
    expect(await second.who()).toMatchObject({ role: "buyer", emailVerified: false });
    expect((await second.who())?.id).not.toBe(id);
    expect(await first.who()).toBeNull();
  });
});

describe("confirming an address", () => {
  async function registered() {
    const email = newEmail();
    const person = visitor();
    await person.register(email);
    const [mail] = await mailsTo(email);
    return { email, person, token: tokenIn(mail?.text ?? "") };
  }

  it("works once, for the person who is logged in", async () => {
    const { person, token } = await registered();
    expect((await person.send("POST /auth/verify-email", { token })).status).toBe(200);
    expect(await person.who()).toMatchObject({ emailVerified: true });
    expect((await person.send("POST /auth/verify-email", { token })).status).toBe(400);
  });

  it("works for nobody else: not signed in, or as another", async () => {
    const { person, token } = await registered();
    const { person: other } = await registered();
    expect((await visitor().send("POST /auth/verify-email", { token })).status).toBe(401);
    expect((await other.send("POST /auth/verify-email", { token })).status).toBe(400);
    expect(await person.who()).toMatchObject({ emailVerified: false });
    expect(await other.who()).toMatchObject({ emailVerified: false });
  });

  // A36
  it("keeps no token in the table, and accepts a token once when 20 requests bring it at the same time", async () => {
    const { person, token } = await registered();
    const { rows } = await shop.db.execute("select * from verifications");
    expect(JSON.stringify(rows)).not.toContain(token);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => person.send("POST /auth/verify-email", { token })),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("ends after an hour; a new mail is sent on demand", async () => {
    const { email, person, token } = await registered();
    await shop.db.execute("update verifications set expires_at = now() - interval '1 second'");
    expect((await person.send("POST /auth/verify-email", { token })).status).toBe(400);
    expect((await person.send("POST /auth/send-verification-email", {})).status).toBe(200);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    const newToken = tokenIn(mails.at(-1)?.text ?? "");
    expect((await person.send("POST /auth/verify-email", { token: newToken })).status).toBe(200);
    await person.send("POST /auth/send-verification-email", {});
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await visitor().send("POST /auth/send-verification-email", {})).status).toBe(401);
  });
});

describe("REQUIRE_VERIFIED_EMAIL", () => {
  const newOrder = (email: string, name: string) => ({
    ...{ name, email, phone: "12345", address: "x", productName: "none", orderQuantity: 1 },
  });

  it("lets only a confirmed address place orders", async () => {
    const strict = await startTestApp({ requireVerifiedEmail: true });
    const person = await signedIn(strict.db, { emailVerified: false });
    const body = newOrder(person.email, person.name);
    const refused = await call(strict, "POST /orders", { as: person, body });
    expect([refused.status, (await refused.json()).code]).toEqual([403, "email-not-verified"]);
    await strict.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
    expect((await call(strict, "POST /orders", { as: person, body })).status).toBe(404);
  });
});

describe("ADMIN_EMAIL", () => {
  it("becomes admin once its owner has proven it", async () => {
    const adminEmail = "head@rivets.example";
    const guarded = await startTestApp({ adminEmail });
    const owner = new Visitor(guarded);
    await owner.register(adminEmail);
    await owner.signIn(adminEmail);
    expect(await owner.who()).toMatchObject({ role: "buyer" });
    const [mail] = await listMails(guarded.db);
    const stranger = new Visitor(guarded);
    await stranger.register(newEmail());
    const token = tokenIn(mail?.text ?? "");
    expect((await stranger.send("POST /auth/verify-email", { token })).status).toBe(400);
    await owner.send("POST /auth/verify-email", { token });
    expect(await owner.who()).toMatchObject({ role: "admin" });
    expect(await stranger.who()).toMatchObject({ role: "buyer" });
  });
});

describe("changing one's name and picture", () => {
  it("works for the signed-in person alone", async () => {
    const person = visitor();
    await person.register(newEmail());
    const image = "https://pictures.example/camille.webp";
    expect((await person.send("POST /auth/update-user", { name: "Camille B.", image })).status).toBe(200);
    expect(await person.who()).toMatchObject({ name: "Camille B.", image });
    const nobody = await visitor().send("POST /auth/update-user", { name: "Eve" });
    expect(nobody.status).toBe(401);
    expect((await nobody.json()).detail).toBe("No user is logged in");
  });

  it.each([
    { role: "admin" },
    { emailVerified: true },
    { email: "x@y.example" },
    { image: "javascript:alert(1)" },
    { image: "http://plain.example/x.png" },
    { image: "https:\\\\pictures.example\\x.png" },
    { image: "https:pictures.example/x.png" },
    { image: "https://somebody:secret@pictures.example/x.png" },
    { image: "https://pictures.example/x y.png" },
    { image: "https://pictures.example/<x>.png" },
    { name: "" },
    { name: "a\nb" },
  ])("refuses %j", async (body) => {
    const person = visitor();
    const email = newEmail();
    await person.register(email);
    expect((await person.send("POST /auth/update-user", body)).status).toBe(400);
    expect(await person.who()).toMatchObject({ email, role: "buyer", emailVerified: false, name: "Camille Besson" });
  });
});
