import type { Env } from "#app/platform/env.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";

type Way = "on" | "demo" | "off";
export type SocialProviders = { google: Way; github: Way };

/** The shop's providers: those in its settings and, in a demo on this machine, the stand-in for the rest. */
export async function openSocial({
  social,
  demo,
  trustedOrigins,
}: Env): Promise<{ social: SocialSettings; providers: SocialProviders; stop: () => Promise<void> }> {
  const isLocal = trustedOrigins.every((origin) => ["localhost", "127.0.0.1"].includes(new URL(origin).hostname));
  const isComplete = social.google !== undefined && social.github !== undefined;
  const wayOf = (settings: object | undefined, otherwise: Way): Way => (settings ? "on" : otherwise);
  if (!demo || !isLocal || isComplete) {
    const providers = { google: wayOf(social.google, "off"), github: wayOf(social.github, "off") };
    return { social, providers, stop: async () => {} };
  }
  // Only a demo ever loads it.
  const { startStandIn } = await import("./stand-in.server.ts");
  const standIn = await startStandIn(trustedOrigins);
  const providers = { google: wayOf(social.google, "demo"), github: wayOf(social.github, "demo") };
  return { social: { ...standIn.social, ...social }, providers, stop: standIn.stop };
}
