import { serveStatic } from "@hono/node-server/serve-static";
import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { brand } from "#app/content/brand.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Metrics } from "#app/platform/metrics/metrics.server.ts";
import { colourOf } from "#app/platform/palette.server.ts";
import type { Api } from "./api.server.ts";
import type { ReadNetwork } from "./client-address.server.ts";
import type { Health } from "./health.server.ts";
import { type Hosts, refuseOtherHosts, refuseUnfit } from "./input-guard.server.ts";
import { answerErrorInWords } from "./problem.server.ts";
import { identifyRequest, watchRequests } from "./requests.server.ts";
import { protectReader } from "./secure-headers.server.ts";

const YEAR_S = 365 * 24 * 60 * 60;
const WEEK_S = 7 * 24 * 60 * 60;

/** Files that browsers look for at the top. */
const namedFiles = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"];

const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: "Garment trims by the piece",
  start_url: "/",
  display: "browser",
  background_color: colourOf("page").light,
  theme_color: colourOf("denim").light,
  icons: [
    { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
    ...["192", "512"].map((px) => ({ src: `/icons/icon-${px}.png`, type: "image/png", sizes: `${px}x${px}` })),
  ],
};

/** Everything the shop serves: the API, the build's files and, at all other addresses, the pages. */
export function createWeb(parts: {
  api: Api;
  pages: Handler;
  /** Answers for the pages that are one person's alone. */
  privatePages?: MiddlewareHandler | undefined;
  /** Pictures uploaded by admins. */
  uploads: Handler;
  /** The build folder. Without it no files are served. */
  files?: string;
  mailbox?: Hono | undefined;
  /** What a proxy or supervisor asks. */
  health?: Health;
  /** Shares rendered pages among visitors. */
  sharePages?: MiddlewareHandler | undefined;
  log: Log;
  /** Whether to log each request. */
  logRequests?: boolean;
  metrics?: Metrics | undefined;
  readNetwork?: ReadNetwork;
  /** The hosts it answers for; all hosts if none is configured. */
  hosts?: Hosts | undefined;
}): Hono {
  const { api, pages, uploads, files, mailbox, health, log, hosts } = parts;
  const web = new Hono();
  web.onError((error, c) => answerErrorInWords(error, c, log));
  web.use(identifyRequest);
  web.use(protectReader);
  if (health) {
    // Proxies ask for this: they know the machine, not the name of the shop, and ask often.
    web.get("/livez", health.answerAlive);
    web.get("/readyz", health.answerReady);
  }
  web.use(watchRequests(parts));
  if (hosts) web.use(refuseOtherHosts(hosts));
  web.use(refuseUnfit);
  web.route("/api", api);
  if (mailbox) web.route("/dev/mails", mailbox);
  web.get("/images/uploads/:file", uploads);
  web.get("/site.webmanifest", (c) => {
    c.header("Cache-Control", `public, max-age=${WEEK_S}`);
    return c.json(manifest, 200, { "Content-Type": "application/manifest+json" });
  });
  if (files) {
    web.use("/assets/*", staticFiles(files, `public, max-age=${YEAR_S}, immutable`), gone);
    for (const path of ["/images/*", "/icons/*", ...namedFiles]) {
      web.use(path, staticFiles(files, `public, max-age=${WEEK_S}`), gone);
    }
  }
  if (parts.privatePages) web.get("*", parts.privatePages);
  // Twice: what is shared is kept with these headers.
  if (parts.sharePages) web.get("*", parts.sharePages, protectReader);
  web.get("*", pages);
  web.all("*", (c) => c.text("Method not allowed", 405, { Allow: "GET, HEAD" }));
  return web;
}

function staticFiles(root: string, cacheControl: string) {
  return serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("Cache-Control", cacheControl) });
}

const gone: Handler = (c) => c.text("Not found", 404);
