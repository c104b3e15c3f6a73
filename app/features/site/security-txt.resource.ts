import { contactContext } from "#app/frame/contact-context.ts";
import type { Route } from "./+types/security-txt.resource.ts";

/** It must say until when it holds, at most a year ahead (RFC 9116). */
const HOLDS_MS = 360 * 24 * 60 * 60 * 1000;

/** Whom to tell about a hole in the shop's security. */
export function loader({ request, context }: Route.LoaderArgs) {
  const lines = [
    `Contact: mailto:${context.get(contactContext).email}`,
    `Expires: ${new Date(Date.now() + HOLDS_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${request.url}`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
