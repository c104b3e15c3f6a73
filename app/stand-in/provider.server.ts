import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type InteractionResult, interactionPolicy, Provider } from "oidc-provider";
import { createMemory } from "./memory.server.ts";
import { choicePage, consentPage, failurePage, pagePolicy } from "./pages.server.ts";
import type { StandInPerson } from "./people.server.ts";

const names = { google: "Google", github: "GitHub" } as const;
const scopes = ["openid", "email", "profile", "read:user", "user:email"];
const HOUR_S = 60 * 60;

type Options = {
  /** Where the provider is. */
  issuer: string;
  /** Where it sends people back to. */
  shopOrigins: readonly string[];
  people: readonly StandInPerson[];
  /** How the shop identifies itself. */
  secrets: Record<keyof typeof names, string>;
};

/** The stand-in's protocols and pages; a request that makes no sense gets a page that says so. */
export function createProvider(parts: Options): (request: IncomingMessage, response: ServerResponse) => void {
  const handle = answerWith(new Provider(parts.issuer, configure(parts)), parts.people);
  return (request, response) => {
    handle(request, response).catch(() => show(response, 400, failurePage("This sign-in has expired.")));
  };
}

function configure({ shopOrigins, people, secrets }: Options) {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return {
    adapter: createMemory(),
    clients: (["google", "github"] as const).map((name) => ({
      client_id: name,
      client_secret: secrets[name],
      redirect_uris: shopOrigins.map((origin) => `${origin}/api/auth/callback/${name}`),
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
    cookies: { keys: [randomBytes(32).toString("base64url")] },
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

function answerWith(provider: Provider, people: readonly StandInPerson[]) {
  const answerProtocol = provider.callback();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://stand.in");
    const [, area, , action, id = ""] = pathname.split("/");
    if (area === "user") return answerLikeGitHub(request, response, pathname);
    if (area !== "interaction") return answerProtocol(request, response);
    if (request.method === "POST") return finish(request, response, action, decodeURIComponent(id));
    const { uid, prompt, params, session } = await provider.interactionDetails(request, response);
    const asked = { uid, provider: params.client_id === "github" ? names.github : names.google };
    const person = people.find((one) => one.id === session?.accountId);
    show(response, 200, prompt.name === "consent" && person ? consentPage(asked, person) : choicePage(asked, people));
  };

  async function finish(request: IncomingMessage, response: ServerResponse, action: string | undefined, id: string) {
    const { params, session } = await provider.interactionDetails(request, response);
    let result: InteractionResult = { error: "access_denied", error_description: "The person refused" };
    if (action === "as") result = { login: { accountId: id, remember: false }, select_account: {} };
    if (action === "allow") {
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

function signingKey() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
}
