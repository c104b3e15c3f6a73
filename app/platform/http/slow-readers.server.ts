import type { Server } from "node:http";
import type { Socket } from "node:net";

export type ReaderLimits = {
  /** How long any client may take. */
  graceMs: number;
  /** How fast, on average, a client that takes longer must read. */
  bytesPerS: number;
  lookEveryMs: number;
};

/** When data was first seen waiting in a socket, and how much had been sent by then. */
type Reading = { since: number; sent: number };

/**
 * Cuts off clients that read their answers too slowly, because each answer sits in memory. Time the shop itself takes
 * does not count: nothing is waiting in the socket then.
 * @param open the server's connections
 */
export function cutSlowReaders(
  server: Server,
  open: ReadonlySet<Socket>,
  { graceMs, bytesPerS, lookEveryMs }: ReaderLimits,
): void {
  const readings = new WeakMap<Socket, Reading>();
  const looking = setInterval(() => {
    const now = performance.now();
    for (const socket of open) {
      const { bytesWritten, writableLength } = socket;
      const reading = readings.get(socket);
      if (writableLength === 0) readings.delete(socket);
      else if (!reading) readings.set(socket, { since: now, sent: bytesWritten - writableLength });
      else if (now - reading.since > graceMs + ((bytesWritten - reading.sent) / bytesPerS) * 1_000) socket.destroy();
    }
  }, lookEveryMs);
  looking.unref();
  server.once("close", () => clearInterval(looking));
}
