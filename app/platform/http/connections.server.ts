import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as Listener, type Socket } from "node:net";
import { cutSlowReaders, type ReaderLimits } from "./slow-readers.server.ts";

export type ConnectionLimits = ReaderLimits & {
  /** Whoever comes beyond is sent away at once; each connection costs memory, and the system ends at some number. */
  maxConnections: number;
};

const usual: ConnectionLimits = { maxConnections: 2_000, graceMs: 30_000, bytesPerS: 8 * 1024, lookEveryMs: 1_000 };
/** Limits on slow or silent clients, in ms (Slowloris and its kin). */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

type Known = { underWay: Set<ServerResponse>; silent: Set<Socket> };

const known = new WeakMap<Server, Known>();

/** An HTTP server that bounds what one client may hold, and can be closed by `closeServer`. */
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
 * Stops accepting and lets what was accepted finish. For a second, idle connections stay open: a client may just be
 * writing into one, and learns from its answer that it has to leave. Nobody is waited for longer than 8 s.
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

/** Node counts a connection as idle only after its first request; browsers open some in advance. */
function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of known.get(server)?.silent ?? []) if (socket.bytesRead === 0) socket.destroy();
}
