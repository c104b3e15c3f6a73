import type { Log } from "./log.server.ts";

/**
 * Ends a process: `stop` closes what it has opened. Only the first call of `end` has an effect; from then on `ending`
 * is aborted.
 */
export function endWith(stop: () => Promise<void>, log: Log): { end: () => void; ending: AbortSignal } {
  const controller = new AbortController();
  const end = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, "the shop did not close as it should");
        process.exit(1);
      },
    );
  };
  return { end, ending: controller.signal };
}

/**
 * Undoes a start that failed. One that failed because the process is being ended is undone already, and says nothing.
 */
export async function giveUp(error: unknown, undo: (() => unknown)[], ending: AbortSignal): Promise<never> {
  if (ending.aborted) return new Promise(() => {});
  await unwind(undo);
  throw error;
}

/** Closes what was opened, the last first. */
export async function unwind(undo: (() => unknown)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}
