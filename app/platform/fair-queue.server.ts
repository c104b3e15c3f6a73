/** Who is waiting, from widest to narrowest: the network first, then the account within it. */
export type Lane = readonly [network: string, account: string];

export type FairQueue = {
  /**
   * Runs work when its lane's turn comes.
   * @throws what `refusal` makes, when others need the room more.
   */
  run: <Result>(lane: Lane, work: () => Promise<Result>) => Promise<Result>;
  count: () => { running: number; waiting: number };
};

type Waiter = { start: () => void; refuse: () => void };
type Accounts = Map<string, Waiter[]>;

/**
 * Runs at most `running` at a time, with `waiting` queued. Networks take turns, and so do the accounts within each:
 * frequent callers wait behind their own requests. When the queue is full, the longest lane gives up its last place to
 * a shorter one.
 */
export function createFairQueue(limits: { running: number; waiting: number }, refusal: () => Error): FairQueue {
  // A Map keeps insertion order: the first entry is next, and moves to the end after its turn.
  const networks = new Map<string, Accounts>();
  let running = 0;
  let waiting = 0;

  async function takeTurn([network, account]: Lane): Promise<void> {
    if (running < limits.running) {
      running++;
      return;
    }
    if (waiting >= limits.waiting && !makeRoom(network, account)) throw refusal();
    await new Promise<void>((start, reject) => {
      const accounts = networks.get(network) ?? new Map();
      const line = accounts.get(account) ?? [];
      line.push({ start, refuse: () => reject(refusal()) });
      networks.set(network, accounts.set(account, line));
      waiting++;
    });
  }

  /** Drops the last entry of the longest lane, unless the newcomer's lane would then be as long. */
  function makeRoom(network: string, account: string): boolean {
    const longest = findLongest(networks, countWaiting);
    const isOwn = longest === network;
    if (!isOwn && countWaiting(networks.get(network)) + 1 >= countWaiting(networks.get(longest))) return false;
    const accounts = networks.get(longest) ?? new Map();
    const loser = findLongest(accounts, (line) => line?.length ?? 0);
    const line = accounts.get(loser) ?? [];
    if (isOwn && (accounts.get(account)?.length ?? 0) + 1 >= line.length) return false;
    const last = line.pop();
    waiting--;
    tidy(longest, loser);
    last?.refuse();
    return true;
  }

  function passOn(): void {
    const [[network, accounts] = []] = networks;
    const [[account, line] = []] = accounts ?? [];
    if (network === undefined || account === undefined || !accounts || !line) {
      running--;
      return;
    }
    const next = line.shift();
    waiting--;
    // Move to the end of both rounds.
    accounts.delete(account);
    networks.delete(network);
    networks.set(network, accounts.set(account, line));
    tidy(network, account);
    next?.start();
  }

  function tidy(network: string, account: string): void {
    const accounts = networks.get(network);
    if (accounts?.get(account)?.length === 0) accounts.delete(account);
    if (accounts?.size === 0) networks.delete(network);
  }

  return {
    count: () => ({ running, waiting }),
    async run(lane, work) {
      await takeTurn(lane);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}

function countWaiting(accounts: Accounts | undefined): number {
  return [...(accounts?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
}

function findLongest<Value>(lanes: Map<string, Value>, measure: (value: Value) => number): string {
  let longest = "";
  let most = -1;
  for (const [name, value] of lanes) {
    if (measure(value) <= most) continue;
    [longest, most] = [name, measure(value)];
  }
  return longest;
}
