import type { Server } from "node:http";
import type { Socket } from "node:net";

export type ReaderLimits = {
  /** How long any client may take. */
  graceMs: number;
  /** How fast, on average, a client that takes longer must read. */
  bytesPerS: number;
  lookEveryMs: number;
};

/** Is told of each answer that a socket carries. */
export type SlowReaders = { begin(socket: Socket): void; end(socket: Socket): void };

type Reading = { answers: number; since: number; from: number };

/**
 * Cuts off clients that read their answers too slowly, because each answer sits in memory. Time the shop itself takes
 * does not count: nothing is waiting in the socket then.
 */
export function cutSlowReaders(server: Server, { graceMs, bytesPerS, lookEveryMs }: ReaderLimits): SlowReaders {
  const readings = new Map<Socket, Reading>();
  const looking = setInterval(() => {
    const now = performance.now();
    for (const [socket, { since, from }] of readings) {
      const allowedMs = graceMs + ((socket.bytesWritten - from) / bytesPerS) * 1_000;
      if (socket.writableLength > 0 && now - since > allowedMs) socket.destroy();
    }
  }, lookEveryMs);
  looking.unref();
  server.once("close", () => clearInterval(looking));
  return {
    begin(socket) {
      const reading = readings.get(socket);
      if (reading) reading.answers++;
      else readings.set(socket, { answers: 1, since: performance.now(), from: socket.bytesWritten });
    },
    end(socket) {
      const reading = readings.get(socket);
      if (reading && --reading.answers === 0) readings.delete(socket);
    },
  };
}
