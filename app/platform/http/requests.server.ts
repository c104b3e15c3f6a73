import type { MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import type { Log } from "#app/platform/log.server.ts";

/** Gives each request an id, or keeps the one from a proxy, and returns it in every answer. */
export const identifyRequest: MiddlewareHandler = async (c, next) => {
  await requestId()(c, async () => {
    await next();
    // An answer made outside the context, such as a page, lacks it.
    c.header("X-Request-Id", c.get("requestId"));
  });
};

/** Logs one line per request at any log level. Addresses can hold secrets, so it logs only routes. */
export function logRequests(log: Log): MiddlewareHandler {
  const requests = log.child({}, { level: "info" });
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { method, routePath, path } = c.req;
    // Pages share one route; the query says which is wanted.
    const route = routePath.endsWith("*") ? path : routePath;
    const ms = Math.round(performance.now() - start);
    requests.info({ method, route, status: c.res.status, ms, requestId: c.get("requestId") }, "request");
  };
}
