import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import type { Log } from "#app/platform/log.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import { currentRequest, readTrace, runInRequest } from "#app/platform/request-context.server.ts";
import { nameNetwork, type ReadNetwork } from "./client-address.server.ts";

// A page asks the API in the process: such a call belongs to the request of the page.
const withId = requestId({ generator: () => currentRequest()?.requestId ?? randomUUID() });

/**
 * Gives each request an id, or keeps the one from a proxy, and returns it in every answer. Everything the request does
 * runs under this id and the proxy's trace.
 */
export const identifyRequest: MiddlewareHandler = async (c, next) => {
  await withId(c, async () => {
    const outer = currentRequest();
    const context = outer ?? {
      requestId: c.get("requestId"),
      trace: readTrace(c.req.header("traceparent")),
    };
    await runInRequest(context, next);
    // An answer made outside the context, such as a page, lacks it.
    c.header("X-Request-Id", c.get("requestId"));
  });
};

type Watch = {
  log: Log;
  /** Whether to log each request, at any log level. */
  logRequests?: boolean;
  metrics?: Metrics | undefined;
  readNetwork?: ReadNetwork | undefined;
};

type LoggedRequest = { method: string; route: string; status: number; requestId: string };

/** Counts a request that was answered, and logs it if all are to be. Addresses can hold secrets: it names only routes. */
export type LogRequest = (request: LoggedRequest, ms: number) => void;

export function createRequestLog({ log, logRequests, metrics }: Watch): LogRequest {
  const requests = log.child({}, { level: "info" });
  return (request, ms) => {
    if (logRequests) requests.info({ ...request, ms: Math.round(ms) }, "request");
    const { method, route, status } = request;
    metrics?.requests.observe({ method: nameMethod(method), route, status }, ms / 1_000);
  };
}

/** Refusals that somebody watching for attacks wants to see. */
const LOGGED_STATUSES = new Set([401, 403, 429]);

/** Counts requests, and logs what the shop refused and what admins did. */
export function watchRequests(watch: Watch): MiddlewareHandler {
  const { log, metrics, readNetwork } = watch;
  const logRequest = createRequestLog(watch);
  return async (c, next) => {
    const start = performance.now();
    const request = currentRequest();
    // Told when it is done: a stream acts after its answer has begun.
    if (request) request.logAction = (action) => log.info(action, "an admin action");
    await next();
    const { method } = c.req;
    const { status } = c.res;
    const code: string | undefined = c.get("refusal");
    const entry = { method, route: routeOf(c), status, requestId: c.get("requestId") };
    // Access tokens expire all the time: a reader without one is not worth a line.
    if (LOGGED_STATUSES.has(status) && !(status === 401 && method === "GET")) {
      log.info(
        { ...entry, code, network: readNetwork && nameNetwork(readNetwork(c)), userId: c.get("who")?.id },
        "refused",
      );
    }
    if (code) metrics?.refusals.inc({ code });
    logRequest(entry, performance.now() - start);
  };
}

/** A route, because their number is limited; never an address. */
export function routeOf(c: Context): string {
  const { routePath } = c.req;
  return c.get("page") ?? (routePath === "*" || routePath === "/*" ? "other" : routePath);
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Anybody may invent methods. */
function nameMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
