import type { Server } from "node:http";
import type { Socket } from "node:net";

export type ReaderLimits = {
  /** How long any client may take. */
  graceMs: number;
  /** How fast, on average, a client that takes longer must read. */
  bytesPerS: number;
  lookEveryMs: number;
};

type Reading = { answers: number; since: number; from: number };

/**
 * Cuts off clients that read their answers too slowly, because each answer sits in memory. Time the shop itself takes
 * does not count: nothing is waiting in the socket then.
 */
export function cutSlowReaders(server: Server, { graceMs, bytesPerS, lookEveryMs }: ReaderLimits): void {
  const readings = new Map<Socket, Reading>();
  server.on("request", ({ socket }, response) => {
    const reading = readings.get(socket) ?? { answers: 0, since: performance.now(), from: socket.bytesWritten };
    reading.answers++;
    readings.set(socket, reading);
    response.once("close", () => {
      if (--reading.answers === 0) readings.delete(socket);
    });
  });
  const looking = setInterval(() => {
    const now = performance.now();
    for (const [socket, { since, from }] of readings) {
      const allowedMs = graceMs + ((socket.bytesWritten - from) / bytesPerS) * 1_000;
      if (socket.writableLength > 0 && now - since > allowedMs) socket.destroy();
    }
  }, lookEveryMs);
  looking.unref();
  server.once("close", () => clearInterval(looking));
}
