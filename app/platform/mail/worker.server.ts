import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { type Connection, openPool } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { createRankedQueue } from "#app/platform/ranked-queue.server.ts";
import { toHtml } from "./layout.server.ts";
import { AWAITED, MAILS, type QueuedMail } from "./mail-queue.server.ts";
import { type Attach, type MailTransport, Undeliverable } from "./message.server.ts";
import { createPace, type Pace } from "./pace.server.ts";

/** How many mails to send at once. SMTP services refuse too many connections. */
export const WORKERS = 4;
/**
 * How many mails a worker takes at a time; each has a result of its own, and one that hangs holds up none of the
 * others.
 */
export const BATCH = 8;
/** Of these, one polls for mails all the time. When it finds a whole batch it wakes the others. */
const LOOK_S = 0.5;
const SLEEP_S = 30;
const CONNECTIONS = 2;
const LAST_WORDS_MS = 3_000;

const encloseNothing: Attach = async () => async () => [];

/**
 * Sends waiting mails through `transport`, with what `enclose` makes, as fast as `pace` allows. Returns the function
 * that stops it.
 */
export async function startMailWorker(
  connection: Connection,
  transport: MailTransport,
  log: Log,
  { enclose = encloseNothing, pace = createPace() } = {},
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

  const workers: string[] = [];
  // The mails that all workers have taken form one queue, so that no more than `WORKERS` are under way at a time.
  const line = createRankedQueue({ running: WORKERS, waiting: 0 }, () => {
    throw new Error("all mails may wait");
  });
  const outbox = { isLost: false };
  const post = { transport, forgetWords: createForgetting(pool), log, line, pace, outbox };
  const handle = async (jobs: JobWithMetadata<QueuedMail | null>[]): Promise<JobResult[]> => {
    // These could be taken.
    outbox.isLost = false;
    // After a whole batch there may be more. A worker that finds fewer wakes nobody.
    if (jobs.length === BATCH) for (const worker of workers) boss.notifyWorker(worker);
    const names = jobs.flatMap(({ data }) => data?.enclosed ?? []);
    const enclosing = names.length > 0 ? enclose(names) : encloseNothing(names);
    // Those that enclose something fail with it; the others need not wait.
    enclosing.catch(() => {});
    return Promise.all(jobs.map((job) => send(job, { ...post, enclosing })));
  };
  for (let count = 0; count < WORKERS; count++) {
    const pollingIntervalSeconds = count === 0 ? LOOK_S : SLEEP_S;
    const taken = { batchSize: BATCH, burstWhenBatchFull: true, includeMetadata: true } as const;
    const options = { ...taken, perJobResults: true, pollingIntervalSeconds } as const;
    workers.push(await boss.work(MAILS, options, handle));
  }

  return async () => {
    pace.hurry();
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
  enclosing: ReturnType<Attach>;
  forgetWords: (id: string) => Promise<void>;
  log: Log;
  line: ReturnType<typeof createRankedQueue>;
  pace: Pace;
  /** Whether it could not be noted that a mail was sent: any other would be sent again, too. */
  outbox: { isLost: boolean };
};

async function send(
  job: JobWithMetadata<QueuedMail | null>,
  { transport, enclosing, forgetWords, log, line, pace, outbox }: Post,
): Promise<JobResult> {
  const { id, data, createdOn: causedAt, retryCount, retryLimit, signal } = job;
  // Its words are gone: a worker sent it but died before it could record that.
  if (!data) return { id, status: "completed" };
  try {
    const { enclosed, to, subject, text } = data;
    const deliver = async () => {
      if (outbox.isLost) throw new Error("the outbox cannot be written");
      const attachments = enclosed ? { attachments: await (await enclosing)(enclosed) } : {};
      await transport.deliver({ to, subject, text, html: toHtml(data), ...attachments, id, causedAt }, signal);
      log.info({ mail: id }, "a mail was sent");
      await forgetWords(id).catch((err) => {
        outbox.isLost = true;
        log.warn({ err, mail: id }, "it could not be noted that a mail was sent");
      });
    };
    if (job.priority < AWAITED) await pace.turn(job.startedOn.getTime() - job.startAfter.getTime(), signal);
    await line.run(deliver, { rank: 0, signal });
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
 * not stay. Mails sent while one statement runs are handled together by the next.
 */
function createForgetting(pool: pg.Pool): (id: string) => Promise<void> {
  const text = "update pgboss.job set data = null where name = $1 and id = any($2::uuid[])";
  let last: Promise<unknown> = Promise.resolve();
  let next: { ids: string[]; done: Promise<unknown> } | undefined;
  return async (id) => {
    if (!next) {
      const ids: string[] = [];
      const done = last.then(() => {
        next = undefined;
        return pool.query({ name: "forget_words", text, values: [MAILS, ids] });
      });
      next = { ids, done };
      last = done.catch(() => {});
    }
    next.ids.push(id);
    await next.done;
  };
}
