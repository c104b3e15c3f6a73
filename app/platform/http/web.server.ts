import { serveStatic } from "@hono/node-server/serve-static";
import { type Handler, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Api } from "./api.server.ts";

const YEAR_S = 365 * 24 * 60 * 60;
const WEEK_S = 7 * 24 * 60 * 60;

/** Everything the shop answers: the API, the files of the build and, for all other addresses, the pages. */
export function createWeb(parts: {
  api: Api;
  pages: Handler;
  /** Pictures that admins uploaded. */
  uploads: Handler;
  /** The folder of the build; without it no file is served. */
  files?: string;
  mailbox?: Hono | undefined;
}): Hono {
  const { api, pages, uploads, files, mailbox } = parts;
  const web = new Hono();
  web.use(
    secureHeaders({
      xFrameOptions: "DENY",
      referrerPolicy: "strict-origin-when-cross-origin",
      crossOriginOpenerPolicy: "same-origin-allow-popups",
      strictTransportSecurity: `max-age=${YEAR_S}; includeSubDomains`,
      // A page with a secret in its address asks for more.
      overwrite: false,
    }),
  );
  web.route("/api", api);
  if (mailbox) web.route("/dev/mails", mailbox);
  web.get("/images/uploads/:file", uploads);
  if (files) {
    web.use("/assets/*", staticFiles(files, `public, max-age=${YEAR_S}, immutable`), gone);
    for (const path of ["/images/*", "/icons/*", "/favicon.svg", "/site.webmanifest"]) {
      web.use(path, staticFiles(files, `public, max-age=${WEEK_S}`), gone);
    }
  }
  web.get("*", pages);
  web.all("*", (c) => c.text("Method not allowed", 405, { Allow: "GET, HEAD" }));
  return web;
}

function staticFiles(root: string, cacheControl: string) {
  return serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("Cache-Control", cacheControl) });
}

const gone: Handler = (c) => c.text("Not found", 404);
