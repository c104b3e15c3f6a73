import { Worker } from "node:worker_threads";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { DocumentFacts } from "./facts.ts";
import type { Job, Printed, Search } from "./pdf.worker.server.ts";

/** The lane of documents that mails enclose. */
export const MAIL_LANE: Lane = ["mail"];

/** Prints documents one by one, in a thread of its own that starts with the first. */
export type PdfWorker = {
  /** Prints when the lane has its turn. @throws Refusal unavailable when others need the room more, or it took too long */
  print: (job: Job, lane: Lane) => Promise<Uint8Array>;
  /** The letters of these facts that no font has, each once. @throws as `print` does */
  findMissing: (facts: DocumentFacts, lane: Lane) => Promise<string[]>;
  close: () => Promise<void>;
};

/** A document of 200 lines takes about a tenth of a second, so nobody in line waits for more than a few seconds. */
const WAITING = 50;
const RETRY_AFTER_S = 2;
/** No document takes this long; a thread that does is replaced. */
const PATIENCE_MS = 20_000;
const MEMORY_MB = 512;

/** Opens a PDF worker. At most `waiting` may wait for it; whoever has the longest line gives way to newcomers. */
export function openPdfWorker({ waiting = WAITING, patienceMs = PATIENCE_MS } = {}): PdfWorker {
  let thread: Worker | undefined;
  const queue = createFairQueue({ running: 1, waiting, patienceMs }, refuseBusy);
  const end = async () => {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };

  function open(): Worker {
    // Listened to for as long as it is there: an error that nobody hears would end the process, and one that ended
    // while it had nothing to print would answer nobody.
    const opened = start()
      .on("error", () => {})
      .on("exit", () => {
        if (thread === opened) thread = undefined;
      });
    return opened;
  }

  async function work(job: Job | Search): Promise<Exclude<Printed, { reason: string }>> {
    thread ??= open();
    try {
      const printed = await ask(thread, job, patienceMs);
      if (!("reason" in printed)) return printed;
      throw new Error(`a document was not printed: ${printed.reason}`);
    } catch (error) {
      // Whatever failed, the next document gets a new thread.
      await end();
      throw error;
    }
  }

  return {
    async print(job, lane) {
      const printed = await queue.run(lane, () => work(job));
      if ("bytes" in printed) return printed.bytes;
      throw new Error("a document was not printed");
    },
    async findMissing(charactersOf, lane) {
      const found = await queue.run(lane, () => work({ charactersOf }));
      return "missing" in found ? found.missing : [];
    },
    close: end,
  };
}

const BUSY = "Many documents are being printed. Please try again in a moment.";
const refuseBusy = () => new Refusal(unavailable, BUSY, { retryAfterS: RETRY_AFTER_S });

function start(): Worker {
  const thread = new Worker(new URL("./pdf.worker.server.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // It does not keep the process alive.
  thread.unref();
  return thread;
}

function ask(thread: Worker, job: Job | Search, patienceMs: number): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(() => reject(refuseBusy())), patienceMs);
    const onError = (error: unknown) => done(() => reject(error));
    const onExit = () => done(() => reject(new Error("the thread that prints has ended")));
    const onMessage = (printed: Printed) => done(() => resolve(printed));
    function done(settle: () => void) {
      clearTimeout(timer);
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    }
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    thread.postMessage(job);
  });
}
