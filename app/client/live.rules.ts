const RETRY_MS = { first: 1000, last: 30_000 };

/**
 * How long to wait before the stream is opened again, in ms, after that many attempts in a row that did not hold.
 * `random` is between 0 and 1: all clients of a shop that restarts lose their streams at the same moment, and must not
 * come back at the same moment.
 */
export function pauseMs(failures: number, random = Math.random()): number {
  if (failures === 0) return random * RETRY_MS.first;
  const most = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.last);
  return (most * (1 + random)) / 2;
}
