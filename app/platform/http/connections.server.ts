import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as Listener, type Socket } from "node:net";
import { cutSlowReaders, type ReaderLimits } from "./slow-readers.server.ts";

export type ConnectionLimits = ReaderLimits & {
  /** Connections beyond this are closed at once: each one costs memory, and the system has a limit. */
  maxConnections: number;
};

const usual: ConnectionLimits = { maxConnections: 2_000, graceMs: 30_000, bytesPerS: 8 * 1024, lookEveryMs: 1_000 };
/** Limits on slow or silent clients, in ms (Slowloris and its kin). */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

type Known = { underWay: Set<ServerResponse>; silent: Set<Socket> };

const known = new WeakMap<Server, Known>();

/** An HTTP server that limits what one client can hold. Close it with `closeServer`. */
export function createBoundedServer(limits: Partial<ConnectionLimits> = {}): Server {
  const { maxConnections, ...readers } = { ...usual, ...limits };
  const server = createServer(patience);
  server.maxConnections = maxConnections;
  const { underWay, silent }: Known = { underWay: new Set(), silent: new Set() };
  known.set(server, { underWay, silent });
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    silent.delete(socket);
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  cutSlowReaders(server, readers);
  return server;
}

const LEAVE_MS = 1_000;
const LOOK_MS = 250;
const PATIENCE_MS = 8_000;

/**
 * Stops accepting connections and lets those already accepted finish. Idle connections stay open for a second: a client
 * may be writing a request, and the answer will tell it to leave. No client gets more than 8 s.
 */
export async function closeServer(server: Server): Promise<void> {
  const sendAway: RequestListener = (_, response) => {
    response.shouldKeepAlive = false;
  };
  server.prependListener("request", sendAway);
  for (const response of known.get(server)?.underWay ?? []) if (!response.headersSent) response.shouldKeepAlive = false;
  // http's own close would cut idle connections at once.
  const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  let looking: NodeJS.Timeout | undefined;
  const leaving = setTimeout(() => {
    closeIdle(server);
    looking = setInterval(() => closeIdle(server), LOOK_MS);
  }, LEAVE_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  for (const timer of [leaving, looking, impatience]) clearTimeout(timer);
}

/** Node calls a connection idle only after its first request; browsers open some in advance. */
function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of known.get(server)?.silent ?? []) if (socket.bytesRead === 0) socket.destroy();
}
