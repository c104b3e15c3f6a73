import { apiContext, apiThrough, type CallApi } from "#app/client/api.ts";
import { lineKeys } from "#app/content/lines.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { nextCursor } from "#app/lists/list.rules.ts";
import type { Route } from "./+types/sitemap.resource.ts";

/** No sitemap may hold more (sitemaps.org). */
const MOST = 50_000;
const ROWS = 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const lines = lineKeys.map((line) => `/trims?line=${line}`);
  const trims = await listTrimPaths(apiThrough(context.get(apiContext)));
  const paths = [...(await listPagePaths()), ...lines, ...trims].slice(0, MOST);
  const urls = paths.map((path) => `  <url><loc>${new URL(path, request.url).href}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ];
  return new Response(xml.join("\n"), { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}

/** The pages in the frame of the site, each once; the login and what is behind it have other frames. */
async function listPagePaths(): Promise<string[]> {
  const { routes } = await import("virtual:react-router/server-build");
  return Object.values(routes).flatMap((route) => {
    const { id, parentId, path = "" } = route ?? {};
    return parentId === "frame/site.layout" && id !== "home" && !path.includes(":") ? `/${path}` : [];
  });
}

async function listTrimPaths(callApi: CallApi): Promise<string[]> {
  const paths: string[] = [];
  for (let after: string | undefined; ; ) {
    const { data, headers } = await callApi("GET /trims", { query: { limit: ROWS, after } });
    paths.push(...data.map(trimPath));
    after = nextCursor(headers.get("Link"));
    if (after === undefined || paths.length >= MOST) return paths;
  }
}
