import type { IncomingHttpHeaders } from "node:http";
import type { Context, Handler } from "hono";
import { takeTags } from "#app/contract/cache-policy.ts";
import { takeScripts } from "#app/contract/page-scripts.ts";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue } from "#app/platform/fair-queue.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import type { PageAddress, PageAddresses } from "./page-address.server.ts";
import type { Reads } from "./reads.server.ts";
import { Refusal, SHOP_IS_BUSY } from "./refusal.server.ts";
import type { Asked } from "./response-cache.server.ts";

/** Who a page is for. A page may depend on whether its visitor is logged in, but on nothing else about them. */
export type Audience = "everybody" | "signed in" | "signed out";

export type Render = (request: Request, audience: Audience) => Promise<Response>;

/** Pages take turns if there is no end of them, such as searches. Each takes about 25 ms of a core. */
const TURNS = { running: 1, waiting: 30, longestRestMs: 100 };
const RETRY_AFTER_S = 1;

/** Pages, what is not there, and redirects that stay: anybody may ask for those without end. */
const SHARED = new Set([200, 301, 308, 404]);

type Options = {
  origin: string;
  render: Render;
  addresses: PageAddresses;
  readAudience: (asked: { headers: Headers }) => Promise<Audience>;
  /** Limits what is not in memory, and names who asks. */
  reads?: Reads | undefined;
  metrics?: Metrics | undefined;
};

export type Pages = ReturnType<typeof createPages>;

type AskedPage = Asked & { page: PageAddress; audience: Audience };

/**
 * Renders pages for the response cache. A page looks the same to its whole audience: `render` sees only its address, so
 * no header or unknown parameter can leak into a page that others get.
 */
export function createPages({ origin, render, addresses, readAudience, reads, metrics }: Options) {
  const refusal = () => new Refusal(unavailable, SHOP_IS_BUSY, { retryAfterS: RETRY_AFTER_S });
  const turns = createFairQueue(TURNS, refusal);

  async function toAsked(page: PageAddress, cookie: string | undefined): Promise<AskedPage> {
    const headers = new Headers({ cookie: cookie ?? "" });
    const audience = page.bySession ? await readAudience({ headers }) : "everybody";
    // An open page that asks for its data wants fresh data.
    return { key: `${audience} ${page.address}`, mayLag: !page.isData, page, audience };
  }

  const handler: Handler = async (c) => {
    const { page, audience }: AskedPage = c.get("asked") ?? (await ask(c));
    const signal: AbortSignal = c.get("stopped") ?? c.req.raw.signal;
    reads?.count(c);
    const work = async () => {
      const stop = metrics?.renders.startTimer();
      const response = await render(new Request(origin + page.address, { signal }), audience);
      stop?.();
      return response;
    };
    try {
      const response = await (page.isPlain ? work() : turns.run(reads?.laneOf(c) ?? [], work, signal));
      const finished = finishPage(response, audience);
      if (finished.tags) c.set("tags", [...page.tags, ...finished.tags]);
      return finished.page;
    } catch (error) {
      // Nobody is left to answer.
      if (signal.aborted) return c.body(null, 503);
      throw error;
    }
  };

  async function ask(c: Context): Promise<AskedPage> {
    const page = await addresses.read(new URL(c.req.url));
    c.set("page", page.pattern);
    const result = await toAsked(page, c.req.header("cookie"));
    c.set("asked", result);
    return result;
  }

  return {
    handler,
    /** What a request for a page asks for. */
    ask,
    /** The same, before anything else sees the request: only for an address that was asked for before. */
    recall(raw: string, { cookie }: IncomingHttpHeaders): Promise<AskedPage> | undefined {
      const page = addresses.recall(raw);
      return page && !page.isPrivate ? toAsked(page, cookie) : undefined;
    },
  };
}

/**
 * Adds what browsers must know about a rendered page. With `tags`, it may be shared: it is neither a failure nor says that
 * it is incomplete.
 */
export function finishPage(response: Response, audience: Audience): { page: Response; tags: string[] | undefined } {
  const headers = new Headers(response.headers);
  const tags = takeTags(headers);
  const scripts = takeScripts(headers);
  const isWhole = headers.get("Cache-Control") !== "no-store";
  const isForAll = audience === "everybody";
  headers.set("Vary", isForAll ? "Accept-Encoding" : "Accept-Encoding, Cookie");
  const isOpen = isWhole && response.status === 200;
  headers.set("Cache-Control", isOpen ? `${isForAll ? "public" : "private"}, max-age=0, must-revalidate` : "no-store");
  if (headers.get("Content-Type")?.startsWith("text/html")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(scripts));
  }
  const page = new Response(response.body, { status: response.status, headers });
  return { page, tags: isWhole && SHARED.has(response.status) ? tags : undefined };
}

/** Allows our own scripts, and of those within the page the ones with these hashes. Nobody may frame us. */
function contentSecurityPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    // Admins and reviewers may link to pictures elsewhere, over http or https.
    "img-src 'self' https: http: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}
