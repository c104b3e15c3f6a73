import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { buyerNotes } from "#app/features/buyers/tables.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#app/features/mfa/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { layOut } from "#app/platform/mail/layout.server.ts";
import { Undeliverable } from "#app/platform/mail/message.server.ts";
import { startMailWorker } from "#app/platform/mail/worker.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import { listDeadMails, listMails } from "#test/mails.ts";
import { signedIn } from "#test/people.ts";
import { databaseUrl, engineBelow } from "#test/shop-process.ts";
import { type Action, explain, perform } from "./admin-actions.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const settings = (url = databaseUrl(database.connection)) => ({ DATABASE_URL: url, SECRET: "x".repeat(32), DEMO: "1" });

// A process takes a second to load: one shows how each command is parsed and how each exit code comes about.
/** Runs the action without a separate process. */
const action = (what: Action) => perform(what, settings());

function admin(...words: string[]): Promise<{ code: number; said: string }> {
  return adminAt(settings(), ...words);
}

function adminAt(where: NodeJS.ProcessEnv, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, ...where };
  return new Promise((resolve) => {
    execFile(process.execPath, ["bin/admin.ts", ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}` }),
    );
  });
}

/** What is said of the action's failure. */
const explained = (what: Action, where: NodeJS.ProcessEnv) =>
  perform(what, where).then(() => "It did not fail.", explain);

const WAIT = { timeout: 30_000, interval: 5 };

/** Begins a command that is broken off: `ended` has its code and its signal. */
function begin(where: NodeJS.ProcessEnv, ...words: string[]) {
  const env = { PATH: process.env.PATH, ...where };
  const child = spawn(process.execPath, ["bin/admin.ts", ...words], { env, stdio: "ignore" });
  return { child, ended: once(child, "exit") };
}

const roleOf = async (email: string) =>
  (await database.db.select({ role: users.role }).from(users).where(eq(users.email, email)))[0]?.role;

describe("npm run admin", () => {
  it("grants the role to a registered address in any spelling, and revokes it", async () => {
    const [first, second] = [await signedIn(database.db), await signedIn(database.db)];
    expect(await admin("grant", first.email.toUpperCase())).toEqual({
      code: 0,
      said: `${first.email} is an admin now.\n`,
    });
    await action({ verb: "grant", email: second.email });
    await action({ verb: "revoke", email: first.email });
    expect(await roleOf(first.email)).toBe("buyer");
    expect(await roleOf(second.email)).toBe("admin");
    const last = await admin("revoke", second.email);
    expect(last).toEqual({ code: 1, said: `${second.email} is the last admin: grant another first.\n` });
    expect(await roleOf(second.email)).toBe("admin");
    await expect(action({ verb: "revoke", email: first.email })).rejects.toThrow(`${first.email} is no admin.`);
    const actions = await database.db
      .select()
      .from(audit)
      .where(inArray(audit.object, [first.email, second.email]));
    expect(actions.map(({ action, object, email, userId }) => ({ action, object, email, userId }))).toEqual(
      [
        { action: "make-admin", object: first.email },
        { action: "make-admin", object: second.email },
        { action: "demote-admin", object: first.email },
      ].map((about) => ({ ...about, email: "npm run admin", userId: null })),
    );
  });

  it("makes nobody an admin whose address is not confirmed", async () => {
    const { email } = await signedIn(database.db, { emailVerified: false });
    const said = `${email} is not confirmed: open the link that was mailed there, then grant again.`;
    await expect(action({ verb: "grant", email })).rejects.toThrow(said);
    expect(await roleOf(email)).toBe("buyer");
  });

  it("leaves one of two admins that are revoked at once", async () => {
    await database.db.update(users).set({ role: "buyer" });
    const people = [await signedIn(database.db, { role: "admin" }), await signedIn(database.db, { role: "admin" })];
    const outcomes = await Promise.allSettled(people.map(({ email }) => action({ verb: "revoke", email })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await database.db.$count(users, eq(users.role, "admin"))).toBe(1);
  });

  it("lists the mails that were given up, and sends one of them again", async () => {
    // Those about new admins.
    await database.db.execute(sql`delete from pgboss.job where name = 'mails'`);
    expect(await action({ verb: "mails" })).toBe("No mail was given up.");
    const to = { name: "Astrid Lindqvist", address: "astrid@norrland-denim.example" };
    const letter = { subject: "Order placed", heading: "Thank you", paragraphs: [], finePrint: "You ordered." };
    const emailContext = { origin: "https://shop.example", contact: "help@shop.example" };
    await enqueueMail(database.db, { ...layOut(letter, emailContext), to, key: "refused" });
    const refusing = {
      deliver: () => Promise.reject(new Undeliverable("550 No such mailbox")),
      close() {},
    };
    const stop = await startMailWorker(database.connection, refusing, silent);
    await expect.poll(() => listDeadMails(database.db), { timeout: 10_000 }).toHaveLength(1);
    await stop();

    const said = await action({ verb: "mails" });
    expect(said).toContain("To astrid@norrland-denim.example: Order placed\n  Given up: 550 No such mailbox\n");
    expect(await admin("mails")).toEqual({ code: 0, said: `${said}\n` });
    const id = said.slice(0, 36);
    expect(await admin("mails", "retry", id)).toEqual({ code: 0, said: "The mail is in the outbox again.\n" });
    expect(await listDeadMails(database.db)).toEqual([]);
    expect(await database.db.$count(audit, and(eq(audit.objectId, id), eq(audit.action, "retry-mail")))).toBe(1);
    const waiting = (await listMails(database.db)).filter(({ state }) => state === "created");
    expect(waiting).toEqual([expect.objectContaining({ to, subject: "Order placed" })]);
    await expect(action({ verb: "retry", id })).rejects.toThrow(id);
    await expect(action({ verb: "retry", id: "123" })).rejects.toThrow("No such mail");
  });

  it("refuses with a helpful sentence what it cannot do", async () => {
    await expect(action({ verb: "grant", email: "nobody@denim.example" })).rejects.toThrow("Nobody is registered");
    const cases = [
      ["grant"],
      ["promote", "a@b.example"],
      ["grant", "no-address"],
      ["grant", "a@b.example", "c@d.example"],
      ["mails", "send"],
      ["mails", "retry", "0198c0de-0000-7000-8000-000000000000", "and", "more"],
    ];
    const outcomes = await Promise.all(cases.map((words) => admin(...words)));
    for (const [at, words] of cases.entries()) {
      const said = expect.stringContaining("Write: npm run admin");
      expect(outcomes[at], words.join(" ")).toEqual({ code: 2, said });
    }
  });

  it("says in one line why it cannot reach the database", async () => {
    const nowhere = settings("postgres://shop:secret@localhost:9/shop");
    const { code, said } = await adminAt(nowhere, "mails");
    expect(code).toBe(1);
    expect(said).toMatch(/^The database does not answer \(DATABASE_URL\): connect ECONNREFUSED.*:9\b.*\n$/);
    expect(await explained({ verb: "grant", email: "a@b.test" }, nowhere)).toBe(said.trimEnd());
  });

  it("says in one line that there is no shop yet", async () => {
    const { connection, drop } = await createDatabase({ empty: true });
    const empty = settings(databaseUrl(connection));
    const said = "This database holds no shop yet: run npm start once.";
    expect(await adminAt(empty, "mails")).toEqual({ code: 1, said: `${said}\n` });
    expect(await explained({ verb: "grant", email: "a@b.test" }, empty)).toBe(said);
    await drop();
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "broken off by %s, stops the database that it started",
    { tags: ["trial"] },
    async (signal) => {
      const DATA_DIR = mkdtempSync(join(tmpdir(), "rivet-admin-"));
      const { child, ended } = begin({ DATA_DIR }, "mails");
      await expect.poll(() => existsSync(join(DATA_DIR, "postgres", "postmaster.pid")), WAIT).toBe(true);
      child.kill(signal);
      expect(await ended).toEqual([130, null]);
      await expect(engineBelow(DATA_DIR)).rejects.toThrow("no engine runs");
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  );

  it("broken off in a backup, leaves no part of a file", { tags: ["trial"] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "rivet-admin-"));
    await database.db.transaction(async (tx) => {
      await tx.execute("lock table users in access exclusive mode");
      const { child, ended } = begin(settings(), "backup", join(folder, "shop.backup"));
      await expect.poll(() => readdirSync(folder), WAIT).toEqual(["shop.backup.part"]);
      child.kill("SIGINT");
      expect(await ended).toEqual([130, null]);
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("takes a lost second factor off an account, ends its sessions, records it and says so by mail", async () => {
    const { db } = database;
    const person = await signedIn(db);
    await expect(action({ verb: "second-factor-off", email: person.email })).rejects.toThrow(
      `${person.email} has no second factor.`,
    );
    const passkey = { name: "Desk", publicKey: "AAAA", counter: 0, transports: [], isSynced: false };
    await db.insert(passkeys).values({ userId: person.id, credentialId: person.id, ...passkey });
    await db.insert(authenticatorApps).values({ userId: person.id, secret: "x", confirmedAt: new Date() });
    await db.insert(recoveryCodes).values({ userId: person.id, hash: "x" });
    await db.update(users).set({ hasSecondFactor: true }).where(eq(users.id, person.id));
    expect((await admin("second-factor-off", person.email)).code).toBe(0);
    for (const table of [passkeys, authenticatorApps, recoveryCodes, sessions])
      expect(await db.$count(table, eq(table.userId, person.id))).toBe(0);
    const [owner] = await db.select().from(users).where(eq(users.id, person.id));
    expect(owner?.hasSecondFactor).toBe(false);
    const actions = await db.select().from(audit).where(eq(audit.objectId, person.id));
    expect(actions).toMatchObject([{ action: "second-factor-off", userId: null, email: "npm run admin" }]);
    const mails = (await listMails(db)).filter(({ to }) => to.address === person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your second factor was taken off"]);
    await expect(action({ verb: "second-factor-off", email: "nobody@denim.example" })).rejects.toThrow(
      "Nobody is registered",
    );
  });

  it("erases the notes about a buyer, and says how many there were", async () => {
    const { db } = database;
    const { id: userId, name, email } = await signedIn(db);
    const erase = () => action({ verb: "erase-notes", email });
    await expect(erase()).rejects.toThrow(`Nobody has ordered as ${email}.`);
    const about = { name, email, phone: "0046855512080", address: "Umeå", productName: "Rivet", orderQuantity: 1 };
    await db.insert(orders).values({ ...about, userId, trimId: null, unitPrice: "1" });
    await db.insert(buyerNotes).values({ buyerId: userId, authorId: userId, note: "Closes in May" });
    const said = `1 note about ${email} erased.\n`;
    expect(await admin("erase-notes", email.toUpperCase())).toEqual({ code: 0, said });
    expect(await db.$count(buyerNotes, eq(buyerNotes.buyerId, userId))).toBe(0);
    expect(await erase()).toBe(`0 notes about ${email} erased.`);
  });
});
