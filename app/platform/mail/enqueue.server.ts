import { createHash } from "node:crypto";
import { PgBoss } from "pg-boss";
import { normaliseEmail } from "#app/contract/email.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAILS, type QueuedMail, toExecutor } from "./mail-queue.server.ts";

export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** What this mail is about, such as `order 0198… buyer`. Two mails with one key are the same mail, sent once. */
  key: string;
};

/** Puts a mail into the outbox. It is sent if, and only if, the transaction `tx` commits. */
export async function enqueueMail(tx: Tx | Db, mail: Mail): Promise<void> {
  await enqueueMails(tx, [mail]);
}

/** Like `enqueueMail`, for several mails in one statement. @throws Error when an address is invalid. */
export async function enqueueMails(tx: Tx | Db, mails: readonly Mail[]): Promise<void> {
  const db = toExecutor(tx);
  sender ??= openSender(db);
  const boss = await sender.catch((error) => {
    sender = undefined;
    throw error;
  });
  const jobs = mails.map(({ key, ...mail }) => ({ id: toId(key), data: clean(mail) }));
  await boss.insert(MAILS, jobs, { db });
}

let sender: Promise<PgBoss> | undefined;

/**
 * A pg-boss that has learnt about the queue and then stopped: it can still insert, but holds no connection or timer.
 */
async function openSender(db: ReturnType<typeof toExecutor>): Promise<PgBoss> {
  const boss = new PgBoss({ db, migrate: false, supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
  return boss;
}

/** The id of the mail with this key: a version 8 UUID made from its hash (RFC 9562), for the row and the Message-ID. */
function toId(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

function clean({ to, subject, text, html }: QueuedMail): QueuedMail {
  const address = normaliseEmail(to.address);
  if (!address) throw new Error("a mail was addressed to what is no e-mail address");
  return { to: { name: oneLine(to.name), address }, subject: oneLine(subject), text, html };
}

/** Headers are lines: anything that could end one becomes a space (mail header injection). */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 250);
}
