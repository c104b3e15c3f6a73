/** Who is waiting, from widest to narrowest, such as network levels and then the account. */
export type Lane = readonly string[];

export type FairQueue = {
  /**
   * Runs work when its lane's turn comes. Leaves the line when `signal` aborts.
   * @throws what `refusal` makes, when others need the room more, or after `patienceMs` in line; the signal's reason
   */
  run: <Result>(lane: Lane, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  count: () => { running: number; waiting: number };
};

type Waiter = { lane: Lane; start: () => void; refuse: () => void };
/** A level of lanes: its own waiters, and the narrower lanes in it. `size` counts both. */
type Node = { size: number; waiters: Waiter[]; lanes: Map<string, Node> };

const newNode = (): Node => ({ size: 0, waiters: [], lanes: new Map() });

/**
 * Runs at most `running` at a time, with `waiting` queued. Lanes take turns at each level: frequent callers wait behind
 * their own requests. At the widest level nobody has two turns in a row while others wait, however late these came. When
 * the queue is full, a newcomer replaces a random waiter of the longest lane. With `longestRestMs`, each turn is
 * followed by a rest as long as it took, or that long: meanwhile others find a free core.
 */
export function createFairQueue(
  limits: { running: number; waiting: number; patienceMs?: number; longestRestMs?: number },
  refusal: () => Error,
): FairQueue {
  const root = newNode();
  let running = 0;
  /** The widest lane of who had the latest turn. */
  let latest: string | undefined;

  /** The nodes from the root to this lane. */
  function walk(lane: Lane): Node[] {
    const path = [root];
    let node = root;
    for (const name of lane) {
      const next: Node = node.lanes.get(name) ?? newNode();
      node.lanes.set(name, next);
      path.push(next);
      node = next;
    }
    return path;
  }

  function add(waiter: Waiter): void {
    const path = walk(waiter.lane);
    for (const node of path) node.size++;
    path.at(-1)?.waiters.push(waiter);
  }

  /** Takes a waiter out; false if it has left already. */
  function remove(waiter: Waiter): boolean {
    const path = walk(waiter.lane);
    const own = path.at(-1)?.waiters ?? [];
    const at = own.indexOf(waiter);
    if (at >= 0) {
      own.splice(at, 1);
      for (const node of path) node.size--;
    }
    for (const [depth, name] of [...waiter.lane.entries()].reverse()) {
      if (path[depth + 1]?.size === 0) path[depth]?.lanes.delete(name);
    }
    return at >= 0;
  }

  function takeTurn(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (running < limits.running) {
      running++;
      latest = lane[0];
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { lane, start: resolve, refuse: () => reject(refusal()) };
    add(waiter);
    const timer = limits.patienceMs && setTimeout(() => remove(waiter) && waiter.refuse(), limits.patienceMs);
    const leave = () => remove(waiter) && reject(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    if (root.size > limits.waiting) {
      const loser = findLoser(root);
      if (loser && remove(loser)) loser.refuse();
    }
    return promise.finally(() => {
      clearTimeout(timer || undefined);
      signal?.removeEventListener("abort", leave);
    });
  }

  function passOn(): void {
    const next = findNext(root, latest);
    if (!next || !remove(next)) {
      running--;
      return;
    }
    latest = next.lane[0];
    next.start();
  }

  return {
    count: () => ({ running, waiting: root.size }),
    async run(lane, work, signal) {
      signal?.throwIfAborted();
      await takeTurn(lane, signal);
      const begunAt = performance.now();
      try {
        return await work();
      } finally {
        if (limits.longestRestMs === undefined) passOn();
        else setTimeout(passOn, Math.min(performance.now() - begunAt, limits.longestRestMs));
      }
    },
  };
}

/**
 * Whose turn it is; that of the lane `latest` only if no other waits. Each lane on the way moves to the end of its round:
 * a Map keeps insertion order.
 */
function findNext(node: Node, latest?: string): Waiter | undefined {
  const [own] = node.waiters;
  if (own) return own;
  const name = node.lanes.keys().find((one) => one !== latest) ?? latest;
  const lane = name === undefined ? undefined : node.lanes.get(name);
  if (name === undefined || !lane) return undefined;
  node.lanes.delete(name);
  node.lanes.set(name, lane);
  return findNext(lane);
}

/** A random waiter of the longest lane; of lanes as long, a random one. */
function findLoser(node: Node): Waiter | undefined {
  const most = Math.max(0, ...[...node.lanes.values()].map(({ size }) => size));
  if (most < node.waiters.length || most === 0) return pick(node.waiters);
  const longest = pick([...node.lanes.values()].filter(({ size }) => size === most));
  return longest && findLoser(longest);
}

function pick<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
