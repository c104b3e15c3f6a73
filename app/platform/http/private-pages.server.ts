import type { MiddlewareHandler } from "hono";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue } from "#app/platform/fair-queue.server.ts";
import { copyFor, storeResponse, toResponse } from "./copies.server.ts";
import type { PageAddress } from "./page-address.server.ts";
import { finishPage } from "./pages.server.ts";
import type { Reads } from "./reads.server.ts";
import { Refusal, SHOP_IS_BUSY } from "./refusal.server.ts";

const RENDERS = { running: 2, waiting: 30 };
const RETRY_AFTER_S = 1;

type Options<Session extends { cookies: readonly string[] }> = {
  origin: string;
  readAddress: (url: URL) => Promise<PageAddress>;
  /** The session behind a request's cookie. @throws when nobody can tell */
  openSession: (headers: Headers) => Promise<Session | undefined>;
  /** Renders a page for the person of a session, or for somebody without one. */
  render: (request: Request, session: Session | null) => Promise<Response>;
  /** Limits what is rendered, and names who asks. */
  reads?: Reads | undefined;
};

/**
 * Renders the pages below a route whose `handle` says `isPrivate`, and the data of these pages, for the person of the
 * session cookie. Such an answer is for this person alone: no cache may store it. All other pages are left to the next
 * handler.
 */
export function createPrivatePages<Session extends { cookies: readonly string[] }>({
  origin,
  readAddress,
  openSession,
  render,
  reads,
}: Options<Session>): MiddlewareHandler {
  const queue = createFairQueue(RENDERS, () => new Refusal(unavailable, SHOP_IS_BUSY, { retryAfterS: RETRY_AFTER_S }));
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const { isPrivate, pattern } = await readAddress(new URL(c.req.url));
    if (!isPrivate) return next();
    c.set("page", pattern);
    const { headers, signal } = c.req.raw;
    try {
      reads?.count(c);
      const session = (await openSession(headers)) ?? null;
      const work = () => render(new Request(origin + pathname + search, { signal }), session);
      // Somebody without a session is only led to the login.
      const response = await (session && reads ? queue.run(reads.laneOf(c), work, signal) : work());
      const { page } = finishPage(response, "signed in");
      page.headers.set("Cache-Control", "no-store");
      const sent = toResponse(await copyFor(await storeResponse(page), c.req.header("accept-encoding")), undefined);
      // It says which answer a cache has.
      sent.headers.delete("ETag");
      for (const cookie of session?.cookies ?? []) sent.headers.append("Set-Cookie", cookie);
      return sent;
    } catch (error) {
      // Nobody is left to answer.
      if (signal.aborted) return c.body(null, 503);
      throw error;
    }
  };
}
