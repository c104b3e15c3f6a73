import { execFile } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/features/identity/tables.server.ts";
import { createDatabase } from "#test/database.ts";
import { signedIn } from "#test/people.ts";
import { urlOf } from "#test/shop-process.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

function admin(...words: string[]): Promise<{ code: number; said: string }> {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: urlOf(database.connection), SECRET: "x".repeat(32), DEMO: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, ["bin/admin.ts", ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}` }),
    );
  });
}

const roleOf = async (email: string) =>
  (await database.db.select({ role: users.role }).from(users).where(eq(users.email, email)))[0]?.role;

describe("npm run admin", { timeout: 60_000 }, () => {
  it("grants the role to who is registered, in any spelling, and takes it again", async () => {
    const [first, second] = [await signedIn(database.db), await signedIn(database.db)];
    expect(await admin("grant", first.email.toUpperCase())).toEqual({
      code: 0,
      said: `${first.email} is an admin now.\n`,
    });
    await admin("grant", second.email);
    expect(await admin("revoke", first.email)).toMatchObject({ code: 0 });
    expect(await roleOf(first.email)).toBe("buyer");
    expect(await roleOf(second.email)).toBe("admin");
    const last = await admin("revoke", second.email);
    expect(last).toEqual({ code: 1, said: `${second.email} is the last admin: grant another first.\n` });
    expect(await roleOf(second.email)).toBe("admin");
    expect(await admin("revoke", first.email)).toMatchObject({ code: 1, said: `${first.email} is no admin.\n` });
  });

  it("leaves one of two admins that are revoked at once", async () => {
    await database.db.update(users).set({ role: null });
    const people = [await signedIn(database.db, { role: "admin" }), await signedIn(database.db, { role: "admin" })];
    const outcomes = await Promise.all(people.map(({ email }) => admin("revoke", email)));
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await database.db.$count(users, eq(users.role, "admin"))).toBe(1);
  });

  it.each([
    [["grant", "nobody@denim.example"], 1, "Nobody is registered"],
    [["grant"], 2, "Write: npm run admin"],
    [["promote", "a@b.example"], 2, "Write: npm run admin"],
    [["grant", "no-address"], 2, "Write: npm run admin"],
  ] as const)("%j is refused with a sentence that helps", async (words, code, sentence) => {
    const outcome = await admin(...words);
    expect(outcome.code).toBe(code);
    expect(outcome.said).toContain(sentence);
  });
});
