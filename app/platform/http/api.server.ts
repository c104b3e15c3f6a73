import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { invalidInput, methodNotAllowed, notFound, notSignedIn, type Problem } from "#app/contract/problem.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import {
  type Caller,
  guardAgain,
  listGuards,
  refuseForeignWrites,
  requireOwnPage,
  requireProof,
  type WhoIs,
} from "./access.server.ts";
import { limitBody } from "./body.server.ts";
import type { Network, ReadAddress, ReadNetwork } from "./client-address.server.ts";
import type { Person, Served } from "./handler.server.ts";
import { endInProblem } from "./lines.server.ts";
import { answerError, answerProblem, describeProblemOf } from "./problem.server.ts";
import type { Reads } from "./reads.server.ts";
import { Refusal, refuse } from "./refusal.server.ts";
import type { Asked, ResponseCache } from "./response-cache.server.ts";
import { listProblems, toRoute } from "./route.server.ts";
import { protectReader } from "./secure-headers.server.ts";
import { createWholeLists } from "./whole-list.server.ts";

export type ApiOptions = {
  served: readonly Served[];
  /** What else is served below `/api`: the reference. */
  mounts: readonly ((api: Api) => void)[];
  db: Db;
  log: Log;
  whoIs: WhoIs;
  /** The person behind a request's session cookie, or undefined; counts requests without one. @throws Refusal */
  whoseCookie: (request: Request, network: Network) => Promise<Person | undefined>;
  /** The name of the session cookie. */
  sessionCookie: string;
  readNetwork: ReadNetwork;
  readAddress: ReadAddress;
  /** Shares the answers of endpoints that are cached, among those whom the shop does not know. */
  sharing?: { cache: ResponseCache; isOurs: IsOurs } | undefined;
  /** Limits the reads; without it, there is no limit. */
  reads?: Reads | undefined;
  /** Origins whose pages may write. */
  trustedOrigins: readonly string[];
  /** Whether a row could not be written because the caller's account has been deleted meanwhile. */
  isCallerGone?: (error: unknown) => boolean;
  /** Called after each call that changes what public pages show. */
  onPagesChanged: (subjects?: readonly string[]) => void;
};

/** What a request says about its sender. */
type Credentials = { cookie?: string | undefined; authorization?: string | undefined };
/** Whether somebody whom the shop knows sent it: their cookie has our signature, or their token was found. */
export type IsOurs = (said: Credentials) => boolean | Promise<boolean>;

type Variables = Caller & { tags?: readonly string[] };

/** The REST API as a Hono app, to mount below `/api`. */
export type Api = OpenAPIHono<{ Variables: Variables }>;

/**
 * Builds the REST API from its endpoints.
 * @throws Error when an endpoint says nothing about access, or two refusals share a code.
 */
export function buildApi(options: ApiOptions): Api {
  const {
    served,
    mounts,
    db,
    log,
    whoIs,
    whoseCookie,
    readNetwork,
    readAddress,
    reads,
    sharing,
    trustedOrigins,
    onPagesChanged,
  } = options;
  checkCodes(served.flatMap(({ endpoint }) => listProblems(endpoint)));
  const api = new OpenAPIHono<{ Variables: Variables }>({ defaultHook: refuseInvalid });
  // Once more inside: what is shared is kept with these headers.
  if (sharing) api.use(sharing.cache.share(createAsk(served, sharing.isOurs)), protectReader);
  api.use(compressUnshared, nothingActive, refuseForeignWrites(trustedOrigins));
  api.onError((error, c) => answerError(error, c, log));
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  const cookie = { type: "apiKey", in: "cookie", name: options.sessionCookie } as const;
  api.openAPIRegistry.registerComponent("securitySchemes", "cookie", cookie);
  const wholeLists = createWholeLists();
  const add = ({ endpoint, handle }: Served) => {
    const guards = listGuards(endpoint, whoIs);
    api.openapi(toRoute(endpoint, guards), async (c) => {
      const file = endpoint.takes && new Uint8Array(await c.req.arrayBuffer());
      await guardAgain(guards, c);
      let subjects: string[] | undefined;
      let isAnswered = false;
      const isOpen = endpoint.method === "GET" && endpoint.access === "public" && !endpoint.byCookie;
      const network = readNetwork(c);
      const who = endpoint.access === "cookie" ? await whoseCookie(c.req.raw, network) : c.get("who");
      if (endpoint.access === "cookie") {
        if (!who) refuse(notSignedIn, endpoint.signedOut ?? "Please log in first.");
        await requireOwnPage(c.req.header("authorization"), who, whoIs);
      }
      requireProof(endpoint, who ?? null);
      if (endpoint.method === "GET") reads?.count(c);
      let tags: string[] | undefined;
      const tell = () => {
        if (endpoint.changesPages && subjects?.length !== 0) onPagesChanged(subjects);
      };
      const address = readAddress(c);
      const request = currentRequest();
      if (request) request.address = address;
      const call = {
        who,
        from: { address, userAgent: readUserAgent(c) },
        network,
        params: valid(c, "param"),
        query: valid(c, "query"),
        headers: valid(c, "header"),
        body: valid(c, "json"),
        file,
        db,
        request: c.req.raw,
        changed: (...named) => {
          subjects = named;
          // A stream acts after its answer began.
          if (isAnswered && named.length > 0) onPagesChanged(named);
        },
        cacheTags: endpoint.isCached
          ? (...named: string[]) => {
              tags = named;
            }
          : undefined,
        setHeader: (name, value) => c.header(name, value),
        setCookies: ({ headers }) => {
          for (const line of headers.getSetCookie()) c.header("Set-Cookie", line, { append: true });
        },
      } as Parameters<typeof handle>[0];
      const answer = () => handle(call);
      const output = await (isOpen && reads ? reads.inTurn(c, answer) : answer()).catch((error: unknown) => {
        // If the connection broke at the commit, nobody knows whether anything has changed.
        if (!(error instanceof Refusal)) tell();
        if (who && options.isCallerGone?.(error)) refuse(notSignedIn, "This account is gone.");
        throw error;
      });
      isAnswered = true;
      if (tags && isOpen) c.set("tags", tags);
      tell();
      c.header("Cache-Control", isOpen ? "public, max-age=0, must-revalidate" : "no-store");
      if (tags && isOpen) c.header("Vary", "Accept-Encoding");
      if (endpoint.redirects) return followTo(c, String(output));
      if (endpoint.gives) {
        return c.body(toBody(endpoint.gives, output as Stream, c, log) as ReadableStream, 200, toType(endpoint.gives));
      }
      // Parsed again on the way out, so no column gets out unless the contract names it.
      const parse = (data: unknown) => endpoint.output.parse(data) as object;
      if (!who || !isInPages(output)) return c.json(parse(output), 200);
      c.header("Content-Type", "application/json");
      // The body of an answer to HEAD is dropped unread, so nobody would end the list.
      if (c.req.raw.method === "HEAD") return c.body(null, 200);
      const failed = (error: unknown) => describeProblemOf(error, c, log);
      return c.body(wholeLists.send(who.id, output, parse, failed), 200);
    });
  };
  // Endpoints that take a file have their own limit. Everything added after `limitBody` has the common one.
  for (const one of served) if (one.endpoint.takes) add(one);
  api.use(limitBody);
  for (const one of served) if (!one.endpoint.takes) add(one);
  for (const mount of mounts) mount(api);
  api.all("*", (c) => answerUnknown(c, served));
  return api;
}

