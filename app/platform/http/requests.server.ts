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

/** Refusals that somebody watching for attacks wants to see. */
const LOGGED_STATUSES = new Set([401, 403, 429]);

/**
 * Counts requests, and logs what the shop refused and what admins did. Addresses can hold secrets, so it names only
 * routes.
 */
export function watchRequests({ log, logRequests, metrics, readNetwork }: Watch): MiddlewareHandler {
  const requests = log.child({}, { level: "info" });
  return async (c, next) => {
    const start = performance.now();
    const request = currentRequest();
    // Told when it is done: a stream acts after its answer has begun.
    if (request) request.tellAct = (act) => log.info(act, "an admin act");
    await next();
    const ms = performance.now() - start;
    const { method } = c.req;
    const { status } = c.res;
    const code: string | undefined = c.get("refusal");
    const entry = { method, route: routeOf(c), status, requestId: c.get("requestId") };
    if (logRequests) requests.info({ ...entry, ms: Math.round(ms) }, "request");
    // Access tokens expire all the time: a reader without one is not worth a line.
    if (LOGGED_STATUSES.has(status) && !(status === 401 && method === "GET")) {
      log.info(
        { ...entry, code, network: readNetwork && nameNetwork(readNetwork(c)), userId: c.get("who")?.id },
        "refused",
      );
    }
    if (code) metrics?.refusals.inc({ code });
    metrics?.requests.observe({ method: nameMethod(method), route: entry.route, status }, ms / 1_000);
  };
}

/** A route, because their number is limited; never an address. */
function routeOf(c: Context): string {
  const { routePath } = c.req;
  if (routePath !== "*" && routePath !== "/*") return routePath;
  return c.get("page") ?? "other";
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Anybody may invent methods. */
function nameMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
