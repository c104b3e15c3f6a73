import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";

const BROTLI_QUALITY = 5;
/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const MAX_AGE_MS = 60_000;
const ROOM_BYTES = 16 * 1024 * 1024;
const LONGEST_KEY = 400;
/** Below this, compressing saves less than its header costs. */
const WORTH_COMPRESSING = 1024;

type Encoding = "br" | "gzip" | "identity";
/** An answer's headers are names and values in turn, as Node writes them; `known` is what a client with this copy gets. */
type Copy = { bytes: Buffer; etag: string; shows: ReadonlySet<string>; headers: string[]; known: string[] };

/** Answers of the API that look the same to everybody, kept as bytes until what they show changes. */
export type KeptAnswers = {
  /** Answers from memory if it can, before anything else sees the request. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Keeps what those below it answer and say that it shows; put it around all that add headers. */
  keep: MiddlewareHandler<{ Variables: Keeping; Bindings: Partial<HttpBindings> }>;
  /** Reports what changed, as to the page cache. */
  change(subjects?: readonly string[]): void;
};

/** What `keep` tells the API, and the API it: whether an answer may be kept, and what it shows. */
export type Keeping = { mayKeep?: true; shows?: readonly string[] };

/**
 * Keeps public answers, one copy for each encoding. A request with a cookie or a token is never answered from memory: a
 * change of one's own is seen at once, in whichever process it was made.
 */
export function createKeptAnswers(): KeptAnswers {
  const kept = new LRUCache<string, Copy>({
    maxSize: ROOM_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1000,
    ttl: MAX_AGE_MS,
    // It need not look at the clock each time.
    ttlResolution: 1_000,
  });
  /** What is read while something changes may be old or new. */
  let changes = 0;

  return {
    serve({ method, url = "", headers }, response) {
      // A proxy's own id is checked before it is repeated.
      if (method !== "GET" || headers.cookie || headers.authorization || headers["x-request-id"]) return false;
      const copy = kept.get(toKey(headers.host, url, chooseEncoding(headers["accept-encoding"])));
      if (!copy) return false;
      const isKnown = knows(copy, headers["if-none-match"]);
      response.writeHead(isKnown ? 304 : 200, [...(isKnown ? copy.known : copy.headers), "x-request-id", randomUUID()]);
      response.end(isKnown ? undefined : copy.bytes);
      return true;
    },
    async keep(c, next) {
      const { method, url } = c.req;
      const isAnybody = method === "GET" && !c.req.header("cookie") && !c.req.header("authorization");
      // A call inside the process has no socket; pages are kept by themselves.
      if (!isAnybody || !c.env?.incoming) return next();
      const before = changes;
      c.set("mayKeep", true);
      await next();
      const shows = c.get("shows");
      if (!shows || c.res.status !== 200) return;
      const encoding = chooseEncoding(c.req.header("accept-encoding"));
      const { pathname, search } = new URL(url);
      const copy = await toCopy(c.res, encoding, shows);
      const key = toKey(c.req.header("host"), pathname + search, encoding);
      if (key.length <= LONGEST_KEY && before === changes) kept.set(key, copy);
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

function chooseEncoding(accepted: string | string[] = ""): Encoding {
  return /\bbr\b/.test(String(accepted)) ? "br" : /\bgzip\b/.test(String(accepted)) ? "gzip" : "identity";
}

/** Belongs to one answer alone, or is written anew. */
const ofOne = new Set(["x-request-id", "content-length", "content-encoding", "etag", "vary"]);

async function toCopy(answer: Response, wanted: Encoding, shows: readonly string[]): Promise<Copy> {
  const plain = Buffer.from(await answer.arrayBuffer());
  const encoding = plain.length < WORTH_COMPRESSING ? "identity" : wanted;
  const bytes = await compress(plain, encoding);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}-${encoding}"`;
  const known = [...answer.headers].filter(([name]) => !ofOne.has(name)).flat();
  known.push("etag", etag, "vary", "Accept-Encoding");
  const headers = [...known, "content-length", String(bytes.length)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { bytes, etag, shows: new Set(shows), headers, known };
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return plain;
  if (encoding === "gzip") return promisify(gzip)(plain);
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

function knows({ etag }: Copy, known = ""): boolean {
  return known.split(/\s*,\s*/).includes(etag);
}

function toResponse(copy: Copy, requestId: string | null, known: string | undefined): Response {
  const isKnown = knows(copy, known);
  const pairs = Map.groupBy(isKnown ? copy.known : copy.headers, (_, at) => Math.floor(at / 2)).values();
  const headers = new Headers([...pairs] as [string, string][]);
  if (requestId) headers.set("x-request-id", requestId);
  return new Response(isKnown ? null : new Uint8Array(copy.bytes), { status: isKnown ? 304 : 200, headers });
}
