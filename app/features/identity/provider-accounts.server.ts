import { and, eq } from "drizzle-orm";
import { type Db, inTransaction } from "#app/platform/db/client.server.ts";
import { hasAccount } from "./queries.server.ts";
import { accounts, users } from "./tables.server.ts";

/** A provider's person, with the address that it verified. */
type ProviderPerson = {
  providerId: "google" | "github";
  subject: string;
  email: string;
  name: string;
  picture: string | undefined;
};

/**
 * Opens an account for a provider's person, or links the provider to the account with their address, if that address
 * was confirmed. Does nothing if they have an account already, or may not have this one. Runs before the library, which
 * looks first and writes later: when several windows returned at once, it would sign in only one of them.
 */
export async function giveProviderAccount(
  db: Db,
  { providerId, subject, email, name, picture }: ProviderPerson,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isTheirs = and(eq(accounts.providerId, providerId), eq(accounts.accountId, subject));
    if ((await tx.$count(accounts, isTheirs)) > 0) return;
    await tx
      .insert(users)
      .values({ name, email, emailVerified: true, image: picture ?? null })
      .onConflictDoNothing({ target: users.email });
    // Concurrent sign-ins wait here, or at the insert, and then find what the first one wrote.
    const [owner] = await tx
      .select({ id: users.id, isVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, email))
      .for("no key update");
    if (!owner?.isVerified || (await hasAccount(tx, owner.id, providerId))) return;
    await tx.insert(accounts).values({ userId: owner.id, providerId, accountId: subject });
  });
}
