import type { IncomingMessage, RequestListener } from "node:http";
import { type IsOurs, toAsked } from "./api.server.ts";
import { type Hosts, isFitCookie, isOwnHost } from "./input-guard.server.ts";
import type { Pages } from "./pages.server.ts";
import type { LogRequest } from "./requests.server.ts";
import type { Asked, ResponseCache } from "./response-cache.server.ts";

type Options = {
  cache: ResponseCache;
  pages: Pick<Pages, "recall">;
  isOurs: IsOurs;
  hosts: Hosts | undefined;
  logRequest: LogRequest;
};

/**
 * Answers from memory before anything else sees a request, because the work around an answer, such as routing and
 * headers, costs more than sending it. Everything else goes to `listener`.
 */
export function serveCached(listener: RequestListener, parts: Options): RequestListener {
  const { cache, pages, isOurs, hosts, logRequest } = parts;

  /** What a request asks for that somebody has asked for before, in the same letters: its guards let it through then. */
  async function recall({ method, url = "", headers }: IncomingMessage): Promise<Asked | undefined> {
    if (method !== "GET" || !isFitCookie(headers.cookie) || !isOwnHost(hosts, headers.host)) return undefined;
    if (!url.startsWith("/api/")) return pages.recall(url, headers);
    return (await isOurs(headers)) ? undefined : toAsked(url);
  }

  return async (request, response) => {
    const start = performance.now();
    const asked = await recall(request);
    const served = asked && (await cache.serve(asked, request, response));
    if (served) logRequest({ method: "GET", ...served }, performance.now() - start);
    else void listener(request, response);
  };
}
