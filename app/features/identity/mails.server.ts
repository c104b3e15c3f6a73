import { createHash } from "node:crypto";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

type Reader = { id: string; email: string };

const notYou = "If this was not you, ignore this mail. Nothing will change.";

/**
 * Every mail of the identity slice. The recipient may not have asked for it, so it contains nothing a user typed: no
 * name, no address in the text. Links use the shop's own origin, never one from a request.
 */
export function createMails(emailContext: EmailContext) {
  async function send(tx: Db | Tx, { email }: Reader, key: string, letter: EmailContent, inMinutes = 0): Promise<void> {
    const mail = { to: { name: "", address: email }, key, ...layOut(letter, emailContext) };
    // Most of them hold a link that somebody waits for.
    await enqueueMail(tx, { ...mail, isAwaited: true }, inMinutes * 60);
  }

  return {
    verification: (tx: Db | Tx, reader: Reader, token: string, inMinutes: number) =>
      send(
        tx,
        reader,
        toKey("verify", token),
        {
          subject: "Please confirm your e-mail address",
          heading: "Is this your address?",
          paragraphs: [
            "An account with this address was opened at Rivet & Reed. Please confirm that the address is yours.",
            "The link works once and for one hour, where you are logged in to the shop.",
          ],
          button: { label: "Confirm my address", to: `/verify-email?token=${token}` },
          finePrint: notYou,
        },
        inMinutes,
      ),

    reset: (tx: Db | Tx, reader: Reader, token: string, inMinutes: number) =>
      send(
        tx,
        reader,
        toKey("reset", token),
        {
          subject: "Set a new password",
          heading: "A new password",
          paragraphs: [
            "Somebody asked for a new password for the account with this address. The link works once and for one hour.",
            "Setting it logs you out everywhere else.",
          ],
          button: { label: "Set a new password", to: `/reset-password?token=${token}` },
          finePrint: notYou,
        },
        inMinutes,
      ),

    passwordChanged: (tx: Db | Tx, reader: Reader) =>
      send(tx, reader, toKey("changed", `${reader.id} ${Date.now()}`), {
        subject: "Your password was changed",
        heading: "Your password was changed",
        paragraphs: ["Your account has a new password, and all its other sessions have ended."],
        finePrint: "If this was not you, ask for a new password at once: on the login page, “Reset password.”",
      }),

    passwordGuessed: (tx: Db | Tx, reader: Reader) =>
      send(tx, reader, toKey("guessed", `${reader.id} ${Date.now()}`), {
        subject: "Wrong passwords were typed for your account",
        heading: "Somebody may be guessing your password",
        paragraphs: [
          "More than twenty wrong passwords were typed for your account within an hour. For now we accept none from where you have not logged in before.",
          "You need not do anything if your password is long and used nowhere else. Otherwise please set a new one. A passkey or an authenticator app makes guessing useless.",
        ],
        button: { label: "See how you log in", to: "/dashboard/myprofile/security" },
        finePrint: "If you cannot log in, press “Reset password.” on the login page.",
      }),

    accountDeleted: (tx: Db | Tx, reader: Reader) =>
      send(tx, reader, toKey("deleted", reader.id), {
        subject: "Your account was deleted",
        heading: "Your account was deleted",
        paragraphs: [
          "Your profile and all your logins are gone. We still fulfil open orders, and keep orders and invoices for as long as the law requires.",
          "For the security of the shop we also keep the record of what admins did and of changes to second factors.",
        ],
        finePrint: "If this was not you, write to us at once: the address is below.",
      }),

    alreadyRegistered: (tx: Db | Tx, reader: Reader, inMinutes: number) =>
      send(
        tx,
        reader,
        toKey("already", `${reader.id} ${Date.now()}`),
        {
          subject: "You already have an account",
          heading: "You already have an account",
          paragraphs: [
            "Somebody tried to register with this address. It already has an account; nothing was changed.",
            "If it was you, please log in. If you have forgotten the password, press “Reset password.” on that page.",
          ],
          button: { label: "Log in", to: "/login" },
          finePrint: notYou,
        },
        inMinutes,
      ),
  };
}

/** Anyone who can read the outbox's ids can read keys, so a key must not contain a token. */
function toKey(kind: string, about: string): string {
  return `${kind} ${createHash("sha256").update(about).digest("base64url")}`;
}
