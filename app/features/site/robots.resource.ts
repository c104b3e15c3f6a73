import type { Route } from "./+types/robots.resource.ts";

// Purchase pages require a login too, yet stay open to robots: people share their links, and previews read the head.
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /dashboard", "", `Sitemap: ${origin}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
