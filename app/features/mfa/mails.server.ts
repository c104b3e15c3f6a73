import { randomUUID } from "node:crypto";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

type Notice = { subject: string; paragraphs: readonly string[] };

/** A mail for each action on the factors of an account, to its owner. It says nothing that somebody typed. */
export function createMfaMails(emailContext: EmailContext) {
  const send =
    <About extends unknown[]>(tell: (...about: About) => Notice) =>
    async (tx: Db | Tx, email: string, ...about: About): Promise<void> => {
      const { subject, paragraphs } = tell(...about);
      const letter = {
        ...{ subject, heading: subject, paragraphs },
        button: { label: "See how you log in", to: "/dashboard/myprofile/security" },
        finePrint: "If this was not you, set a new password at once and write to us: the address is below.",
      };
      const mail = layOut(letter, emailContext);
      await enqueueMail(tx, { to: { name: "", address: email }, key: `factor ${randomUUID()}`, ...mail });
    };

  return {
    appOn: send(() => ({
      subject: "An authenticator app was switched on",
      paragraphs: ["Logging in to your account now also asks for the code that your app shows."],
    })),
    appOff: send((isLast: boolean) => ({
      subject: "The authenticator app was switched off",
      paragraphs: [isLast ? noneLeft : "The second step of logging in now asks for your passkey or a recovery code."],
    })),
    passkeyAdded: send(() => ({
      subject: "A passkey was added",
      paragraphs: ["Your account can now be opened with one more passkey."],
    })),
    passkeyRemoved: send((isLast: boolean) => ({
      subject: "A passkey was removed",
      paragraphs: ["It no longer opens your account.", ...(isLast ? [noneLeft] : [])],
    })),
    codesMade: send(() => ({
      subject: "New recovery codes were made",
      paragraphs: ["All earlier recovery codes have stopped working."],
    })),
    codeUsed: send((left: number) => ({
      subject: "A recovery code was used",
      paragraphs: [
        "Somebody used a recovery code to prove that the account is theirs.",
        left === 1 ? "One code is left." : `${left === 0 ? "No" : left} codes are left.`,
      ],
    })),
    codesGuessed: send(() => ({
      subject: "Wrong codes were typed for your account",
      paragraphs: [
        "Too many codes were wrong, so we accept no more for a while.",
        "To get that far, somebody must know your password, be able to use your Google or GitHub account, or sit where you are logged in.",
      ],
    })),
    factorsTakenOff: send(() => ({
      subject: "Your second factor was taken off",
      paragraphs: [
        "We took the authenticator app, the passkeys and the recovery codes off your account, and ended all its sessions.",
        "Logging in no longer asks for a second step. Please set up a second factor again.",
      ],
    })),
  };
}

const noneLeft = "Logging in no longer asks for a second step, and the recovery codes no longer work.";
