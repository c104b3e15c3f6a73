export type Queue = {
  /** Runs work when its turn comes, or refuses because too much is waiting already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Refuses as `run` would at this moment. */
  requireRoom(): void;
};

/** At most `running` at a time and `waiting` behind them, first come first served; `refuse` throws for all others. */
export function createQueue(limits: { running: number; waiting: number }, refuse: () => never): Queue {
  const line: (() => void)[] = [];
  let running = 0;

  function requireRoom(): void {
    if (running >= limits.running && line.length >= limits.waiting) refuse();
  }

  async function takeTurn(): Promise<void> {
    if (running < limits.running) {
      running++;
      return;
    }
    requireRoom();
    await new Promise<void>((resolve) => line.push(resolve));
  }

  function passOn(): void {
    const next = line.shift();
    if (next) next();
    else running--;
  }

  return {
    requireRoom,
    async run(work) {
      await takeTurn();
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
