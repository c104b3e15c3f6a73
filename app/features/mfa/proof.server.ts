import { invalidInput } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import { Refusal, refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mfaActions } from "./audit-actions.server.ts";
import { countRecoveryCodes, takeAppCode, takeRecoveryCode } from "./codes.server.ts";
import type { Assertion } from "./contract.ts";
import { type FactorLimits, takeCode } from "./limits.server.ts";
import type { createMfaMails } from "./mails.server.ts";
import * as keys from "./passkeys.server.ts";
import { wrongCode } from "./problems.ts";
import * as queries from "./queries.server.ts";

/** Who proves something, and from where. */
type Prover = { who: Pick<Person, "id" | "email" | "name" | "sessionId">; network: Network; from: Client };
type Proof = { code?: string | undefined; recoveryCode?: string | undefined; passkey?: Assertion | undefined };
type Way = "app" | "recovery-code" | "passkey";

type Checking = {
  secret: string;
  limits: FactorLimits;
  emailContext: EmailContext;
  mails: ReturnType<typeof createMfaMails>;
};

/**
 * Makes a function that checks a proof: it uses the proof up and does what it was given for, in one transaction if the
 * proof is a code.
 * @throws Refusal wrong-code, passkey-refused, too-many-requests
 */
export function createProofCheck({ secret, limits, emailContext, mails }: Checking) {
  return async function check<Result>(
    db: Db,
    action: "prove" | "second-step",
    { who, network, from }: Prover,
    { code, recoveryCode, passkey }: Proof,
    use: (tx: Tx, by: Way) => Promise<Result>,
  ): Promise<Result> {
    if ([code, recoveryCode, passkey].filter((given) => given !== undefined).length !== 1)
      refuse(invalidInput, "Please send a code, a recovery code or a passkey.");
    if (passkey) {
      await limits.take("passkey-network", network);
      await keys.takePasskey(db, emailContext, { action, holder: who.sessionId }, passkey, who.id);
      return inTransaction(db, (tx) => use(tx, "passkey"));
    }
    const attempt = await takeCode(limits, who.id, network);
    const result = await inTransaction(db, async (tx) => {
      if (code !== undefined) {
        const isOn = (await queries.readApp(tx, who.id)) === "on";
        if (!isOn || !(await takeAppCode(tx, secret, who.id, code))) refuseCode();
        return use(tx, "app");
      }
      if (!(await takeRecoveryCode(tx, secret, who.id, recoveryCode ?? ""))) refuseRecoveryCode();
      await recordFactor(tx, { who, from }, mfaActions.codeUsed);
      await mails.codeUsed(tx, who.email, (await countRecoveryCodes(tx, who.id))?.left ?? 0);
      return use(tx, "recovery-code");
    }).catch(async (error) => {
      if (attempt.isLast && error instanceof Refusal && error.problem === wrongCode) await warnOfGuesses(db, who);
      throw error;
    });
    await attempt.wasRight();
    return result;
  };

  async function warnOfGuesses(db: Db, { id, email }: Prover["who"]): Promise<void> {
    if (await limits.mayTake("code-warned", id)) await mails.codesGuessed(db, email);
  }
}

/** Records what somebody did to their own factors. */
export function recordFactor(
  tx: Tx,
  { who, from }: Pick<Prover, "from"> & { who: Pick<Person, "id" | "email" | "name"> },
  action: (typeof mfaActions)[keyof typeof mfaActions],
): Promise<void> {
  return recordAction(tx, { who, from }, { action, object: who.email, objectId: who.id });
}

/** @throws Refusal wrong-code */
export function refuseCode(): never {
  const message = "This code is wrong or has expired. Type the one the app shows now.";
  refuse(wrongCode, message, [{ field: "code", message }]);
}

function refuseRecoveryCode(): never {
  const message = "This is not one of your recovery codes, or it has already been used.";
  refuse(wrongCode, message, [{ field: "recoveryCode", message }]);
}
