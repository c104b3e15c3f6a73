import type { Route } from "./+types/robots.resource.ts";

// Purchase pages ask for a login too, yet stay open here: their links are shared, and a preview reads the head.
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /dashboard", "", `Sitemap: ${origin}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
