import { createHash } from "node:crypto";
import { PgBoss } from "pg-boss";
import { normaliseEmail } from "#app/contract/email.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { LaidOut } from "./layout.server.ts";
import { AWAITED, MAILS, type QueuedMail, toExecutor } from "./mail-queue.server.ts";

export type Mail = LaidOut & {
  to: { name: string; address: string };
  /**
   * Names of documents to enclose, such as `confirmation order 0198…`; the worker has them made when it sends the mail.
   */
  enclosed?: readonly string[];
  /** Somebody needs it in order to go on, so it goes before all others. */
  isAwaited?: boolean;
  /** What this mail is about, such as `order 0198… buyer`. Two mails with one key are the same mail, sent once. */
  key: string;
};

/** Puts a mail into the outbox, to be sent in `inS` seconds. It is sent if, and only if, the transaction `tx` commits. */
export async function enqueueMail(tx: Tx | Db, mail: Mail, inS = 0): Promise<void> {
  await enqueueMails(tx, [mail], inS);
}

/** Like `enqueueMail`, for several mails in one statement. @throws Error when an address is invalid. */
export async function enqueueMails(tx: Tx | Db, mails: readonly Mail[], inS = 0): Promise<void> {
  const db = toExecutor(tx);
  sender ??= openSender(db);
  const boss = await sender.catch((error) => {
    sender = undefined;
    throw error;
  });
  const startAfter = inS > 0 ? { startAfter: inS } : {};
  const jobs = mails.map((mail) => ({ ...toJob(mail), ...startAfter }));
  await boss.insert(MAILS, jobs, { db });
}

/** The mail as the outbox keeps it. @throws Error when its address is invalid */
export function toJob({ key, isAwaited, ...mail }: Mail): { id: string; data: QueuedMail; priority?: number } {
  return { id: toId(key), data: clean(mail), ...(isAwaited ? { priority: AWAITED } : {}) };
}

let sender: Promise<PgBoss> | undefined;

/**
 * A pg-boss that has read the queue's settings and then stopped: it can still insert, but holds no connection or timer.
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

function clean({ to, subject, text, page, enclosed }: Omit<Mail, "key">): QueuedMail {
  const address = normaliseEmail(to.address);
  if (!address) throw new Error("a mail was addressed to what is no e-mail address");
  return {
    to: { name: oneLine(to.name), address },
    subject: oneLine(subject),
    text,
    page,
    ...(enclosed ? { enclosed } : {}),
  };
}

/** Headers are lines: anything that could end one becomes a space (mail header injection). */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 250)
    .toWellFormed();
}
