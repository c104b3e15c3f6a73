import { tooManyRequests, unavailable } from "#app/contract/problem.ts";
import { readTokens } from "#app/features/identity/sessions.server.ts";
import { forgetCounts } from "#app/features/orders/find/counts.server.ts";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";
import { type NewEvents, readEvents } from "#app/features/orders/status/events.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";

/** One browser opens one stream; a person may use several browsers. */
const STREAMS_PER_PERSON = 10;
/** Accounts without a confirmed address cost nothing: otherwise, a few browsers could take all the streams. */
const STREAMS_PER_STRANGER = 2;
const STREAMS_PER_PROCESS = 1_000;
/** A client that has missed more reloads its page. */
const MOST_MISSED = 500;
/** Notifications are fast but may be lost with a connection; the tokens are checked as often. */
const LOOK_MS = 1_500;
/** How many looks without updates pass before a sign of life: proxies cut silent connections. */
const QUIET_LOOKS = 10;
/** How much the shop holds for a client that does not read. */
const MOST_UNREAD = 64 * 1024;
const RETRY_AFTER_S = 30;

type Stream = {
  who: Person;
  token: string;
  /**
   * Everything it missed has been sent. Until then no message names a place: a client that is cut off begins where it
   * was.
   */
  isReady: boolean;
  quietLooks: number;
  send: (message: string) => void;
  end: () => void;
};

/**
 * Tells open pages what happens to orders, over `GET /events`. One reader per process asks the database for the events
 * that its last snapshot did not see, so that nothing is missed, whatever order transactions commit in.
 */
export type OrderEventStream = {
  /** Reports what this process has just committed, here and, by a notification, in every other process. */
  publish(): void;
  /** Looks for events: another process has announced some. */
  wake(): void;
  /**
   * The stream for one person, from the place that `lastEventId` names.
   * @throws Refusal too-many-requests or unavailable when there are too many streams, unavailable once closed.
   */
  open(who: Person, token: string, lastEventId: string | undefined): ReadableStream<Uint8Array>;
  /** How many streams are open. */
  count(): number;
  /** Ends all streams, for good: a client that asks for the next one would keep the shop from closing. */
  close(): void;
};

/** Whether this person still has the rights with which they began to listen. */
function isSame(who: Person, now: { isAdmin: boolean; hasSecondFactor: boolean } | undefined): boolean {
  const wasAdmin = who.isAdmin || Boolean(who.isRestingAdmin);
  return now?.isAdmin === wasAdmin && now.hasSecondFactor === who.hasSecondFactor;
}

/** Tells open pages what happens to orders. `announce` tells it to the other processes. */
export function createOrderEventStream({
  db,
  announce,
  log,
}: {
  db: Db;
  announce: () => void;
  log: Log;
}): OrderEventStream {
  const streams = new Set<Stream>();
  /** The snapshot up to which the streams have been told; undefined while nobody listens. */
  let lastSnapshot: string | undefined;
  let isLooking = false;
  let lookAgain = false;
  let areTokensDue = false;
  let isClosed = false;
  let clock: NodeJS.Timeout | undefined;

  function wake(): void {
    forgetCounts(db);
    if (streams.size === 0) return;
    lookAgain = true;
    // It serves all streams, no matter which one caused it.
    if (!isLooking) void runOutsideRequests(look);
  }

  async function look(): Promise<void> {
    isLooking = true;
    while (lookAgain) {
      lookAgain = false;
      try {
        // A stream that begins says from where on.
        if (!lastSnapshot) break;
        // Streams that open while the database answers also get the events, but their tokens have not been checked.
        const asked = areTokensDue ? [...streams] : [];
        areTokensDue = false;
        const [news] = await Promise.all([
          readEvents(db, { unseenBy: lastSnapshot, most: MOST_MISSED + 1 }),
          endExpired(asked),
        ]);
        lastSnapshot = streams.size > 0 ? news.snapshot : undefined;
        for (const stream of streams) sendUpdates(stream, news);
      } catch (err) {
        log.warn({ err }, "the news of orders could not be read");
      }
    }
    isLooking = false;
  }

  /** Ends those whose token has expired, or whose person has another role now: clients take a new token and resume. */
  async function endExpired(asked: Stream[]): Promise<void> {
    if (asked.length === 0) return;
    const tokens = asked.map(({ token }) => token);
    const owners = await readTokens(db, tokens);
    for (const { token, who, end } of asked) if (!isSame(who, owners.get(token))) end();
  }

  function sendUpdates(stream: Stream, news: NewEvents): void {
    const message = news.events.length > MOST_MISSED ? reload(news) : write(news, stream);
    stream.quietLooks = message ? 0 : stream.quietLooks + 1;
    if (message) stream.send(message);
    else if (stream.isReady && stream.quietLooks >= QUIET_LOOKS) {
      stream.quietLooks = 0;
      stream.send(`event: quiet\nid: ${news.resumeAt}\ndata: {}\n\n`);
    }
  }

  function add(stream: Stream): void {
    streams.add(stream);
    clock ??= setInterval(() => {
      areTokensDue = true;
      wake();
    }, LOOK_MS).unref();
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(clock);
    clock = undefined;
    lastSnapshot = undefined;
  }

  return {
    wake,
    publish() {
      announce();
      wake();
    },
    open(who, token, lastEventId) {
      if (isClosed) refuseForNow(unavailable, "The shop is closing.", RETRY_AFTER_S);
      const own = [...streams].filter((stream) => stream.who.id === who.id);
      const full = "Too many pages are open. They update when you look at them.";
      const most = who.isVerified ? STREAMS_PER_PERSON : STREAMS_PER_STRANGER;
      if (own.length >= most) refuseForNow(tooManyRequests, full, RETRY_AFTER_S);
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
              // The client resumes where it was, once it reads again.
              if ((controller.desiredSize ?? 0) <= 0) end();
            };
            stream = { who, token, isReady: false, quietLooks: 0, send, end };
            // Listen first: `look` reports what is committed from now on, and this read reports what came before.
            add(stream);
            try {
              const before = await readEvents(db, {});
              // Cut off meanwhile, it must not leave a snapshot for the next one, which would hear old events.
              if (streams.has(stream)) lastSnapshot ??= before.snapshot;
              const missed = await readMissed(db, lastEventId);
              send(`retry: 2000\n\n${missed === "too old" ? reload(before) : write(missed, stream)}`);
              stream.isReady = true;
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
    count: () => streams.size,
    close() {
      isClosed = true;
      for (const { end } of [...streams]) end();
    },
  };
}

/**
 * What happened since the place that a client names; "too old" if that is too much, or not a place in this database.
 */
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

/**
 * The events that concern a person, as messages. The last one carries the place to resume at, behind all running
 * transactions: a client that was cut off in between has not heard the rest.
 */
function write({ events, resumeAt }: NewEvents, { who, isReady }: Pick<Stream, "who" | "isReady">): string {
  return events
    .filter(({ userId, members, isInternal }) => {
      return who.isAdmin || (!isInternal && (members?.includes(who.id) ?? userId === who.id));
    })
    .map(({ userId, members: _, isInternal: __, ...event }, at, { length }) => {
      const own: OrderUpdate = { ...event, isMine: userId === who.id };
      const place = isReady && at === length - 1 ? `id: ${resumeAt}\n` : "";
      return `event: order\n${place}data: ${JSON.stringify(own)}\n\n`;
    })
    .join("");
}
