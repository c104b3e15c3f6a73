import { setTimeout as pause } from "node:timers/promises";

/**
 * Repeats `work`, each time `pauseMs` after it has ended, whether or not it failed. The returned function stops the repetition once the work under way has ended.
 */
export function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const end = new AbortController();
  async function goOn(): Promise<void> {
    while (!end.signal.aborted) {
      await work().catch(onFailure);
      await pause(pauseMs, undefined, { ref: false, signal: end.signal }).catch(() => {});
    }
  }
  const ended = goOn();
  return () => {
    end.abort();
    return ended;
  };
}
