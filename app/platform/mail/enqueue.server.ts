import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { normaliseEmail } from "#app/contract/email.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { LaidOut } from "./layout.server.ts";
import { AWAITED, MAILS, type QueuedMail, toExecutor } from "./mail-queue.server.ts";

/** A call that takes longer renews the hold on its mails. After a crash, they are sent when it ends. */
const HELD_S = 60;

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
  await enqueueMails(tx, [mail], { inS });
}

/**
 * Like `enqueueMail`, for several mails in one statement. They wait for `releaseMails`, if they are held, for a minute
 * at most after the last `keepHolding`. @throws Error when an address is invalid.
 */
export async function enqueueMails(
  tx: Tx | Db,
  mails: readonly Mail[],
  { areHeld = false, inS = areHeld ? HELD_S : 0 }: { areHeld?: boolean; inS?: number } = {},
): Promise<void> {
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

/** Rewrites a held mail; false if there is none with its key. */
export async function rewriteHeldMail(tx: Tx, { key, ...mail }: Mail): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set data = ${JSON.stringify(clean(mail))}::jsonb
    where name = ${MAILS} and id = ${toId(key)} and state = 'created' and start_after > now()`);
  return Boolean(rowCount);
}

/** Sends the held mails with these keys now. */
export function releaseMails(db: Db, keys: readonly string[]): Promise<void> {
  return startIn(db, keys, 0);
}

/** Holds the mails with these keys for another minute, because their call is still running. */
export function keepHolding(db: Db, keys: readonly string[]): Promise<void> {
  return startIn(db, keys, HELD_S);
}

async function startIn(db: Db, keys: readonly string[], seconds: number): Promise<void> {
  if (keys.length === 0) return;
  const ids = sql.join(
    keys.map((key) => sql`${toId(key)}`),
    sql`, `,
  );
  await db.execute(sql`
    update pgboss.job set start_after = now() + make_interval(secs => ${seconds})
    where name = ${MAILS} and id in (${ids}) and state = 'created' and start_after > now()`);
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
