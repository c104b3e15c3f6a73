/** Runs work, or says that too much is waiting already. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** At most `running` at a time and `waiting` behind them, first come first served; `refuse` throws for all others. */
export function createQueue(limits: { running: number; waiting: number }, refuse: () => never): Queue {
  const line: (() => void)[] = [];
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < limits.running) {
      running++;
      return;
    }
    if (line.length >= limits.waiting) refuse();
    await new Promise<void>((resolve) => line.push(resolve));
  }

  function passOn(): void {
    const next = line.shift();
    if (next) next();
    else running--;
  }

  return async (work) => {
    await takeTurn();
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
