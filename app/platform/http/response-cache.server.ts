import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import { copyFor, type Stored, sendCopy, storeResponse, toResponse } from "./copies.server.ts";
import { routeOf } from "./requests.server.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** What an answer takes beside its bytes, for headers, tags and its key, as heap snapshots show. */
const OVERHEAD_BYTES = 4_000;
/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const MAX_AGE_MS = 60_000;
/** While changes follow each other, a page is made at most this often: each then shows several changes. */
const LAG_MS = 150;

/** What a request asks for. All that get the same answer have the same key. */
export type Asked = {
  key: string;
  /** Whether an outdated answer is good enough if it was made within the last 150 ms. */
  mayLag: boolean;
};

/** An answer, as it was when its making began. */
type Entry = Stored & { tags: readonly string[]; begunAt: number; route: string };
/** An answer that is being made. `entry` is undefined if it turns out not to be for sharing. */
type Making = { begunAt: number; entry: Promise<Entry | undefined>; visitors: number; stop: AbortController };
type Begun = { making: Making; end: (entry: Entry | undefined) => void };

/** What an answer is called in log and metrics. */
type Served = { route: string; status: number; requestId: string };

export type ResponseCache = {
  /**
   * Put around handlers whose answers may be shared, and around whatever adds headers. Requests for an answer that is
   * being made wait for it. A handler names what its answer shows by `c.set("tags", …)`; without tags it is only for
   * the one who asked. When nobody waits any more, `c.get("stopped")` is aborted.
   * @param ask what a request asks for; undefined if its answer is never shared
   */
  share(ask: (c: Context) => Promise<Asked | undefined> | Asked | undefined): MiddlewareHandler;
  /** Answers from memory, before anything else sees the request; undefined if it cannot. */
  serve(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<Served | undefined>;
  /** Reports what changed ("reviews"); without tags, anything may have. */
  change(tags?: readonly string[]): void;
};

type Options = {
  /** Milliseconds from a clock that never runs backwards. */
  now?: () => number;
  maxBytes?: number;
  metrics?: Metrics | undefined;
};

/**
 * Keeps answers that are the same for everybody, pages and API alike, as bytes until one of their tags changes. An entry
 * is outdated if that happened after its making began, so an answer that was read during a change never counts as new.
 */
export function createResponseCache({
  now = () => performance.now(),
  maxBytes = MAX_BYTES,
  metrics,
}: Options = {}): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // The compressed copies come later. They are about half as large.
    sizeCalculation: ({ plain }, key) => Math.ceil(1.5 * plain.length) + key.length + OVERHEAD_BYTES,
  });
  const makings = new Map<string, Making>();
  /** When each tag changed last, the earliest first. Not longer ago than an entry may be old. */
  const changedAt = new Map<string, number>();
  let allChangedAt = Number.NEGATIVE_INFINITY;

  const hasChangedSince = (tag: string, at: number) => (changedAt.get(tag) ?? Number.NEGATIVE_INFINITY) >= at;
  const isOutdated = ({ tags, begunAt }: Entry) =>
    tags.length > 0 && (allChangedAt >= begunAt || tags.some((tag) => hasChangedSince(tag, begunAt)));

  function find({ key, mayLag }: Asked): Entry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const age = now() - entry.begunAt;
    const isGood = age < MAX_AGE_MS && ((mayLag && age < LAG_MS) || !isOutdated(entry));
    return isGood ? entry : undefined;
  }

  /** Counts a visitor who waits. When the last one leaves, the making stops. Returns what ends the wait. */
  function wait(key: string, making: Making, visitor: AbortSignal): () => void {
    making.visitors++;
    const leave = () => {
      if (--making.visitors > 0) return;
      if (makings.get(key) === making) makings.delete(key);
      making.stop.abort(visitor.reason);
    };
    visitor.addEventListener("abort", leave, { once: true });
    return () => visitor.removeEventListener("abort", leave);
  }

  /**
   * Finds an entry, waits for one, or begins to make it: between the last look and that, nothing else runs. Undefined if
   * the visitor has left.
   */
  async function findOrBegin(asked: Asked, visitor: AbortSignal): Promise<Entry | Begun | undefined> {
    const arrivedAt = now();
    while (!visitor.aborted) {
      const entry = find(asked);
      if (entry) return entry;
      const making = makings.get(asked.key);
      if (!making) return begin(asked.key, visitor);
      const done = wait(asked.key, making, visitor);
      const made = await making.entry;
      done();
      // One that began before may be older than what this visitor has already seen.
      if (making.begunAt >= arrivedAt && !visitor.aborted) return made ?? begin(asked.key, visitor);
    }
    return undefined;
  }

  function begin(key: string, visitor: AbortSignal): Begun {
    const { promise, resolve } = Promise.withResolvers<Entry | undefined>();
    const making: Making = { begunAt: now(), entry: promise, visitors: 0, stop: new AbortController() };
    makings.set(key, making);
    const done = wait(key, making, visitor);
    const end = (entry: Entry | undefined) => {
      done();
      if (entry && !making.stop.signal.aborted) entries.set(key, entry);
      if (makings.get(key) === making) makings.delete(key);
      resolve(entry);
    };
    return { making, end };
  }

  const answer = async (entry: Entry, c: Context) =>
    toResponse(await copyFor(entry, c.req.header("accept-encoding")), c.req.header("if-none-match"));

  return {
    share: (ask) => async (c, next) => {
      const asked = await ask(c);
      if (!asked) return next();
      const found = await findOrBegin(asked, c.req.raw.signal);
      // Nobody is left to answer.
      if (!found) return c.body(null, 503);
      if (!("end" in found)) {
        metrics?.cache.inc({ from: "memory" });
        c.set("page", found.route);
        return answer(found, c);
      }
      const { making, end } = found;
      c.set("stopped", making.stop.signal);
      let made: Entry | undefined;
      try {
        await next();
        const tags: readonly string[] | undefined = c.get("tags");
        if (tags && !c.res.headers.has("set-cookie")) {
          made = { ...(await storeResponse(c.res)), tags, begunAt: making.begunAt, route: routeOf(c) };
        }
      } finally {
        end(made);
      }
      if (!made) return;
      metrics?.cache.inc({ from: "made" });
      const response = await answer(made, c);
      // Otherwise the old answer's headers would be added.
      c.res = undefined;
      c.res = response;
    },
    async serve(asked, request, response) {
      const entry = find(asked);
      if (!entry) return undefined;
      metrics?.cache.inc({ from: "memory" });
      const copy = await copyFor(entry, request.headers["accept-encoding"]);
      return { route: entry.route, ...sendCopy(copy, request, response) };
    },
    change(tags) {
      const at = now();
      if (!tags) allChangedAt = at;
      for (const tag of tags ?? []) {
        changedAt.delete(tag);
        changedAt.set(tag, at);
      }
      for (const [tag, time] of changedAt) {
        if (at - time < MAX_AGE_MS) break;
        changedAt.delete(tag);
      }
    },
  };
}
