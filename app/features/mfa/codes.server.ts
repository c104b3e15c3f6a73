import { createHmac, randomInt } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { brand } from "#app/content/brand.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { authenticatorApps, recoveryCodes } from "./tables.server.ts";

// Codes of the app (RFC 6238), and codes for the day it is lost.

/** 160 bits, as RFC 4226 recommends. */
const KEY_BYTES = 20;
const PERIOD_S = 30;
/** Clocks of phones differ: the code before and the one after are taken too (RFC 6238, section 5.2). */
const STEPS_BESIDE = 1;

const CODES = 10;
const CODE_LENGTH = 10;
/** Without letters and digits that look alike (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new key for the app of this person, replacing one that was never confirmed. */
export async function makeAppKey(tx: Tx, secret: string, who: { id: string; email: string }) {
  const key = new Secret({ size: KEY_BYTES });
  const app = {
    secret: await symmetricEncrypt({ key: secret, data: key.base32 }),
    lastStep: 0,
    createdAt: sql`now()`,
  };
  await tx
    .insert(authenticatorApps)
    .values({ userId: who.id, ...app })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: app });
  return { key: key.base32, uri: new TOTP({ issuer: brand.name, label: who.email, secret: key }).toString() };
}

/**
 * Accepts a code of the app, once, by the database's clock. It waits for other calls with the same app, and neither
 * this code nor an earlier one works again.
 */
export async function takeAppCode(tx: Tx, secret: string, userId: string, code: string): Promise<boolean> {
  const [app] = await tx
    .select({
      ...{ secret: authenticatorApps.secret, lastStep: authenticatorApps.lastStep },
      seconds: sql<number>`extract(epoch from clock_timestamp())::float`,
    })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .for("update");
  const key = app && (await openKey(secret, app.secret));
  if (!key) return false;
  const now = Math.floor(app.seconds / PERIOD_S);
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const beside = totp.validate({ token: code, timestamp: now * PERIOD_S * 1_000, window: STEPS_BESIDE });
  if (beside === null || now + beside <= app.lastStep) return false;
  await tx
    .update(authenticatorApps)
    .set({ lastStep: now + beside })
    .where(eq(authenticatorApps.userId, userId));
  return true;
}

/** Undefined when the setting SECRET is not the one the key was encrypted with: then no code can be checked. */
function openKey(secret: string, encrypted: string): Promise<string | undefined> {
  return symmetricDecrypt({ key: secret, data: encrypted }).catch(() => undefined);
}

/** Replaces all recovery codes of this person. They cannot be read again. */
export async function makeRecoveryCodes(tx: Tx, secret: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashCode(secret, userId, code) })));
  return codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`);
}

/** Uses up a recovery code; false if it does not exist or was used before. */
export async function takeRecoveryCode(tx: Tx, secret: string, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        ...[eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashCode(secret, userId, code))],
        isNull(recoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

/** How many recovery codes are left of how many, and when they were made; undefined when there are none. */
export async function countRecoveryCodes(db: Db | Tx, userId: string) {
  const [found] = await db
    .select({
      all: count(),
      left: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
      madeAt: sql<Date>`min(${recoveryCodes.createdAt})`.mapWith(recoveryCodes.createdAt),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return found && found.all > 0 ? found : undefined;
}

function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Fifty bits can be searched through: the key keeps a stolen backup from revealing the codes. */
function hashCode(secret: string, userId: string, code: string): string {
  // People who type an O or an I mean the digit that looks like it.
  const meant = code.replace(/O/g, "0").replace(/[IL]/g, "1");
  return createHmac("sha256", secret).update(`recovery code ${userId} ${meant}`).digest("base64url");
}
