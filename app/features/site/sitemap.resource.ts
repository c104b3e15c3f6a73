import type { Route } from "./+types/sitemap.resource.ts";

/** Each page once, under its canonical URL; pages behind a login are left out. */
const publicPages = ["/", "/blogs", "/portfolio", "/terms", "/login", "/register"];

export function loader({ request }: Route.LoaderArgs) {
  const urls = publicPages.map((path) => `  <url><loc>${new URL(path, request.url).href}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ];
  return new Response(xml.join("\n"), { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
