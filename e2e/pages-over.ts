import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { ServerBuild } from "react-router";
import type * as entry from "#app/entry.server.tsx";
import type { Review } from "#app/features/reviews/contract.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import type { Api } from "#app/platform/http/api.server.ts";
import { createPageAddresses } from "#app/platform/http/page-address.server.ts";
import { createPages } from "#app/platform/http/pages.server.ts";
import { createRenderer } from "#app/platform/http/render.server.ts";
import { createWeb } from "#app/platform/http/web.server.ts";
import { createLog } from "#app/platform/log.server.ts";

const BUILD = fileURLToPath(new URL("../build", import.meta.url));

/** What the lists answer: all rows, none, or a failure. */
export type Stock = { trims: Trim[] | "broken"; reviews: Review[] | "broken" };

/** The built pages, rendered on this side, over two lists that a test may change while it runs. */
export async function startPagesOver(stock: Stock): Promise<{ url: string; stop: () => Promise<void> }> {
  const api = new Hono()
    .get("/auth/get-session", (c) => c.json(null))
    .get("/trims/facets", (c) => {
      const { trims } = stock;
      if (trims === "broken") return c.json({ code: "unavailable", detail: "Out of order." }, 503);
      const none = { line: [], finish: [], colour: [], material: [], certificate: [], size: [] };
      return c.json({ total: trims.length, ...none });
    })
    .get("/:list{trims|reviews}", (c) => {
      const rows = stock[c.req.param("list") === "trims" ? "trims" : "reviews"];
      if (rows === "broken") return c.json({ code: "unavailable", detail: "Out of order." }, 503);
      return c.json(rows, 200, { "X-Total-Count": String(rows.length) });
    });
  let handler: (request: Request) => Response | Promise<Response> = () => new Response();
  const server = serve({ fetch: (request) => handler(request), port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const load = () => import(`${BUILD}/server/index.js`);
  const render = createRenderer({
    load,
    mode: "production",
    fill(context, build: ServerBuild) {
      const { apiContext, contactContext, demoContext, reportContext, timeZoneContext } = build.entry
        .module as unknown as typeof entry;
      context.set(apiContext, async (request) => web.fetch(request));
      context.set(contactContext, { email: "help@rivet-and-reed.example", address: [] });
      context.set(demoContext, null);
      context.set(reportContext, () => {});
      context.set(timeZoneContext, "UTC");
    },
  });
  const web = createWeb({
    api: api as unknown as Api,
    pages: createPages({
      ...{ origin: url, render, addresses: createPageAddresses(load), readAudience: async () => "everybody" },
    }).handler,
    uploads: (c) => c.notFound(),
    log: createLog("silent"),
    files: `${BUILD}/client`,
  });
  handler = web.fetch;
  return {
    url,
    async stop() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await once(server, "close");
    },
  };
}
