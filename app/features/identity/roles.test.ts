import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildCompany } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { PASSWORD, Visitor } from "#test/visitor.ts";
import { users } from "./tables.server.ts";

const adminEmail = "head@rivets.example";
let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ adminEmail });
  admin = await signedIn(shop.db, { role: "admin" });
});

const roleOf = async (email: string) =>
  (await shop.db.select({ role: users.role }).from(users).where(eq(users.email, email)))[0]?.role;
const actionsOn = (email: string) =>
  shop.db
    .select({ action: audit.action, by: audit.email, userId: audit.userId })
    .from(audit)
    .where(eq(audit.object, email))
    .orderBy(audit.id);

describe("a role", () => {
  it("is always one of two, whoever writes it", async () => {
    const { id } = await signedIn(shop.db);
    for (const role of ["null", "'owner'", "''"]) {
      const wrong = sql.raw(`update users set role = ${role} where id = '${id}'`);
      await expect(shop.db.execute(wrong), role).rejects.toThrow();
    }
  });

  it("of a buyer is still null to the callers of the API", async () => {
    const person = await signedIn(shop.db);
    const [listed] = await (await call(shop, `GET /profiles?q=${person.email}`, { as: admin })).json();
    const own = await (await call(shop, `GET /profile/${person.email}`, { as: person })).json();
    expect([listed.role, own.role]).toEqual([null, null]);
  });
});

describe("an address that nobody has confirmed", () => {
  it("is never made an admin's: 409 with the reason, and no entry in the record", async () => {
    const person = await signedIn(shop.db, { emailVerified: false });
    const response = await call(shop, `PUT /profiles/admin/${person.email}`, { as: admin });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "not-confirmed", detail: expect.stringMatching(/confirm/) });
    expect(await roleOf(person.email)).toBe("buyer");
    expect(await actionsOn(person.email)).toEqual([]);
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
    const again = await call(shop, `PUT /profiles/admin/${person.email}`, { as: admin });
    expect(await again.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
  });

  it("is marked in the list of people", async () => {
    const people = [
      await signedIn(shop.db, { emailVerified: false }),
      await signedIn(shop.db, { emailVerified: true }),
    ];
    const listed = await Promise.all(
      people.map(async ({ email }) => (await call(shop, `GET /profiles?q=${email}`, { as: admin })).json()),
    );
    expect(listed.flat().map(({ emailVerified }) => emailVerified)).toEqual([false, true]);
  });
});

describe("ADMIN_EMAIL", () => {
  async function confirmed() {
    const owner = new Visitor(shop, "198.51.100.7");
    await owner.register(adminEmail);
    const mail = (await listMails(shop.db)).findLast(({ to }) => to.address === adminEmail);
    const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    await owner.send("POST /auth/verify-email", { token });
    return owner;
  }

  it("makes its owner an admin, recorded, and never again once an admin took the role", async () => {
    const owner = await confirmed();
    expect(await roleOf(adminEmail)).toBe("admin");
    expect(await actionsOn(adminEmail)).toEqual([{ action: "make-admin", by: "ADMIN_EMAIL", userId: null }]);
    await call(shop, `DELETE /profiles/admin/${adminEmail}`, { as: admin });
    await owner.signIn(adminEmail, PASSWORD);
    expect(await roleOf(adminEmail)).toBe("buyer");
    await call(shop, `PUT /profiles/admin/${adminEmail}`, { as: admin });
    expect(await roleOf(adminEmail)).toBe("admin");
  });

  it("gives nothing to a member of a company, says so in the log, and makes them an admin once they have left", async () => {
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => lines.push(line) });
    const there = await startTestApp({ adminEmail, log });
    const member = await signedIn(there.db, { email: adminEmail, emailVerified: true });
    await buildCompany(there.db, [{ person: member }]);
    const become = () => there.identity.grantConfiguredAdmin(member.id);
    const role = async () => (await there.db.select().from(users).where(eq(users.id, member.id)))[0]?.role;
    await become();
    expect(await role()).toBe("buyer");
    expect(lines.join()).toContain("ADMIN_EMAIL belongs to a member of a company that buys");
    await there.db.delete(companyMembers);
    await become();
    expect(await role()).toBe("admin");
  });

  it("gives nothing back to an admin who was removed and registers again", async () => {
    const [{ id } = { id: "" }] = await shop.db.select().from(users).where(eq(users.email, adminEmail));
    expect((await call(shop, `DELETE /profiles/${id}`, { as: admin })).status).toBe(200);
    const again = await confirmed();
    await again.signIn(adminEmail);
    expect(await again.who()).toMatchObject({ emailVerified: true });
    expect(await roleOf(adminEmail)).toBe("buyer");
  });
});
