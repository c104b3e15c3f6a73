import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { isPlainText } from "#app/contract/text.ts";
import { isLoopback } from "#app/platform/demo-env.server.ts";

/** A percent-encoded NUL, or half of a surrogate pair written as UTF-8. */
const unfit = /%00|%ed%[ab][0-9a-f]/i;

/**
 * Refuses with 400, before anything else sees the request, what makes no sense anywhere in the shop: a path with an
 * empty segment (browsers take what follows two slashes for a host), broken encoding, NUL and half characters in path,
 * query or cookie, or two hosts (RFC 9112, 3.2).
 */
export const refuseUnfit: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const { incoming }: { incoming?: Partial<IncomingMessage> } = c.env ?? {};
  const namesOneHost = (incoming?.headersDistinct?.host?.length ?? 1) === 1;
  const isFit = namesOneHost && isPath(pathname) && !unfit.test(search) && isFitCookie(c.req.header("cookie"));
  if (!isFit)
    return c.text("The address, the host or a cookie contains something that cannot be read.", 400, {
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

/** The hosts that a shop answers for, such as "shop.example" or "localhost:3000", or any name of this machine. */
export type Hosts = readonly string[] | "this machine";

/** Whether a shop for these hosts, or for any, answers a request with this `Host`. */
export function isOwnHost(hosts: Hosts | undefined, host = ""): boolean {
  if (hosts === undefined) return true;
  const url = URL.parse(`http://${host}`);
  if (!url) return false;
  return hosts === "this machine" ? isLoopback(url.hostname) : hosts.includes(url.host);
}

/**
 * Answers 421 (RFC 9110) to a request for a host that is none of `hosts`. A call inside the process has no socket and
 * names no host.
 */
export function refuseOtherHosts(hosts: Hosts): MiddlewareHandler {
  return async (c, next) => {
    if (c.env?.incoming && !isOwnHost(hosts, new URL(c.req.url).host)) {
      return c.text("This shop does not answer for that host.", 421, { "Cache-Control": "no-store" });
    }
    await next();
  };
}
