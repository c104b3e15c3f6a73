import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as Listener, type Socket } from "node:net";
import { isLoopback } from "#app/platform/demo-env.server.ts";
import { plain, toNetwork } from "./client-address.server.ts";
import { cutSlowClients, type PaceLimits } from "./slow-clients.server.ts";

export type ConnectionLimits = PaceLimits & {
  /** Connections beyond this are closed at once: each one costs memory, and the system has a limit. */
  maxConnections: number;
  /** How many of them one address may hold, be it that of an office; the wider networks a little more. */
  mostPerAddress: number;
};

const usual: ConnectionLimits = {
  maxConnections: 2_000,
  mostPerAddress: 500,
  graceMs: 30_000,
  bytesPerS: 8 * 1024,
  lookEveryMs: 1_000,
};
/**
 * Browsers get Node's own time. A proxy must be the first to close: what it sends while we close is lost. Caddy waits
 * 120 s.
 */
const KEEP_ALIVE_MS = { clients: 5_000, proxies: 130_000 };
/**
 * Limits on slow or silent clients, in ms (Slowloris and its kin). Node's limit for a whole request is off: a picture of
 * 8 MB takes longer than that on many lines. `cutSlowClients` goes by the pace.
 */
const patience = { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 1_000 };

type Known = { open: Set<Connection>; isLeaving: boolean };

const known = new WeakMap<Server, Known>();

/** The answer to a connection's newest request, and the answer that another one waits for. Maps would cost more. */
const NEWEST = Symbol("newest");
const BEFORE = Symbol("before");
type Connection = Socket & { [NEWEST]?: ServerResponse };
type Waiting = ServerResponse & { [BEFORE]?: ServerResponse | undefined };

/**
 * An HTTP server that limits what one client can hold. Close it with `closeServer`.
 * @param clients `proxies` when our own proxies are in front of it: they keep connections open for longer
 */
export function createBoundedServer(
  limits: Partial<ConnectionLimits> = {},
  clients: keyof typeof KEEP_ALIVE_MS = "clients",
): Server {
  const { maxConnections, mostPerAddress, ...pace } = { ...usual, ...limits };
  const server = createServer({ ...patience, keepAliveTimeout: KEEP_ALIVE_MS[clients] });
  server.maxConnections = maxConnections;
  const open = new Set<Connection>();
  known.set(server, { open, isLeaving: false });
  const shares = createShares(mostPerAddress);
  server.on("connection", (socket) => {
    const { remoteAddress = "" } = socket;
    // Proxies have limits of their own, and so has whoever uses this machine.
    if (clients === "clients" && !isLoopback(remoteAddress.replace(/^::ffff:/, ""))) {
      if (!shares.take(remoteAddress)) return socket.destroy();
      socket.once("close", () => shares.giveBack(remoteAddress));
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }: { socket: Connection }, response: Waiting) => {
    const before = socket[NEWEST];
    if (before && !before.closed) response[BEFORE] = before;
    socket[NEWEST] = response;
  });
  cutSlowClients(server, open, (socket: Connection) => socket[NEWEST], pace);
  return server;
}

/** How many times as much as an address the wider networks may hold. */
const WIDER = [1, 1.5, 2];

/** Counts what is held from each address and the networks around it. */
export function createShares(mostPerAddress: number) {
  const held = new Map<string, number>();
  const add = (address: string, change: number) => {
    for (const level of toNetwork(plain(address))) {
      const count = (held.get(level) ?? 0) + change;
      if (count > 0) held.set(level, count);
      else held.delete(level);
    }
  };
  return {
    /** Counts one more; false, and not counted, if that would be too many. */
    take(address: string): boolean {
      const levels = toNetwork(plain(address)).toReversed();
      if (levels.some((level, at) => (held.get(level) ?? 0) >= mostPerAddress * (WIDER[at] ?? 1))) return false;
      add(address, 1);
      return true;
    },
    giveBack: (address: string) => add(address, -1),
  };
}

/**
 * Answers the requests of a connection one after the other, with those of others in between. Node passes on all
 * requests that arrive at once, even over a thousand, and nobody else is served until all of them have begun. For a
 * bounded server.
 */
export function inTurn(listener: RequestListener): RequestListener {
  return (request, response: Waiting) => {
    const before = response[BEFORE];
    if (!before) return listener(request, response);
    response[BEFORE] = undefined;
    const begin = () => {
      if (!request.socket.destroyed) listener(request, response);
    };
    before.once("close", () => setImmediate(begin));
  };
}

/** How long idle connections stay open while the shop closes. */
const LEAVE_MS = 1_000;
const LOOK_MS = 250;
const PATIENCE_MS = 7_000;

/** From now on each answer tells its client to leave. */
function sendAway(server: Server): void {
  const about = known.get(server);
  if (!about || about.isLeaving) return;
  about.isLeaving = true;
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  // Only the last answer of a connection: an earlier one would end it too soon.
  for (const { [NEWEST]: newest } of about.open) if (newest && !newest.headersSent) newest.shouldKeepAlive = false;
}

/**
 * Stops accepting connections and lets those already accepted finish. Idle connections stay open for a second: a client
 * may be writing a request, and the answer will tell it to leave. No client gets more than 7 s after that.
 */
export async function closeServer(server: Server): Promise<void> {
  sendAway(server);
  // http's own close would cut idle connections at once.
  const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  let looking: NodeJS.Timeout | undefined;
  const leaving = setTimeout(() => {
    closeIdle(server);
    looking = setInterval(() => closeIdle(server), LOOK_MS);
  }, LEAVE_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), LEAVE_MS + PATIENCE_MS);
  await closed;
  for (const timer of [leaving, looking, impatience]) clearTimeout(timer);
}

/** Node calls a connection idle only after its first request; browsers open some in advance. */
function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of known.get(server)?.open ?? []) if (socket.bytesRead === 0) socket.destroy();
}
