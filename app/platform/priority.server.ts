import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * A thread with this niceness gives way, but still gets a tenth of a core when both are busy: 20 ms of work must not
 * take seconds.
 */
const NICENESS = 10;
/** V8's collect garbage and compile, libuv's compress and hash. */
const helpers = /^(?:V8Worker|libuv-worker)/;

/** Lowers the priority of the thread that calls it. */
export function stepBack(): void {
  onLinux(() => {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS);
  });
}

/** Lowers the priority of the process's helper threads, so that the thread that answers does not wait for them. */
export function letHelpersStepBack(): void {
  onLinux(() => {
    for (const thread of readdirSync("/proc/self/task")) {
      if (helpers.test(readFileSync(`/proc/self/task/${thread}/comm`, "latin1"))) {
        setPriority(Number(thread), NICENESS);
      }
    }
  });
}

/** Only Linux has priorities of threads, and a thread may end meanwhile. */
function onLinux(act: () => void): void {
  try {
    act();
  } catch {
    // All goes on as it was.
  }
}
