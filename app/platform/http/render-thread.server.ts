import type { Worker } from "node:worker_threads";
import type { Log } from "#app/platform/log.server.ts";
import { currentRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import type { Audience, Rendered } from "./page-bytes.server.ts";

/** What a process tells its thread, in the order in which things happened. */
export type Order =
  | { order: "render"; id: number; address: string; audience: Audience; request: RequestContext | undefined }
  | { order: "stop"; id: number }
  | { order: "change"; subjects: readonly string[] | undefined }
  | { order: "end" };

/** What the thread answers. Without a page, it could not render it. */
export type Report = { report: "ready" } | { report: "rendered"; id: number; page: Sent | undefined };

type Sent = Omit<Rendered, "headers"> & { headers: [string, string][] };

type Asked = {
  address: string;
  audience: Audience;
  signal: AbortSignal;
  /** Whether the page is worth starting a thread. */
  mayStart: boolean;
};

/** Renders pages in a separate thread, so that other answers need not wait (docs/decisions/115). */
export type RenderThread = {
  /** The page, or undefined if the thread cannot help: while it starts, and when it fails. */
  render: (asked: Asked) => Promise<Rendered | undefined>;
  /** Reports what changed, as to the page cache: what is rendered from now on shows it. */
  change: (subjects?: readonly string[]) => void;
  close: () => Promise<void>;
};

/** A thread that ended is not restarted at once: whatever ended it may do so again. */
const PAUSE_MS = 10_000;
/** No page takes this long; a thread that does is replaced. */
const PATIENCE_MS = 10_000;
/** How long the thread may take to close its connections. */
const CLOSE_MS = 1_000;

/** Opens a renderer that uses the thread that `start` starts, once a page is worth it. */
export function openRenderThread(
  start: () => Worker,
  log: Log,
  { pauseMs = PAUSE_MS, patienceMs = PATIENCE_MS } = {},
): RenderThread {
  let thread: Worker | undefined;
  let isReady = false;
  let isClosed = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  const waiting = new Map<number, (page: Sent | undefined) => void>();

  const tell = (order: Order) => thread?.postMessage(order);

  function open(): void {
    if (thread || isClosed || performance.now() - endedAt < pauseMs) return;
    thread = start()
      .on("message", (said: Report) => {
        if (said.report !== "ready") return waiting.get(said.id)?.(said.page);
        isReady = true;
        // It has not heard of changes before it started.
        tell({ order: "change", subjects: undefined });
      })
      .on("error", (err) => log.error({ err }, "the thread that renders pages has failed"))
      .on("exit", () => {
        thread = undefined;
        isReady = false;
        endedAt = performance.now();
        if (!isClosed) log.warn("the thread that renders pages has ended: the process renders them itself");
        for (const give of waiting.values()) give(undefined);
      });
    // It does not keep the process alive.
    thread.unref();
  }

  return {
    async render({ address, audience, signal, mayStart }) {
      if (mayStart) open();
      if (!isReady) return undefined;
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<Sent | undefined>();
      const stop = () => {
        tell({ order: "stop", id });
        resolve(undefined);
      };
      signal.addEventListener("abort", stop, { once: true });
      // The thread answers for each page, even for one that was stopped: noticing that it hangs must not depend on its
      // visitors.
      const impatience = setTimeout(() => void thread?.terminate(), patienceMs);
      waiting.set(id, (page) => {
        clearTimeout(impatience);
        waiting.delete(id);
        resolve(page);
      });
      const asking = currentRequest();
      // A function cannot be sent.
      const request = asking && { ...asking, tellAct: undefined };
      tell({ order: "render", id, address, audience, request });
      try {
        const page = await promise;
        signal.throwIfAborted();
        return page && { ...page, headers: new Headers(page.headers) };
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    change: (subjects) => tell({ order: "change", subjects }),
    async close() {
      isClosed = true;
      const ending = thread;
      if (!ending) return;
      const gone = new Promise((resolve) => ending.once("exit", resolve));
      const impatience = setTimeout(() => void ending.terminate(), CLOSE_MS);
      tell({ order: "end" });
      await gone;
      clearTimeout(impatience);
    },
  };
}
