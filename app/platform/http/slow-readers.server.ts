import type { Server } from "node:http";
import type { Socket } from "node:net";

export type ReaderLimits = {
  /** How long anybody may take. */
  graceMs: number;
  /** How fast, on the average, whoever takes longer must read. */
  bytesPerS: number;
  lookEveryMs: number;
};

type Reading = { answers: number; since: number; from: number };

/**
 * Cuts connections whose client reads too slowly what it asked for: each holds its answer in memory. An answer that the
 * shop itself is slow to make counts for nothing, as nothing waits in its socket then.
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
