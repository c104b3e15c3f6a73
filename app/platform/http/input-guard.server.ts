import type { MiddlewareHandler } from "hono";
import { isPlainText } from "#app/contract/text.ts";

/** A percent-encoded NUL, or half of a surrogate pair written as UTF-8. */
const unfit = /%00|%ed%[ab][0-9a-f]/i;

/**
 * Refuses with 400, before anything else sees the request, what makes no sense anywhere in the shop: a path with an
 * empty segment (browsers take what follows two slashes for a host), broken encoding, or NUL and half characters in
 * path, query or cookie.
 */
export const refuseUnfit: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const isFit = isPath(pathname) && !unfit.test(search) && isFitCookie(c.req.header("cookie"));
  if (!isFit)
    return c.text("The address or a cookie contains something that cannot be read.", 400, {
      "Cache-Control": "no-store",
    });
  await next();
};

/** Whether `refuseUnfit` lets this cookie through. */
export function isFitCookie(cookie = ""): boolean {
  return !unfit.test(cookie);
}

function isPath(pathname: string): boolean {
  if (pathname.includes("//")) return false;
  try {
    return isPlainText(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/**
 * Answers 421 (RFC 9110) to a request for a host not in `hosts`, such as "shop.example" or "localhost:3000". A call
 * inside the process has no socket and names no host.
 */
export function refuseOtherHosts(hosts: readonly string[]): MiddlewareHandler {
  const known = new Set(hosts);
  return async (c, next) => {
    if (c.env?.incoming && !known.has(new URL(c.req.url).host)) {
      return c.text("This shop does not answer for that host.", 421, { "Cache-Control": "no-store" });
    }
    await next();
  };
}
