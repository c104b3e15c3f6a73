const FIRST_MS = 250;
const LONGEST_MS = 10_000;
const CALM_MS = 60_000;

/**
 * How many ms to wait before restarting a process that died: none after a calm minute, else twice as long as the last
 * time, up to ten seconds. A shop that cannot start must not keep the processor busy.
 * @param now milliseconds from a clock that never runs backwards
 */
export function createBackOff(now = () => performance.now()): () => number {
  let waitMs = 0;
  let lastDeath = Number.NEGATIVE_INFINITY;
  return () => {
    const isCalm = now() - lastDeath > CALM_MS + waitMs;
    waitMs = isCalm ? 0 : Math.min(Math.max(2 * waitMs, FIRST_MS), LONGEST_MS);
    lastDeath = now();
    return waitMs;
  };
}
