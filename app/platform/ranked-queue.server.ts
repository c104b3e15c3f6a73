/** There are no visitors for cached pages if none has come for this long. */
const QUIET_MS = 100;
/** A page that took longer has waited for something other than a core. */
const LONGEST_REST_MS = 100;
/** How many from other queues may go before the first of a queue: a single visitor could send requests continuously. */
const MOST_PASSED = 8;

/** 3 is for what may be asked without limit, such as pages with a query: one at a time, so that others get a turn. */
type Rank = 0 | 1 | 2 | 3;
const ranks = [0, 1, 2, 3] as const satisfies Rank[];

type RankedQueue = {
  /**
   * Runs `work` when its turn comes: rank 0 before 1 before 2 before 3, but none waits for ever. Rejects if `signal`
   * aborts first.
   */
  run: <Result>(work: () => Promise<Result>, asked: { rank: Rank; signal: AbortSignal }) => Promise<Result>;
  /** Says that somebody is served without waiting. */
  serve: () => void;
};

/**
 * Runs at most `running` at once. All of rank 0 may wait, but only `waiting` of each other rank: `refuse` throws for
 * more. While others are served meanwhile, rank 3 pauses after each for as long as that took, so that they find a free
 * core.
 */
export function createRankedQueue(
  limits: { running: number; waiting: number },
  refuse: () => never,
  now = () => performance.now(),
): RankedQueue {
  const lines: Record<Rank, (() => void)[]> = { 0: [], 1: [], 2: [], 3: [] };
  const running: Record<Rank, number> = { 0: 0, 1: 0, 2: 0, 3: 0 };
  /** How often the first of each queue could have started and did not. */
  const passed: Record<Rank, number> = { 0: 0, 1: 0, 2: 0, 3: 0 };
  let servedAt = Number.NEGATIVE_INFINITY;
  let isResting = false;

  function mayStart(rank: Rank): boolean {
    const all = running[0] + running[1] + running[2] + running[3];
    return all < limits.running && (rank < 3 || (running[3] === 0 && !isResting));
  }

  function rest(tookMs: number): void {
    isResting = true;
    const end = () => {
      isResting = false;
      startNext();
    };
    setTimeout(end, Math.min(tookMs, LONGEST_REST_MS));
  }

  async function take(rank: Rank, signal: AbortSignal): Promise<void> {
    if (mayStart(rank)) {
      running[rank]++;
      return;
    }
    const line = lines[rank];
    if (rank > 0 && line.length >= limits.waiting) refuse();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.push(resolve);
    const leave = () => {
      const at = line.indexOf(resolve);
      if (at >= 0) line.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  function startNext(): void {
    const ready = ranks.filter((rank) => lines[rank].length > 0 && mayStart(rank));
    const chosen = ready.find((rank) => passed[rank] >= MOST_PASSED) ?? ready[0];
    if (chosen === undefined) return;
    for (const rank of ready) passed[rank]++;
    passed[chosen] = 0;
    running[chosen]++;
    lines[chosen].shift()?.();
  }

  return {
    async run(work, { rank, signal }) {
      await take(rank, signal);
      const begunAt = now();
      try {
        return await work();
      } finally {
        running[rank]--;
        const at = now();
        if (rank === 3 && at - servedAt < QUIET_MS) rest(at - begunAt);
        startNext();
      }
    },
    serve() {
      servedAt = now();
    },
  };
}
