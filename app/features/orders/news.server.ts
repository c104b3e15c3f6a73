import { tooManyRequests, unavailable } from "#app/contract/problem.ts";
import { readTokens } from "#app/features/identity/queries.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { OrderNews } from "./contract.ts";
import { type NewEvents, readEvents } from "./events.server.ts";

/** One browser opens one stream; a person may use several browsers. */
const STREAMS_PER_PERSON = 10;
const STREAMS_PER_PROCESS = 1_000;
/** Whoever has missed more reads the page again. */
const MOST_MISSED = 500;
/** Notifications are fast but may be lost with a connection; the tokens are checked as often. */
const LOOK_MS = 1_500;
/** So many looks without news, then a sign of life: proxies cut connections that say nothing. */
const QUIET_LOOKS = 10;
/** A client that does not read may make the shop hold this much for it. */
const MOST_UNREAD = 64 * 1024;
const RETRY_AFTER_S = 30;

type Stream = { who: Person; token: string; quietLooks: number; send: (message: string) => void; end: () => void };

/**
 * Tells open pages what happens to orders, over `GET /events`. One reader per process asks the database for the events
 * that its last snapshot did not see, so that nothing is missed, whatever order transactions commit in.
 */
export type Newsroom = {
  /** Tells of what this process has just committed, here and, by a notification, in every other process. */
  tell(): void;
  /** Looks for news: another process has announced some. */
  wake(): void;
  /**
   * The stream for one person, from the place that `lastEventId` names.
   * @throws Refusal too-many-requests or unavailable when there are too many streams.
   */
  open(who: Person, token: string, lastEventId: string | undefined): ReadableStream<Uint8Array>;
  /** Ends all streams. */
  close(): void;
};

export function createOrderNews({ db, announce, log }: { db: Db; announce: () => void; log: Log }): Newsroom {
  const streams = new Set<Stream>();
  /** The snapshot up to which the streams have been told; undefined while nobody listens. */
  let told: string | undefined;
  let isLooking = false;
  let lookAgain = false;
  let clock: NodeJS.Timeout | undefined;

  function wake(): void {
    if (streams.size === 0) return;
    lookAgain = true;
    if (!isLooking) void look();
  }

  async function look(): Promise<void> {
    isLooking = true;
    while (lookAgain) {
      lookAgain = false;
      try {
        // A stream that begins says from where on.
        if (!told) break;
        const tokens = [...streams].map(({ token }) => token);
        const asked = readEvents(db, { unseenBy: told, most: MOST_MISSED + 1 });
        const [news, owners] = await Promise.all([asked, readTokens(db, tokens)]);
        told = streams.size > 0 ? news.snapshot : undefined;
        for (const stream of streams) {
          const isAdmin = owners.get(stream.token);
          // The token has expired or its person has another role now: the client takes a new one and resumes.
          if (isAdmin !== stream.who.isAdmin) stream.end();
          else sendNews(stream, news);
        }
      } catch (err) {
        log.warn({ err }, "the news of orders could not be read");
      }
    }
    isLooking = false;
  }

  function sendNews(stream: Stream, news: NewEvents): void {
    const message = news.events.length > MOST_MISSED ? reload(news) : write(news, stream.who);
    stream.quietLooks = message ? 0 : stream.quietLooks + 1;
    if (message) stream.send(message);
    else if (stream.quietLooks >= QUIET_LOOKS) {
      stream.quietLooks = 0;
      stream.send(`: quiet\nid: ${news.resumeAt}\n\n`);
    }
  }

  function add(stream: Stream): void {
    streams.add(stream);
    clock ??= setInterval(wake, LOOK_MS).unref();
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(clock);
    clock = undefined;
    told = undefined;
  }

  return {
    wake,
    tell() {
      announce();
      wake();
    },
    open(who, token, lastEventId) {
      const own = [...streams].filter((stream) => stream.who.id === who.id);
      const full = "Too many pages are open. They ask for news when you look at them.";
      if (own.length >= STREAMS_PER_PERSON) refuseForNow(tooManyRequests, full, RETRY_AFTER_S);
      if (streams.size >= STREAMS_PER_PROCESS) refuseForNow(unavailable, full, RETRY_AFTER_S);
      const encoder = new TextEncoder();
      let stream: Stream;
      return new ReadableStream<Uint8Array>(
        {
          async start(controller) {
            const end = () => {
              if (!streams.has(stream)) return;
              remove(stream);
              controller.close();
            };
            const send = (message: string) => {
              if (!streams.has(stream)) return;
              controller.enqueue(encoder.encode(message));
              // It resumes where it was, once it reads again.
              if ((controller.desiredSize ?? 0) <= 0) end();
            };
            stream = { who, token, quietLooks: 0, send, end };
            // Listening first: what is committed from now on is told by `look`, what was before by this reading.
            add(stream);
            try {
              const before = await readEvents(db, {});
              told ??= before.snapshot;
              const missed = await readMissed(db, lastEventId);
              send(`retry: 2000\n\n${missed === "too old" ? reload(before) : write(missed, who)}`);
              send(`event: ready\nid: ${before.resumeAt}\ndata: {}\n\n`);
            } catch (err) {
              log.warn({ err }, "a stream of news could not begin");
              end();
            }
          },
          cancel: () => remove(stream),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
      );
    },
    close() {
      for (const { end } of [...streams]) end();
    },
  };
}

/** What happened since the place that a client names; "too old" when that is too much, or no place of this database. */
async function readMissed(db: Db, lastEventId: string | undefined): Promise<NewEvents | "too old"> {
  if (lastEventId === undefined) return readEvents(db, {});
  if (!/^[1-9][0-9]{0,18}$/.test(lastEventId)) return "too old";
  const missed = await readEvents(db, { from: lastEventId, most: MOST_MISSED + 1 });
  const isOurs = BigInt(lastEventId) <= BigInt(missed.resumeAt);
  return isOurs && missed.events.length <= MOST_MISSED ? missed : "too old";
}

function reload({ resumeAt }: NewEvents): string {
  return `event: reload\nid: ${resumeAt}\ndata: {}\n\n`;
}

/** The events that concern a person, as messages. Each carries the place to resume at, behind all running transactions. */
function write({ events, resumeAt }: NewEvents, who: Person): string {
  return events
    .filter(({ userId, isForHouse }) => who.isAdmin || (userId === who.id && !isForHouse))
    .map(({ userId, isForHouse: _, ...event }) => {
      const told: OrderNews = { ...event, isMine: userId === who.id };
      return `event: order\nid: ${resumeAt}\ndata: ${JSON.stringify(told)}\n\n`;
    })
    .join("");
}
