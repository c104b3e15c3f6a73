import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { type Connection, openPool } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { toHtml } from "./layout.server.ts";
import { MAILS, type QueuedMail } from "./mail-queue.server.ts";
import { type Attach, type MailTransport, Undeliverable } from "./message.server.ts";

/**
 * How many mails to send at once, each by a worker of its own: one that hangs holds up none of the others. SMTP services
 * refuse too many connections.
 */
export const WORKERS = 4;
/**
 * How often each worker looks for a mail. It takes one at a time, so a rush of mails leaves most of the processor to
 * visitors.
 */
const LOOK_S = 0.5;
const CONNECTIONS = 2;
const LAST_WORDS_MS = 3_000;

const encloseNothing: Attach = async () => [];

/** Sends waiting mails through `transport`, with what `enclose` makes. Returns the function that stops it. */
export async function startMailWorker(
  connection: Connection,
  transport: MailTransport,
  log: Log,
  enclose = encloseNothing,
): Promise<() => Promise<void>> {
  const pool = openPool(connection, log, CONNECTIONS);
  const boss = new PgBoss({
    // Not through Drizzle, which would return dates as text.
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  boss.on("error", (err) => log.warn({ err }, "the mail queue could not be read or written"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }

  const post = { transport, enclose, forgetWords: createForgetting(pool), log };
  const handle = async (jobs: JobWithMetadata<QueuedMail | null>[]): Promise<JobResult[]> => {
    return Promise.all(jobs.map((job) => send(job, post)));
  };
  const options = { includeMetadata: true, perJobResults: true } as const;
  await boss.work(MAILS, { ...options, localConcurrency: WORKERS, pollingIntervalSeconds: LOOK_S }, handle);

  return async () => {
    const idle = boss.offWork(MAILS);
    await Promise.race([idle, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    transport.close();
    await idle;
    await boss.stop({ graceful: false });
    await pool.end();
  };
}

type Post = {
  transport: MailTransport;
  enclose: Attach;
  forgetWords: (id: string) => Promise<unknown>;
  log: Log;
};

async function send(
  job: JobWithMetadata<QueuedMail | null>,
  { transport, enclose, forgetWords, log }: Post,
): Promise<JobResult> {
  const { id, data, createdOn: causedAt, retryCount, retryLimit, signal } = job;
  // Its words are gone: a worker sent it but died before it could record that.
  if (!data) return { id, status: "completed" };
  try {
    const { enclosed, to, subject, text } = data;
    const attachments = enclosed ? { attachments: await enclose(enclosed) } : {};
    await transport.deliver({ to, subject, text, html: toHtml(data), ...attachments, id, causedAt }, signal);
    log.info({ mail: id }, "a mail was sent");
    await forgetWords(id).catch((err) => log.warn({ err, mail: id }, "it could not be noted that a mail was sent"));
    return { id, status: "completed" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isLast = error instanceof Undeliverable || retryCount >= retryLimit;
    if (isLast) log.error({ mail: id, reason }, "a mail was given up");
    else log.warn({ mail: id, reason, attempt: retryCount + 1 }, "a mail could not be sent yet");
    return { id, status: isLast ? "deadletter" : "failed", output: { reason } };
  }
}

/**
 * The row of a sent mail stays for a while, to keep the same mail from being sent again. Its links and addresses need
 * not stay.
 */
function createForgetting(pool: pg.Pool): (id: string) => Promise<unknown> {
  const text = "update pgboss.job set data = null where name = $1 and id = $2::uuid";
  return (id) => pool.query({ name: "forget_words", text, values: [MAILS, id] });
}
