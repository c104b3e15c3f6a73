import type { MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import type { Log } from "#app/platform/log.server.ts";

/** Gives each request an id, or keeps the one that a proxy gave it, and says it in every answer. */
export const identifyRequest: MiddlewareHandler = async (c, next) => {
  await requestId()(c, async () => {
    await next();
    // An answer that was not made through the context, such as a page, came without it.
    c.header("X-Request-Id", c.get("requestId"));
  });
};

/** Writes one line for each request, whatever level the log has. Addresses can hold secrets: only routes are told. */
export function logRequests(log: Log): MiddlewareHandler {
  const requests = log.child({}, { level: "info" });
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { method, routePath, path } = c.req;
    // Pages share one route; what they are asked for stands in the query.
    const route = routePath.endsWith("*") ? path : routePath;
    const ms = Math.round(performance.now() - start);
    requests.info({ method, route, status: c.res.status, ms, requestId: c.get("requestId") }, "request");
  };
}
