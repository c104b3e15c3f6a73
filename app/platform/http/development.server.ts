import type { Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";

/** The build of this very moment, for development. */
export async function startVite(server: Server): Promise<{ vite: ViteDevServer; load: () => Promise<ServerBuild> }> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } });
  const load = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  return { vite, load };
}

/** Lets Vite answer for modules and pictures, and the shop for the rest. */
export function serveThroughVite(server: Server, vite: ViteDevServer, web: Hono): void {
  const shop = getRequestListener(web.fetch);
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/api")) void shop(request, response);
    else vite.middlewares(request, response, () => void shop(request, response));
  });
}
