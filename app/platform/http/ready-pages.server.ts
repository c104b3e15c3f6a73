import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { type Copy, chooseEncoding, type Encoding, makeCopy } from "./copies.server.ts";
import { isFitCookie } from "./input-guard.server.ts";
import { etagOf, type Rendered } from "./page-bytes.server.ts";
import type { RequestedPage } from "./page-keys.server.ts";

/** How many addresses are remembered, with what was sent to whom asked there. The bytes are those of the page cache. */
const REMEMBERED = 1_000;
const LONGEST_KEY = 400;

type Sent = { place: RequestedPage; page: Rendered };
type Ready = Sent & { copies: Map<Encoding, Copy> };

/**
 * Remembers how pages of the cache were sent, so that they are sent again before anything else sees the request: what
 * stands around a page, such as routing and headers, costs more than sending it.
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
    const { pathname, search } = new URL(c.req.url);
    const key = toKey(c.req.header("host"), pathname + search);
    if (key.length > LONGEST_KEY) return;
    const known = ready.get(key);
    const copies = known?.page === sent.page ? known.copies : new Map<Encoding, Copy>();
    const copy = makeCopy(c.res.headers, sent.page.bodies[encoding], encoding, etagOf(sent.page, encoding));
    ready.set(key, { ...sent, copies: copies.set(encoding, copy) });
  };
  return {
    keep,
    /** Says that this request is answered with a page that looks the same to everybody. */
    note: (c: Context, sent: Sent) => void answered.set(c, sent),
    /** What was sent to the same request. Whether it is still good enough, the cache knows. */
    find({ method, url = "", headers }: IncomingMessage): (Sent & { copy: Copy }) | undefined {
      if (method !== "GET" || !isFitCookie(headers.cookie)) return undefined;
      const known = ready.get(toKey(headers.host, url));
      const copy = known?.copies.get(chooseEncoding(headers["accept-encoding"]));
      return copy && known && { place: known.place, page: known.page, copy };
    },
  };
}

/** Those who have a page are sent its headers, too. A page rendered anew may be asked for by nobody else. */
function hasHeadersOfPage({ status }: Response): boolean {
  return status === 200 || status === 304;
}

function toKey(host = "", address: string): string {
  return `${host} ${address}`;
}
