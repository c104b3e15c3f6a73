type Rank = 0 | 1 | 2;

type RenderQueue = {
  /** Runs `work` in turn: rank 0 before 1 before 2. Rejects if `signal` aborts first. */
  run: <Result>(work: () => Promise<Result>, asked: { rank: Rank; signal: AbortSignal }) => Promise<Result>;
};

/**
 * Runs at most `running` at once. All of rank 0 may wait, but only `waiting` of each other rank: `refuse` throws for
 * more.
 */
export function createRenderQueue(limits: { running: number; waiting: number }, refuse: () => never): RenderQueue {
  const lines: Record<Rank, (() => void)[]> = { 0: [], 1: [], 2: [] };
  let running = 0;

  async function take(rank: Rank, signal: AbortSignal): Promise<void> {
    if (running < limits.running) {
      running++;
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

  function passOn(): void {
    const next = lines[0].shift() ?? lines[1].shift() ?? lines[2].shift();
    if (next) next();
    else running--;
  }

  return {
    async run(work, { rank, signal }) {
      await take(rank, signal);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
