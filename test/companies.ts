import { randomUUID } from "node:crypto";
import type { MemberRole } from "#app/features/companies/facts.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TestApp } from "./app.ts";
import { call, signedIn, type TestPerson } from "./people.ts";

/** A company with one member of each role, made by rows. */
export async function buildCompany(db: Db, about: Partial<typeof companies.$inferInsert> = {}) {
  const [company] = await db
    .insert(companies)
    .values({ name: `Norrland Denim ${randomUUID()}`, country: "SE", ...about })
    .returning();
  if (!company) throw new Error("no company was made");
  const join = async (role: MemberRole, orderLimit: string | null = null) => {
    const person = await signedIn(db, { name: `Our ${role}` });
    await db.insert(companyMembers).values({ userId: person.id, companyId: company.id, role, orderLimit });
    return person;
  };
  const [manager, purchaser, viewer] = [await join("manager"), await join("purchaser"), await join("viewer")];
  return { ...company, manager, purchaser, viewer, join };
}

/** Calls as a member: with a key, and with the version that the company now has. */
export async function callAsMember(app: Pick<TestApp, "app">, target: string, as: TestPerson, body?: object) {
  const etag = (await call(app, "GET /company", { as })).headers.get("etag");
  const headers = { "idempotency-key": randomUUID(), ...(etag && { "if-match": etag }) };
  const response = await call(app, target, { as, headers, ...(body && { body }) });
  return { status: response.status, answer: await response.json() };
}
