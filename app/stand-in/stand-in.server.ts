import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { demoPersons, type StandInPerson } from "./people.server.ts";

export type StandIn = { social: Required<SocialSettings>; stop(): Promise<void> };

/**
 * An identity provider for shops without credentials. It speaks OAuth 2 and OpenID Connect as Google and GitHub do, on
 * a free port of this machine only. It asks for no password, so others must never be able to reach it. Its library, a
 * sixth of what a demo loads, is loaded when somebody first signs in there.
 */
export async function startStandIn(
  shopOrigins: readonly string[],
  people: readonly StandInPerson[] = demoPersons,
): Promise<StandIn> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The stand-in provider was given no port");
  const issuer = `http://127.0.0.1:${address.port}`;
  const secrets = { google: newSecret(), github: newSecret() };
  const open = async () => {
    const { createProvider } = await import("./provider.server.ts");
    return createProvider({ issuer, shopOrigins, people, secrets });
  };
  let opened: ReturnType<typeof open> | undefined;
  server.on("request", async (request, response) => {
    opened ??= open();
    (await opened)(request, response);
  });
  const shared = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token` };
  return {
    social: {
      google: { ...shared, clientId: "google", clientSecret: secrets.google, userInfoUrl: `${issuer}/me` },
      github: {
        ...shared,
        clientId: "github",
        clientSecret: secrets.github,
        userInfoUrl: `${issuer}/user`,
        emailsUrl: `${issuer}/user/emails`,
      },
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
