import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { createBackOff } from "./back-off.server.ts";
import { watchHandover } from "./handover.server.ts";
import { type Beginning, type Order, type Report, SEAT } from "./messages.server.ts";

/** A process that serves closes in this time or is killed; mails and visitors get much less. */
const CLOSE_MS = 60_000;

/** A process ended before it served. It has said why itself, unless a signal ended it. */
export class StartFailed extends Error {
  override name = "StartFailed";
  readonly hasSpoken: boolean;
  constructor(code: number | null, signal: string | null) {
    super(`A process of the shop ended before it served: ${signal ?? `code ${code}`}.`);
    this.hasSpoken = signal === null;
  }
}

type Events = {
  counts: [worker: number, report: Extract<Report, { report: "counts" }>];
  gone: [worker: number];
  died: [];
};

/** The processes that serve visitors, managed by the first one. */
export type Workers = {
  /** Starts them: the first one prepares the database, then the others follow. @throws StartFailed */
  open(count: number): Promise<void>;
  /** Replaces them one after the other: each new one serves before an old one closes. @throws StartFailed */
  replaceAll(count: number): Promise<void>;
  /** Closes all of them, and starts no more. */
  close(drainMs: number): Promise<void>;
  /** Those that serve, by their number. */
  serving(): Worker[];
  events: EventEmitter<Events>;
};

type Kept = { worker: Worker; generation: number; gone: Promise<void> };

/** @param given what they all get from the first process; it must survive JSON */
export function createWorkers({ given, log }: { given: unknown; log: Log }): Workers {
  const events = new EventEmitter<Events>();
  const all = new Set<Kept>();
  const serving = new Set<Kept>();
  const ending = new AbortController();
  const nextWait = createBackOff();
  let wanted = 0;
  let generation = 0;

  /** Resolves when the new process serves. */
  function start(role: Omit<Beginning, "given">): Promise<Kept> {
    // A restart may be under way when the shop closes.
    ending.signal.throwIfAborted();
    const beginning: Beginning = { given, ...role };
    const worker = cluster.fork({ [SEAT]: JSON.stringify(beginning) });
    const cutOff = watchHandover(worker.process);
    const gone = Promise.withResolvers<void>();
    const kept: Kept = { worker, generation, gone: gone.promise };
    all.add(kept);
    return new Promise((resolve, reject) => {
      worker.on("message", (message: Report) => {
        // What it had sent may be read after its end.
        if (!all.has(kept)) return;
        if (message.report === "counts") {
          if (message.question === undefined) send(worker, { order: "end" });
          events.emit("counts", worker.id, message);
          return;
        }
        serving.add(kept);
        resolve(kept);
      });
      const end = (code: number | null, signal: string | null) => {
        if (!all.delete(kept)) return;
        cutOff();
        // Not at "disconnect", which is not emitted if a connection was on its way to the process.
        events.emit("gone", worker.id);
        const isMissed = serving.delete(kept);
        reject(new StartFailed(code, signal));
        gone.resolve();
        if (!isMissed || ending.signal.aborted) return;
        log.error({ died: worker.id, code, signal }, "a process of the shop died; another takes its place");
        events.emit("died");
        void replace();
      };
      worker.once("exit", end);
      // The process could not be started at all.
      worker.on("error", () => worker.process.pid === undefined && end(1, "no process"));
    });
  }

  async function replace(): Promise<void> {
    while (!ending.signal.aborted && serving.size < wanted) {
      try {
        await pause(nextWait(), undefined, { signal: ending.signal });
        await start({ prepares: false, announces: false });
      } catch (err) {
        if (!ending.signal.aborted) log.error({ err }, "a process of the shop did not start");
      }
    }
    // A restart may have filled its seat meanwhile.
    for (const extra of [...serving].slice(wanted)) await dismiss(extra, "make way", CLOSE_MS);
  }

  async function dismiss(kept: Kept, order: "leave" | "make way", patienceMs: number): Promise<void> {
    serving.delete(kept);
    const { worker, gone } = kept;
    send(worker, { order });
    const impatience = setTimeout(() => {
      log.error({ worker: worker.id }, "a process of the shop did not close in time");
      worker.process.kill("SIGKILL");
    }, patienceMs);
    await gone;
    clearTimeout(impatience);
  }

  return {
    events,
    serving: () => [...serving].map(({ worker }) => worker),
    async open(count) {
      wanted = count;
      await start({ prepares: true, announces: true });
      await Promise.all(Array.from({ length: count - 1 }, () => start({ prepares: false, announces: false })));
    },
    async replaceAll(count) {
      generation++;
      const isOld = (kept: Kept) => kept.generation < generation;
      for (let started = 0; [...serving].filter((kept) => !isOld(kept)).length < count; started++) {
        await start({ prepares: started === 0, announces: false });
        wanted = count;
        const old = [...serving].find(isOld);
        if (old) await dismiss(old, "make way", CLOSE_MS);
      }
      const extra = [...[...serving].filter(isOld), ...[...serving].filter((kept) => !isOld(kept)).slice(count)];
      await Promise.all(extra.map((kept) => dismiss(kept, "make way", CLOSE_MS)));
    },
    async close(drainMs) {
      ending.abort();
      await Promise.all([...all].map((kept) => dismiss(kept, "leave", drainMs + CLOSE_MS)));
    },
  };
}

/** Sends an order, unless the process is gone. */
export function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => {});
}