type Stream = ReadableStream<Uint8Array>;

/** A failure in the middle of an answer in lines is its last line; any other answer just breaks off. */
function toBody(gives: NonNullable<Endpoint["gives"]>, stream: Stream, c: Context, log: Log): Stream {
  if (gives !== "application/x-ndjson") return stream;
  return endInProblem(stream, (error) => describeProblemOf(error, c, log));
}

function isInPages(output: unknown): output is AsyncIterable<unknown[]> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

function toType(gives: NonNullable<Endpoint["gives"]>) {
  return { "Content-Type": gives.startsWith("text/") ? `${gives}; charset=utf-8` : gives };
}

/** Redirects to one of our own paths. The address being left may hold a secret. */
function followTo(c: Context, path: string): Response {
  c.header("Referrer-Policy", "no-referrer");
  return c.redirect(path, 302);
}

/** Slices name their refusals without knowing one another's. */
function checkCodes(problems: readonly Problem[]): void {
  for (const [code, named] of Map.groupBy(new Set(problems), ({ code }) => code)) {
    if (named.length > 1) throw new Error(`two refusals are called ${code}: give one of them another code`);
  }
}

const MAX_USER_AGENT = 300;

function readUserAgent(c: Context): string | null {
  return c.req.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null;
}

function valid(c: Context, target: "param" | "query" | "header" | "json"): unknown {
  return c.req.valid(target as never);
}

type Validation = { success: true } | { success: false; error: z.core.$ZodError; target: string };

function refuseInvalid(result: Validation): void {
  if (result.success) return;
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join("; ");
  refuse(invalidInput, detail, errors);
}

const compressed = compress({ encoding: "gzip" });
/** What is shared is compressed once, by the cache. */
const compressUnshared: MiddlewareHandler<{ Variables: Variables }> = (c, next) =>
  compressed(c, async () => {
    await next();
    if (c.get("tags")) c.header("Content-Encoding", "identity");
  });

/** What a request for an answer of the API asks for, by its address. An answer that is out of date is no use here. */
export const toAsked = (address: string): Asked => ({ key: `api ${address}`, mayLag: false });

/** People whom the shop knows see their own changes at once, whichever process made them. */
function createAsk(served: readonly Served[], isOurs: IsOurs) {
  const paths = served.flatMap(({ endpoint }) => (endpoint.isCached ? [endpoint.path] : []));
  return async (c: Context): Promise<Asked | undefined> => {
    const { pathname, search } = new URL(c.req.url);
    const path = pathname.replace(/^\/api/, "");
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    // A call inside the process has no socket: it is part of a page.
    if (!isRead || !c.env?.incoming || !paths.some((one) => matches(one, path))) return undefined;
    const said = { cookie: c.req.header("cookie"), authorization: c.req.header("authorization") };
    return (await isOurs(said)) ? undefined : toAsked(pathname + search);
  };
}

/** Data is never a page: nothing in it may run or be framed. */
const nothingActive: MiddlewareHandler = async (c, next) => {
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  await next();
};

function answerUnknown(c: Context, served: readonly Served[]): Response {
  const path = c.req.path.replace(/^\/api/, "");
  const methods = served.filter(({ endpoint }) => matches(endpoint.path, path)).map(({ endpoint }) => endpoint.method);
  if (methods.length === 0) return answerProblem(c, notFound, "Nothing was found at this address.");
  c.header("Allow", [...new Set(methods)].join(", "));
  return answerProblem(c, methodNotAllowed, `This address accepts only ${methods.join(", ")}.`);
}

function matches(pattern: string, path: string): boolean {
  const want = pattern.split("/");
  const have = path.split("/");
  return want.length === have.length && want.every((part, at) => part.startsWith("{") || part === have[at]);
}
