import { and, eq, exists, isNotNull, or, sql } from "drizzle-orm";
import { endOtherSessions } from "#app/features/identity/own-sessions.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "./codes.server.ts";
import { listPasskeys } from "./passkeys.server.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "./tables.server.ts";

/** Everything people may know of their own factors: no key, no hash. */
export async function findFactors(db: Db | Tx, userId: string) {
  const [app] = await db
    .select({ since: authenticatorApps.confirmedAt })
    .from(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)));
  const codes = await countRecoveryCodes(db, userId);
  return {
    app: app?.since ? { since: app.since } : null,
    passkeys: (await listPasskeys(db, userId)).map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
      ...{ id, name, isSynced, createdAt, lastUsedAt },
    })),
    recoveryCodes: codes ?? null,
  };
}

/** Makes changes to the factors of a person wait for one another until the end of the transaction. */
export async function lockFactors(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** Whether the app is set up, and whether its first code was typed. */
export async function readApp(tx: Db | Tx, userId: string): Promise<"none" | "begun" | "on"> {
  const [app] = await tx
    .select({ confirmedAt: authenticatorApps.confirmedAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId));
  if (!app) return "none";
  return app.confirmedAt ? "on" : "begun";
}

/** From then on the app's codes are asked for. */
export async function switchAppOn(tx: Tx, userId: string): Promise<void> {
  await tx.update(authenticatorApps).set({ confirmedAt: sql`now()` }).where(eq(authenticatorApps.userId, userId));
}

/** Returns how many apps were on: 0 or 1. */
export async function deleteApp(tx: Tx, userId: string): Promise<number> {
  const gone = await tx
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .returning({ confirmedAt: authenticatorApps.confirmedAt });
  return gone.filter(({ confirmedAt }) => confirmedAt).length;
}

/** Adds a passkey and returns its id; undefined when somebody has it already. */
export async function insertPasskey(tx: Tx, made: typeof passkeys.$inferInsert): Promise<string | undefined> {
  const [passkey] = await tx.insert(passkeys).values(made).onConflictDoNothing().returning({ id: passkeys.id });
  return passkey?.id;
}

/** Returns how many passkeys of this person have that id: 0 or 1. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<number> {
  const { rowCount } = await db.update(passkeys).set({ name }).where(isTheirs(userId, id));
  return rowCount ?? 0;
}

/** Removes a passkey of this person and returns its name. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const [gone] = await tx.delete(passkeys).where(isTheirs(userId, id)).returning({ name: passkeys.name });
  return gone?.name;
}

const isTheirs = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/**
 * To be called after a factor was added. The first one makes recovery codes, which it returns, and ends the sessions
 * that began without it; all others leave the codes as they are.
 */
export async function noteFactorOn(
  tx: Tx,
  secret: string,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<string[] | null> {
  const { rowCount } = await tx
    .update(users)
    .set({ hasSecondFactor: true })
    .where(and(eq(users.id, id), eq(users.hasSecondFactor, false)));
  if (rowCount === 0) return null;
  await endOtherSessions(tx, id, sessionId);
  return makeRecoveryCodes(tx, secret, id);
}

/**
 * To be called after a factor was removed. With the last one go the recovery codes; returns whether it was the last.
 */
export async function noteFactorOff(tx: Tx, userId: string): Promise<boolean> {
  const app = tx
    .select({ one: sql`1` })
    .from(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)));
  const passkey = tx.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, userId));
  const [left] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(exists(app), exists(passkey))));
  if (left) return false;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(users).set({ hasSecondFactor: false }).where(eq(users.id, userId));
  return true;
}

/**
 * Takes all factors off an account and ends its sessions. Undefined for an unknown address, null if there were none.
 */
export async function takeOffFactors(tx: Tx, email: string): Promise<{ id: string } | undefined | null> {
  const [owner] = await tx
    .select({ id: users.id, hasSecondFactor: users.hasSecondFactor })
    .from(users)
    .where(eq(users.email, email))
    .for("no key update");
  if (!owner) return undefined;
  await deleteApp(tx, owner.id);
  await tx.delete(passkeys).where(eq(passkeys.userId, owner.id));
  await noteFactorOff(tx, owner.id);
  if (!owner.hasSecondFactor) return null;
  await tx.delete(sessions).where(eq(sessions.userId, owner.id));
  return { id: owner.id };
}
