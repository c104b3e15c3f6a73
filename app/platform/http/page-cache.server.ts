import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Handler, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import { createRankedQueue } from "#app/platform/ranked-queue.server.ts";
import { sendCopy } from "./copies.server.ts";
import { type Audience, answer, type Rendered, toBytes } from "./page-bytes.server.ts";
import type { Locate, RequestedPage } from "./page-keys.server.ts";
import type { Reads } from "./reads.server.ts";
import { createReadyPages } from "./ready-pages.server.ts";
import { Refusal, refuseForNow, SHOP_IS_BUSY } from "./refusal.server.ts";
import type { RenderThread } from "./render-thread.server.ts";

/** The longest a stale page is served while a fresh one is rendered. */
const PATIENCE_MS = 250;
/** While changes follow each other, renders of a page begin at least this far apart: each shows several changes. */
const PAUSE_MS = 150;
/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const AGE_MS = 60_000;
const MAX_PLAIN_PAGES = 200;
const MB = 1024 * 1024;
/** The most bytes of pages with parameters in their path, and of those with a query, whose number is unlimited. */
const ROOM = { paths: 64 * MB, queries: 16 * MB };
/** A page takes about 20 ms of a core, so even the last in line waits less than a second, or two while others come. */
const RENDERS = { running: 2, waiting: 30 };
const RETRY_AFTER_S = 1;

export type Render = (request: Request, audience: Audience) => Promise<Response>;
export type PageCache = {
  handler: Handler;
  /** Remembers answers of `handler` as they went out, including headers; put it around everything that adds headers. */
  keep: MiddlewareHandler;
  /**
   * Answers from memory if it can, before anything else sees the request. Returns the route that it answered; later for
   * a page that depends on whether its visitor is signed in, which is asked each time.
   */
  serve: (request: IncomingMessage, response: ServerResponse) => string | undefined | Promise<string | undefined>;
  /** Renders a page, whether it is cached or not. */
  render: (asked: { address: string; audience: Audience; signal: AbortSignal }) => Promise<Rendered>;
  /** Reports what changed ("reviews"); with no names, anything may have. */
  change: (subjects?: readonly string[]) => void;
};

type Parts = {
  origin: string;
  render: Render;
  /** Renders what it can in another thread; `render` does the rest. */
  thread?: RenderThread | undefined;
  locate: Locate;
  readAudience: (asked: { headers: Headers }) => Promise<Audience>;
  /** Limits what is not in memory, and names who asks. */
  reads?: Reads | undefined;
  /** Milliseconds from a clock that never runs backwards. */
  now?: () => number;
  /** How many bytes of pages are cached. */
  room?: typeof ROOM;
  metrics?: Metrics | undefined;
};

/** A cached page: `staleSince` when it expired, or missed its first change; rendered at `begunAt`. */
type Kept = { page: Rendered; shows: RequestedPage["shows"]; staleSince: number | undefined; begunAt: number };
type Change = { at: number; subjects: readonly string[] | undefined };
/** A page being rendered. */
type Making = {
  page: Promise<Rendered>;
  shows: RequestedPage["shows"];
  startedAt: number;
  /** The changes since rendering began: until it ends, nobody knows all that the page shows. */
  changes: Change[];
  /** How many visitors are waiting. When the last one leaves, the render stops. */
  waiting: number;
  giveUp: () => void;
};

/**
 * Serves pages from memory. A page looks the same to its whole audience, so it is rendered once for each and cached as
 * bytes. After a change it is rendered again, once for all; visitors get the old one for PATIENCE_MS at most. `render`
 * sees only the page's address: no header or unknown parameter can leak into a page that others get.
 */
