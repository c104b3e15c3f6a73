import type { Log } from "./log.server.ts";

/** Ends a process: `stop` undoes what it has opened. The first call counts; others find it under way. */
export function endWith(stop: () => Promise<void>, log: Log): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, "the shop did not close as it should");
        process.exit(1);
      },
    );
  };
}

/** Undoes what was opened, the last first. */
export async function unwind(undo: (() => unknown)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}
