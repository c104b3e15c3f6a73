import { eq } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { withPeople } from "#app/features/companies/queries.server.ts";
import { companies } from "#app/features/companies/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";

/** The id of a company, or of the one that it was merged into; undefined if there is none. */
export async function resolveCompany(db: Db | Tx, idOrNumber: IdOrNumber): Promise<string | undefined> {
  const [found] = await db
    .select({ id: companies.id, mergedInto: companies.mergedInto })
    .from(companies)
    .where(isNamed(companies, idOrNumber));
  if (!found?.mergedInto) return found?.id;
  return resolveCompany(db, found.mergedInto);
}

/** The contract's page of a company, and its version. */
export async function findCompanyPage(db: Db | Tx, idOrNumber: IdOrNumber) {
  const id = await resolveCompany(db, idOrNumber);
  const [row] = id ? await db.select().from(companies).where(eq(companies.id, id)) : [];
  return row && { company: await withPeople(db, row), version: row.version };
}