export function createPageCache({
  origin,
  render,
  thread,
  locate,
  readAudience,
  reads,
  now = () => performance.now(),
  room = ROOM,
  metrics,
}: Parts): PageCache {
  const plain = new LRUCache<string, Kept>({ max: MAX_PLAIN_PAGES });
  const byPath = createPart(room.paths);
  const byQuery = createPart(room.queries);
  const partOf = ({ isPlain, hasQuery }: RequestedPage) => (isPlain ? plain : hasQuery ? byQuery : byPath);
  const makings = new Map<string, Making>();
  const refuse = () => refuseForNow(unavailable, SHOP_IS_BUSY, RETRY_AFTER_S);
  const turns = createRankedQueue(RENDERS, refuse, now);
  /** Visitors take turns with what may be asked without limit: searches one at a time, and pages not in memory. */
  const refusal = () => new Refusal(unavailable, SHOP_IS_BUSY, { retryAfterS: RETRY_AFTER_S });
  const lines = {
    search: createFairQueue({ ...RENDERS, running: 1 }, refusal),
    page: createFairQueue(RENDERS, refusal),
  };

  const renderHere: PageCache["render"] = async ({ address, audience, signal }) =>
    toBytes(await render(new Request(origin + address, { signal }), audience), audience);

  function make(key: string, place: RequestedPage, audience: Audience, lane: Lane): Making {
    const kept = partOf(place);
    const abort = new AbortController();
    const { signal } = abort;
    const rank = place.isPlain ? 0 : kept.has(key) ? 1 : place.hasQuery ? 3 : 2;
    // The few plain pages are ready before a thread would have started.
    const mayStart = rank > 0 || kept.has(key);
    const work = async () => {
      const stop = metrics?.renders.startTimer();
      const asked = { address: place.address, audience, signal };
      const page = (await thread?.render({ ...asked, mayStart })) ?? (await renderHere(asked));
      stop?.();
      return page;
    };
    const render = () => turns.run(work, { rank, signal });
    const line = rank === 3 ? lines.search : lines.page;
    const page = rank < 2 ? render() : line.run(lane, render, signal);
    const { shows } = place;
    const end = () => makings.get(key) === making && makings.delete(key);
    const giveUp = () => {
      end();
      abort.abort();
    };
    const making: Making = { page, shows, startedAt: now(), changes: [], waiting: 0, giveUp };
    makings.set(key, making);
    page.then((made) => {
      making.shows = shows.union(new Set(made.shows));
      if (made.mayKeep && !signal.aborted) {
        kept.set(key, { page: made, shows: making.shows, staleSince: firstChange(making), begunAt: making.startedAt });
      }
      end();
    }, end);
    return making;
  }

  /** The cached page, if it is fresh enough. One that is out of date is also rendered again, but not continuously. */
  function peek(place: RequestedPage, audience: Audience): Kept | undefined {
    const key = `${audience} ${place.address}`;
    const known = partOf(place).get(key);
    if (!known) return undefined;
    const at = now();
    if (at - known.begunAt >= AGE_MS) known.staleSince ??= known.begunAt + AGE_MS;
    if (known.staleSince === undefined) return known;
    if (at - known.staleSince >= patienceFor(place)) return undefined;
    if (at - known.begunAt < PAUSE_MS) return known;
    // The page is wanted even if no visitor is waiting for it.
    (makings.get(key) ?? make(key, place, audience, [])).waiting = Number.POSITIVE_INFINITY;
    return known;
  }

  function count({ staleSince }: Kept): void {
    turns.serve();
    metrics?.pages.inc({ from: staleSince === undefined ? "kept" : "stale" });
  }

  async function find(place: RequestedPage, audience: Audience, c: Context): Promise<Rendered> {
    const key = `${audience} ${place.address}`;
    const arrivedAt = now();
    const isGoodEnough = (since: number | undefined) => since === undefined || arrivedAt - since < patienceFor(place);
    for (;;) {
      const known = peek(place, audience);
      if (known) {
        count(known);
        return known.page;
      }
      reads?.count(c);
      const making = makings.get(key) ?? make(key, place, audience, reads?.laneOf(c) ?? []);
      const page = await waitFor(making, c.req.raw.signal);
      if (isGoodEnough(firstChange(making)) || making.startedAt >= arrivedAt) {
        metrics?.pages.inc({ from: "rendered" });
        return page;
      }
    }
  }

  async function waitFor(making: Making, visitor: AbortSignal): Promise<Rendered> {
    making.waiting++;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = () => {
      if (--making.waiting === 0) making.giveUp();
      reject(visitor.reason);
    };
    visitor.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([making.page, gone]);
    } finally {
      visitor.removeEventListener("abort", leave);
    }
  }

  const ready = createReadyPages();
  return {
    keep: ready.keep,
    render: renderHere,
    serve(request, response) {
      const found = ready.find(request);
      if (!found) return undefined;
      const { place } = found;
      const send = (audience: Audience) => {
        const sent = ready.copyFor(found, audience, request);
        const known = sent && peek(place, audience);
        if (!known || known.page !== sent.page) return undefined;
        count(known);
        sendCopy(sent.copy, request, response);
        return place.pattern;
      };
      if (!place.bySession) return send("everybody");
      const headers = new Headers({ cookie: request.headers.cookie ?? "" });
      // What fails here fails again where errors are handled.
      return readAudience({ headers }).then(send, () => undefined);
    },
    change(subjects) {
      const at = now();
      for (const kept of [plain, byPath, byQuery])
        for (const each of kept.values()) if (touches({ at, subjects }, each.shows)) each.staleSince ??= at;
      for (const making of makings.values()) making.changes.push({ at, subjects });
    },
    async handler(c) {
      const place = await locate(new URL(c.req.url));
      c.set("page", place.pattern);
      const audience = place.bySession ? await readAudience(c.req.raw) : "everybody";
      try {
        const page = await find(place, audience, c);
        ready.note(c, { place, page, audience });
        return await answer(page, c.req.header("accept-encoding"), c.req.header("if-none-match"));
      } catch (error) {
        // Nobody is left to answer.
        if (c.req.raw.signal.aborted) return c.body(null, 503);
        throw error;
      }
    },
  };
}

/** An open page that asks for its data wants fresh data. */
function patienceFor({ isData }: RequestedPage): number {
  return isData ? 0 : PATIENCE_MS;
}

function createPart(maxSize: number): LRUCache<string, Kept> {
  return new LRUCache({
    maxSize,
    // A gzip copy may be made later. It counts now, at about the size of brotli.
    sizeCalculation: ({ page: { bodies } }) => 2 * bodies.br.length + bodies.identity.length + 1000,
  });
}

/** When the first change was made, after rendering began, that the page does not show. */
function firstChange({ changes, shows }: Making): number | undefined {
  return changes.find((change) => touches(change, shows))?.at;
}

function touches({ subjects }: Change, shows: ReadonlySet<string>): boolean {
  return subjects ? subjects.some((subject) => shows.has(subject)) : shows.size > 0;
}
