import { createHash } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { verifications } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Assertion, Attestation } from "./contract.ts";
import { passkeyRefused } from "./problems.ts";
import { passkeys } from "./tables.server.ts";

/** Where passkeys hold: the shop's own address, whatever a request says. */
export type Place = { origin: string };

/** Loaded with the first passkey: a start needs neither it nor its certificates. */
const loadLibrary = () => import("@simplewebauthn/server");
const loadHelpers = () => import("@simplewebauthn/server/helpers");

const CHALLENGE_LIFE_S = 5 * 60;

/**
 * Ed25519, ES256 and RS256 (RFC 9053, RFC 8812): what authenticators have, and nothing that Node.js calls experimental.
 * Each with the type of its keys: OKP, EC2, RSA.
 */
const KEY_TYPES = new Map([
  [-8, 1],
  [-7, 2],
  [-257, 3],
]);
const ALGORITHMS = [...KEY_TYPES.keys()];

/** What a challenge is for, and whose: a session, or the cookie of a visitor. */
export type Purpose = { action: "add" | "prove" | "second-step" | "sign-in"; holder: string };

type Passkey = typeof passkeys.$inferSelect;

/** A person's passkeys, the newest first. */
export function listPasskeys(db: Db | Tx, userId: string): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));
}

/** What a browser needs to make a passkey for this person. */
export async function offerToAdd(
  db: Db,
  { origin }: Place,
  who: { id: string; email: string; name: string },
  sessionId: string,
) {
  const known = await listPasskeys(db, who.id);
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    ...{ rpName: brand.name, rpID: new URL(origin).hostname, userName: who.email, userDisplayName: who.name },
    userID: new TextEncoder().encode(who.id),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(toDescriptor),
    // The device must know its owner: then possession and a fingerprint, face or PIN are two factors.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(db, { action: "add", holder: sessionId }, options.challenge);
  return { ...options };
}

/** What a browser needs to ask for a passkey of this person; without one, for any that the device has for this shop. */
export async function offerToAsk(db: Db, { origin }: Place, purpose: Purpose, userId?: string) {
  const known = userId ? await listPasskeys(db, userId) : [];
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    ...{ rpID: new URL(origin).hostname, userVerification: "required" as const },
    ...(userId ? { allowCredentials: known.map(toDescriptor) } : {}),
  });
  await keepChallenge(db, purpose, options.challenge);
  return { ...options };
}

/** The passkey that a browser has made, checked. @throws Refusal passkey-refused */
export async function readNew(db: Db, { origin }: Place, sessionId: string, passkey: Attestation) {
  const challenge = await takeChallenge(db, { action: "add", holder: sessionId }, passkey);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refusePasskey);
  if (!verified) refusePasskey();
  const { credential, credentialBackedUp } = registrationInfo;
  // The library reads what the key says that it signs with, not whether it could.
  const { cose, decodeCredentialPublicKey } = await loadHelpers();
  const key = decodeCredentialPublicKey(credential.publicKey);
  if (KEY_TYPES.get(key.get(cose.COSEKEYS.alg) ?? 0) !== key.get(cose.COSEKEYS.kty)) refusePasskey();
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: passkey.response.transports ?? [],
    isSynced: credentialBackedUp,
  };
}

/**
 * The passkey that signed the challenge, once, and whose it is. Its owner is `userId` if that is given.
 * @throws Refusal passkey-refused
 */
export async function takePasskey(db: Db, { origin }: Place, purpose: Purpose, passkey: Assertion, userId?: string) {
  const challenge = await takeChallenge(db, purpose, passkey);
  const [known] = await db.select().from(passkeys).where(eq(passkeys.credentialId, passkey.id));
  if (!known || (userId !== undefined && known.userId !== userId)) refusePasskey();
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey as AuthenticationResponseJSON,
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
    credential: {
      id: known.credentialId,
      publicKey: Buffer.from(known.publicKey, "base64url"),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(refusePasskey);
  if (!verified) refusePasskey();
  // Two answers at once with one count: a copy of the authenticator, or a replay.
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, known.id), eq(passkeys.counter, known.counter)));
  if (rowCount !== 1) refusePasskey();
  return known;
}

/** Challenges are kept beside mailed links, as a hash, and cleaned up with them. */
async function keepChallenge(db: Db, purpose: Purpose, challenge: string): Promise<void> {
  await db.insert(verifications).values({
    ...{ identifier: nameChallenge(purpose, challenge), value: purpose.action },
    expiresAt: sql`now() + make_interval(secs => ${CHALLENGE_LIFE_S})`,
  });
}

/** Uses up the challenge that was signed, before anything is checked: even a refused answer cannot be sent twice. */
async function takeChallenge(db: Db, purpose: Purpose, passkey: Assertion | Attestation): Promise<string> {
  const challenge = readChallenge(passkey.response.clientDataJSON);
  const taken = await db
    .delete(verifications)
    .where(
      and(eq(verifications.identifier, nameChallenge(purpose, challenge)), gt(verifications.expiresAt, sql`now()`)),
    )
    .returning({ id: verifications.id });
  return taken.length === 1 ? challenge : refusePasskey();
}

const clientData = z.object({ challenge: z.string().min(1).max(200) });

function readChallenge(clientDataJSON: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).challenge;
  } catch {
    return refusePasskey();
  }
}

function nameChallenge({ action, holder }: Purpose, challenge: string): string {
  return createHash("sha256").update(`passkey:${action}:${holder}:${challenge}`).digest("hex");
}

function toDescriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

/** The same for every reason: a stranger learns nothing. */
function refusePasskey(): never {
  refuse(passkeyRefused, "The shop did not accept this passkey. Please try again, or choose another way.");
}
