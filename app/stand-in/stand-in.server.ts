import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type InteractionResult, interactionPolicy, Provider } from "oidc-provider";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { createMemory } from "./memory.server.ts";
import { choicePage, consentPage, failurePage, pagePolicy } from "./pages.server.ts";
import { demoPersons, type StandInPerson } from "./people.server.ts";

export type StandIn = { social: Required<SocialSettings>; stop(): Promise<void> };

const names = { google: "Google", github: "GitHub" } as const;
const scopes = ["openid", "email", "profile", "read:user", "user:email"];
const HOUR_S = 60 * 60;

/**
 * An identity provider for shops without credentials. It speaks OAuth 2 and OpenID Connect as Google and GitHub do, on
 * a free port of this machine only. It asks for no password, so others must never be able to reach it.
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
  const provider = new Provider(issuer, configure(shopOrigins, people, secrets));
  const handle = answerWith(provider, people);
  server.on("request", (request, response) => {
    handle(request, response).catch(() => show(response, 400, failurePage("This sign-in has expired.")));
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

function configure(origins: readonly string[], people: readonly StandInPerson[], secrets: Record<Name, string>) {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return {
    adapter: createMemory(),
    clients: (["google", "github"] as const).map((name) => ({
      client_id: name,
      client_secret: secrets[name],
      redirect_uris: origins.map((origin) => `${origin}/api/auth/callback/${name}`),
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "client_secret_post",
    })),
    async findAccount(_: unknown, id: string) {
      const person = people.find((one) => one.id === id);
      return person && { accountId: id, claims: () => toClaims(person) };
    },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    scopes,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: [newSecret()] },
    jwks: { keys: [{ ...signingKey(), use: "sig", alg: "ES256" }] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    ttl: { AccessToken: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S, Grant: HOUR_S },
    renderError(ctx: { type: string; body: string; set(name: string, value: string): void }) {
      ctx.type = "html";
      ctx.set("Content-Security-Policy", pagePolicy);
      ctx.body = failurePage("The shop and this demo provider did not understand each other.");
    },
  };
}

type Name = keyof typeof names;

function answerWith(provider: Provider, people: readonly StandInPerson[]) {
  const answerProtocol = provider.callback();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://stand.in");
    const [, area, , act, id = ""] = pathname.split("/");
    if (area === "user") return answerLikeGitHub(request, response, pathname);
    if (area !== "interaction") return answerProtocol(request, response);
    if (request.method === "POST") return finish(request, response, act, decodeURIComponent(id));
    const { uid, prompt, params, session } = await provider.interactionDetails(request, response);
    const asked = { uid, provider: params.client_id === "github" ? names.github : names.google };
    const person = people.find((one) => one.id === session?.accountId);
    show(response, 200, prompt.name === "consent" && person ? consentPage(asked, person) : choicePage(asked, people));
  };

  async function finish(request: IncomingMessage, response: ServerResponse, act: string | undefined, id: string) {
    const { params, session } = await provider.interactionDetails(request, response);
    let result: InteractionResult = { error: "access_denied", error_description: "The person refused" };
    if (act === "as") result = { login: { accountId: id, remember: false }, select_account: {} };
    if (act === "allow") {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: params.client_id });
      grant.addOIDCScope(params.scope ?? "");
      result = { consent: { grantId: await grant.save() } };
    }
    await provider.interactionFinished(request, response, result);
  }

  /** GET /user and GET /user/emails, as https://docs.github.com/rest/users describes them. */
  async function answerLikeGitHub(request: IncomingMessage, response: ServerResponse, path: string) {
    const token = await provider.AccessToken.find(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const person = people.find((one) => one.id === token?.accountId);
    if (!token?.isValid || !person) return sendJson(response, 401, { message: "Bad credentials" });
    const { number, name, email, isVerified } = person;
    if (path === "/user") return sendJson(response, 200, { id: number, login: person.id, name, email: null });
    const other = { email: `${person.id}@users.noreply.github.example`, primary: false, verified: true };
    return sendJson(response, 200, [other, { email, primary: true, verified: isVerified }]);
  }
}

function toClaims({ id, name, email, isVerified }: StandInPerson) {
  return { sub: id, name, email, email_verified: isVerified };
}

function show(response: ServerResponse, status: number, html: string): void {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  response.writeHead(status, { ...headers, "Content-Security-Policy": pagePolicy }).end(html);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function signingKey() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
}
