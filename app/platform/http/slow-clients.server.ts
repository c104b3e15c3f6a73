import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type PaceLimits = {
  /** How long any client may take. */
  graceMs: number;
  /** How fast, on average, a client that takes longer must read or send. */
  bytesPerS: number;
  lookEveryMs: number;
};

/** When data was first seen under way, and how many bytes had passed by then. */
type Passing = { since: number; bytes: number };

/**
 * Cuts off clients that read answers or send requests too slowly, because each of them sits in memory. Time the shop
 * itself takes to answer does not count: nothing is waiting in the socket then. Who keeps up the pace may take as long
 * as a large file needs; who has been answered and still sends may not.
 * @param open the server's connections
 * @param newestOf the answer to a connection's newest request
 */
export function cutSlowClients(
  server: Server,
  open: ReadonlySet<Socket>,
  newestOf: (socket: Socket) => ServerResponse | undefined,
  { graceMs, bytesPerS, lookEveryMs }: PaceLimits,
): void {
  const seen = new WeakMap<Socket | IncomingMessage, Passing>();
  const isTooSlow = (passing: Socket | IncomingMessage, bytes: number, bytesBefore: number) => {
    const now = performance.now();
    const first = seen.get(passing);
    if (!first) seen.set(passing, { since: now, bytes: bytesBefore });
    return first && now - first.since > graceMs + (Math.max(0, bytes - first.bytes) / bytesPerS) * 1_000;
  };
  const readsTooSlowly = (socket: Socket) => {
    const { bytesWritten, writableLength } = socket;
    if (writableLength > 0) return isTooSlow(socket, bytesWritten, bytesWritten - writableLength);
    seen.delete(socket);
  };
  const sendsTooSlowly = (socket: Socket) => {
    const answer = newestOf(socket);
    if (!answer || answer.req.complete) return;
    return isTooSlow(answer.req, answer.writableEnded ? 0 : socket.bytesRead, socket.bytesRead);
  };
  const looking = setInterval(() => {
    for (const socket of open) if (readsTooSlowly(socket) || sendsTooSlowly(socket)) socket.destroy();
  }, lookEveryMs);
  looking.unref();
  server.once("close", () => clearInterval(looking));
}
