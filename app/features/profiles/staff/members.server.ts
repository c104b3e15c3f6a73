import { findByEmail } from "#app/features/identity/queries.server.ts";
import type { IsMember } from "#app/features/identity/roles.server.ts";
import { belongsToCompany } from "#app/features/profiles/problems.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

/** @throws Refusal belongs-to-company for the address of a member of a company: whoever buys does not work here. */
export async function refuseMember(tx: Tx, email: string, isMember: IsMember): Promise<void> {
  const found = await findByEmail(tx, email);
  if (found && (await isMember(tx, found.id))) {
    refuse(belongsToCompany, `${email} belongs to a company that buys, and has to leave it first.`);
  }
}
