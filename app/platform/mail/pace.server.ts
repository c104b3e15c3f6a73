import { setTimeout as pause, setImmediate as readSockets } from "node:timers/promises";

/** If there has been no request for this long, there are no visitors. */
const QUIET_MS = 100;
/** While visitors come, mails begin at this interval: ten a second, as many as five orders cause. */
export const APART_MS = 100;
/** A mail that has been due for this long goes at once, even while visitors come. */
const PATIENCE_MS = 60_000;

/** Lets visitors go before mails. */
export type Pace = {
  /** A request has reached this process. */
  visit: () => void;
  /** Waits for the turn of a mail that has been due for `dueMs`. @throws the reason of `signal` when it aborts */
  turn: (dueMs: number, signal: AbortSignal) => Promise<void>;
  /** How many mails wait for their turn. */
  countHeld: () => number;
  /** From now on no mail waits: the process is about to end. */
  hurry: () => void;
};

/**
 * While visitors come, mails take turns; otherwise none waits. It counts requests instead of measuring how busy the
 * event loop is, because mails themselves keep it busy.
 */
export function createPace(now = () => performance.now()): Pace {
  let lastVisit = Number.NEGATIVE_INFINITY;
  let lastTurn = Number.NEGATIVE_INFINITY;
  let held = 0;
  let isHurried = false;

  async function hold(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rest = Math.min(lastVisit + QUIET_MS, lastTurn + APART_MS) - now();
      if (rest <= 0 || isHurried) break;
      await pause(Math.ceil(rest), undefined, { ref: false, signal });
      // Timers run before sockets are read: after a busy stretch, it would seem that no request had come.
      await readSockets();
    }
    lastTurn = now();
  }

  return {
    visit() {
      lastVisit = now();
    },
    async turn(dueMs, signal) {
      if (dueMs >= PATIENCE_MS) return;
      held++;
      await hold(signal).finally(() => held--);
    },
    countHeld: () => held,
    hurry() {
      isHurried = true;
    },
  };
}
