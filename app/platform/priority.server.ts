import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Whoever has it gives way, but where both cores are busy still gets a tenth of one: 20 ms of work must not take seconds. */
const NICENESS = 10;
/** V8's collect garbage and compile, libuv's compress and hash. */
const helpers = /^(?:V8Worker|libuv-worker)/;

/** Lowers the priority of the thread that calls it. */
export function stepBack(): void {
  onLinux(() => {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS);
  });
}

/** Lowers the priority of the process's helpers, so that the thread that answers waits for none of them. */
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
