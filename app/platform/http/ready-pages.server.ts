import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { type Copy, chooseEncoding, type Encoding, makeCopy } from "./copies.server.ts";
import { isFitCookie } from "./input-guard.server.ts";
import { type Audience, bodyIn, etagOf, type Rendered } from "./page-bytes.server.ts";
import type { RequestedPage } from "./page-keys.server.ts";

/** How many addresses are remembered, with the answers sent there. The bytes belong to the page cache. */
const REMEMBERED = 1_000;
const LONGEST_KEY = 400;

type Sent = { place: RequestedPage; page: Rendered; audience: Audience };
type Copies = { page: Rendered; byEncoding: Map<Encoding, Copy> };
/** What was sent at an address: one page for everybody, or one for each audience. */
type Ready = { place: RequestedPage; pages: Map<Audience, Copies> };

/**
 * Remembers how cached pages were sent, so that they can be sent again before anything else sees the request: the work
 * around a page, such as routing and headers, costs more than sending it.
 */
export function createReadyPages() {
  const ready = new LRUCache<string, Ready>({ max: REMEMBERED });
  const answered = new WeakMap<Context, Sent>();
  const keep: MiddlewareHandler = async (c, next) => {
    await next();
    const sent = answered.get(c);
    const encoding = chooseEncoding(c.req.header("accept-encoding"));
    // A call inside the process has no socket.
    if (!sent?.page.mayKeep || c.req.method !== "GET" || !hasHeadersOfPage(c.res) || !c.env?.incoming) return;
    // An absolute address takes precedence over the header, which may name any host.
    const { host, pathname, search } = new URL(c.req.url);
    const key = toKey(host, pathname + search);
    if (key.length > LONGEST_KEY) return;
    const { page, audience, place } = sent;
    const body = await bodyIn(page, encoding);
    const pages = ready.get(key)?.pages ?? new Map<Audience, Copies>();
    const known = pages.get(audience);
    const copies = known?.page === page ? known : { page, byEncoding: new Map<Encoding, Copy>() };
    copies.byEncoding.set(encoding, makeCopy(c.res.headers, body, encoding, etagOf(page, encoding)));
    ready.set(key, { place, pages: pages.set(audience, copies) });
  };
  return {
    keep,
    /** Says that this request is answered with a page that looks the same to its whole audience. */
    note: (c: Context, sent: Sent) => void answered.set(c, sent),
    /** What was sent at this address; undefined if the request needs a closer look. */
    find({ method, url = "", headers }: IncomingMessage): Ready | undefined {
      return method === "GET" && isFitCookie(headers.cookie) ? ready.get(toKey(headers.host, url)) : undefined;
    },
    /** Sends a page that was found. The cache decides whether it is still fresh enough. */
    copyFor(
      { pages }: Ready,
      audience: Audience,
      { headers }: IncomingMessage,
    ): { page: Rendered; copy: Copy } | undefined {
      const known = pages.get(audience);
      const copy = known?.byEncoding.get(chooseEncoding(headers["accept-encoding"]));
      return known && copy && { page: known.page, copy };
    },
  };
}

/**
 * Visitors who already have a page are sent its headers, too. It may be that nobody else requests a page that was
 * rendered again.
 */
function hasHeadersOfPage({ status, headers }: Response): boolean {
  return (status === 200 || status === 304) && !headers.has("set-cookie");
}

function toKey(host = "", address: string): string {
  return `${host} ${address}`;
}
