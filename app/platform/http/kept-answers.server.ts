import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { type Copy, chooseEncoding, type Encoding, isKnown, makeCopy, sendCopy } from "./copies.server.ts";

const BROTLI_QUALITY = 5;
/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const MAX_AGE_MS = 60_000;
const ROOM_BYTES = 8 * 1024 * 1024;
/**
 * What a small answer takes besides its bytes, for headers, the names of what it shows, and its key, as heap snapshots
 * show.
 */
const BESIDE_BYTES = 4_000;
const LONGEST_KEY = 400;
/** Below this, compressing saves less than its header costs. */
const WORTH_COMPRESSING = 1024;

type Kept = Copy & { shows: ReadonlySet<string> };
/** An answer that is being made; its copy is undefined if it turns out not to be one that is kept. */
type Making = { since: number; copy: Promise<Kept | undefined> };

/** Answers of the API that are the same for everybody, cached as bytes until what they show changes. */
export type KeptAnswers = {
  /**
   * Answers from memory if it can, before anything else sees the request; also with an answer that is just being made.
   * Returns whether it did.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
  /** Caches the answers of handlers below it that say what they show; put it around everything that adds headers. */
  keep: MiddlewareHandler<{ Variables: Keeping; Bindings: Partial<HttpBindings> }>;
  /** Reports what changed, as to the page cache. */
  change(subjects?: readonly string[]): void;
};

/** What `keep` and the API tell each other. */
export type Keeping = {
  /** There if the answer may be kept. Called before it is made: equal requests wait for it from then on. */
  startKept?: () => void;
  /** What the answer shows. */
  shows?: readonly string[];
};

/** What a request says about its sender. */
type Credentials = { cookie?: string | undefined; authorization?: string | undefined };
/** Whether somebody whom the shop knows sent it: their cookie has our signature, or their token was found. */
export type IsOurs = (said: Credentials) => boolean | Promise<boolean>;

/**
 * Caches public answers, one copy for each encoding. A request of somebody whom `isOurs` knows is never answered from
 * memory, so people see their own changes at once, whichever process made them. What strangers make up counts nothing.
 */
export function createKeptAnswers(isOurs: IsOurs): KeptAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: ROOM_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + BESIDE_BYTES,
    ttl: MAX_AGE_MS,
    // It need not look at the clock each time.
    ttlResolution: 1_000,
  });
  const makings = new Map<string, Making>();
  /** An answer that is read while something changes may be old or new. */
  let changes = 0;

  /** Makes an answer known as being made. Returns what ends that. */
  function start(key: string, since: number): (copy: Kept | undefined) => void {
    const { promise, resolve } = Promise.withResolvers<Kept | undefined>();
    const making = { since, copy: promise };
    makings.set(key, making);
    return (copy) => {
      if (makings.get(key) === making) makings.delete(key);
      resolve(copy);
    };
  }

  return {
    serve(request, response) {
      const { method, url = "", headers } = request;
      if (method !== "GET") return false;
      const key = toKey(headers.host, url, chooseEncoding(headers["accept-encoding"]));
      const send = (copy: Kept | undefined) => {
        if (copy) sendCopy(copy, request, response);
        return copy !== undefined;
      };
      const find = () => {
        const copy = kept.get(key);
        const making = copy ? undefined : makings.get(key);
        // One that began before a change may be older than what this visitor has already seen.
        return making?.since === changes ? making.copy.then(send) : send(copy);
      };
      const own = (headers.cookie || headers.authorization) && isOurs(headers);
      if (own instanceof Promise) return own.then((isOwn) => !isOwn && find());
      return !own && find();
    },
    async keep(c, next) {
      const { method, url } = c.req;
      // A call inside the process has no socket; pages are kept by themselves.
      if (method !== "GET" || !c.env?.incoming) return next();
      const said = { cookie: c.req.header("cookie"), authorization: c.req.header("authorization") };
      if ((said.cookie || said.authorization) && (await isOurs(said))) return next();
      const before = changes;
      const encoding = chooseEncoding(c.req.header("accept-encoding"));
      // An absolute address takes precedence over the header, which may name any host.
      const { host, pathname, search } = new URL(url);
      const key = toKey(host, pathname + search, encoding);
      let end: ReturnType<typeof start> | undefined;
      let copy: Kept | undefined;
      c.set("startKept", () => {
        end = start(key, before);
      });
      try {
        await next();
        const shows = c.get("shows");
        if (!shows || c.res.status !== 200) return;
        copy = await toKept(c.res, encoding, shows);
        if (key.length <= LONGEST_KEY && before === changes) kept.set(key, copy);
      } finally {
        end?.(copy);
      }
      const answer = toResponse(copy, c.res.headers.get("x-request-id"), c.req.header("if-none-match"));
      // Otherwise the old answer's headers would be added.
      c.res = undefined;
      c.res = answer;
    },
    change(subjects) {
      changes++;
      if (!subjects) return kept.clear();
      for (const [key, { shows }] of kept.entries()) {
        if (subjects.some((subject) => shows.has(subject))) kept.delete(key);
      }
    },
  };
}

function toKey(host = "", address: string, encoding: Encoding): string {
  return `${encoding} ${host} ${address}`;
}

async function toKept(answer: Response, wanted: Encoding, shows: readonly string[]): Promise<Kept> {
  const plain = Buffer.from(await answer.arrayBuffer());
  const encoding = plain.length < WORTH_COMPRESSING ? "identity" : wanted;
  const bytes = await compress(plain, encoding);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}-${encoding}"`;
  const headers = new Headers(answer.headers);
  headers.set("vary", "Accept-Encoding");
  return { ...makeCopy(headers, bytes, encoding, etag), shows: new Set(shows) };
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  if (encoding === "gzip") return promisify(gzip)(plain);
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

function toResponse(copy: Copy, requestId: string | null, named: string | undefined): Response {
  const hasIt = isKnown(copy, named);
  const pairs = Map.groupBy(hasIt ? copy.known : copy.headers, (_, at) => Math.floor(at / 2)).values();
  const headers = new Headers([...pairs] as [string, string][]);
  if (requestId) headers.set("x-request-id", requestId);
  return new Response(hasIt ? null : new Uint8Array(copy.bytes), { status: hasIt ? 304 : 200, headers });
}
