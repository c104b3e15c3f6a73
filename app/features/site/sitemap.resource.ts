import { apiContext, apiThrough, type CallApi } from "#app/client/api.ts";
import { lineKeys } from "#app/content/lines.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { nextCursor } from "#app/lists/list.rules.ts";
import type { Route } from "./+types/sitemap.resource.ts";

/** Each page once, under its canonical URL; the login and what is behind it are left out. */
const publicPages = ["/", "/trims", ...lineKeys.map((line) => `/trims?line=${line}`), "/blogs", "/portfolio", "/terms"];

/** No sitemap may hold more (sitemaps.org). */
const MOST = 50_000;
const ROWS = 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const paths = [...publicPages, ...(await listTrimPaths(apiThrough(context.get(apiContext))))].slice(0, MOST);
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

async function listTrimPaths(callApi: CallApi): Promise<string[]> {
  const paths: string[] = [];
  for (let after: string | undefined; ; ) {
    const { data, headers } = await callApi("GET /trims", { query: { limit: ROWS, after } });
    paths.push(...data.map(trimPath));
    after = nextCursor(headers.get("Link"));
    if (after === undefined || paths.length >= MOST) return paths;
  }
}
