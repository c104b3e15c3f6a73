import { Worker } from "node:worker_threads";
import { unavailable } from "#app/contract/problem.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import { createRankedQueue } from "#app/platform/ranked-queue.server.ts";
import type { Job, Printed } from "./press.worker.server.ts";

/** Who asks: a person who waits, or a mail that can. */
export type Asker = "person" | "mail";

/** Prints documents one by one, in a thread of its own that starts with the first. */
export type Press = {
  /** @throws Refusal unavailable when too many wait already. */
  print: (job: Job, asker: Asker) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/** A document of 200 lines takes about a tenth of a second, so nobody in line waits for more than a few seconds. */
const WAITING = 16;
const RETRY_AFTER_S = 2;
/** No document takes this long; a thread that does is replaced. */
const PATIENCE_MS = 20_000;
const MEMORY_MB = 512;

/** Opens a press. At most `waiting` may wait for it; the next is refused with 503. */
export function openPress({ waiting = WAITING }: { waiting?: number } = {}): Press {
  let thread: Worker | undefined;
  const queue = createRankedQueue({ running: 1, waiting }, () =>
    refuseForNow(unavailable, "Many documents are being printed. Please try again in a moment.", RETRY_AFTER_S),
  );
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

  async function print(job: Job): Promise<Uint8Array> {
    thread ??= open();
    try {
      const printed = await ask(thread, job);
      if ("bytes" in printed) return printed.bytes;
      throw new Error(`a document was not printed: ${printed.reason}`);
    } catch (error) {
      // Whatever failed, the next document gets a new thread.
      await end();
      throw error;
    }
  }

  return {
    async print(job, asker) {
      const rank = asker === "person" ? 1 : 2;
      const patience = new AbortController();
      // Not `AbortSignal.timeout`: it would fire long after most documents are printed.
      const timer = setTimeout(() => patience.abort(new Error("a document waited too long")), PATIENCE_MS);
      return queue.run(() => print(job), { rank, signal: patience.signal }).finally(() => clearTimeout(timer));
    },
    close: end,
  };
}

function start(): Worker {
  const thread = new Worker(new URL("./press.worker.server.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // It does not keep the process alive.
  thread.unref();
  return thread;
}

function ask(thread: Worker, job: Job): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(() => reject(new Error("a document took too long"))), PATIENCE_MS);
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
