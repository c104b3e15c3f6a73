import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const BROTLI_QUALITY = 5;
/** Below this, compressing saves less than its header costs. */
const WORTH_COMPRESSING = 1024;

type Encoding = "br" | "gzip" | "identity";
type Bytes = Uint8Array<ArrayBuffer>;

/** An answer for many: its headers and bytes, and a copy for each encoding that somebody has asked for. */
export type Stored = {
  status: number;
  headers: [string, string][];
  plain: Bytes;
  copies: Map<Encoding, Promise<Copy>>;
};

/**
 * An answer as it goes over the wire. Headers are alternating names and values, as Node writes them; `known` are those
 * of the 304 for a client that has this copy. The request's id is not among them.
 */
type Copy = { status: number; bytes: Bytes; etag: string | undefined; headers: string[]; known: string[] };

/** Named, but not with the quality 0, which refuses it (RFC 9110, 12.4.2). */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The smallest encoding that a client accepts. */
function chooseEncoding(accepted: string | string[] = ""): Encoding {
  return takesBrotli.test(String(accepted)) ? "br" : takesGzip.test(String(accepted)) ? "gzip" : "identity";
}

/** Whether a client that names these ETags has the copy. A proxy may have made them weak ones (RFC 9110, 13.1.2). */
export function isKnown({ etag }: Pick<Copy, "etag">, named = ""): boolean {
  if (etag === undefined) return false;
  // Split only at commas: an expression that also matched the spaces around them would scan them again and again.
  return named === etag || named.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}

/** Headers that belong to a single request, or are written for each copy. */
const ofOne = new Set(["x-request-id", "content-length", "content-encoding", "etag"]);

/** Reads an answer whole, to send it to many. */
export async function storeResponse(response: Response): Promise<Stored> {
  const headers = [...response.headers].filter(([name]) => !ofOne.has(name));
  if (!response.headers.has("vary")) headers.push(["vary", "Accept-Encoding"]);
  return { status: response.status, headers, plain: new Uint8Array(await response.arrayBuffer()), copies: new Map() };
}

/** The copy in the smallest encoding that a client accepts. Only a page that was found is compressed and has an ETag. */
export function copyFor(stored: Stored, accepted: string | string[] | undefined): Promise<Copy> {
  const isSmall = stored.status !== 200 || stored.plain.length < WORTH_COMPRESSING;
  const encoding = isSmall ? "identity" : chooseEncoding(accepted);
  let copy = stored.copies.get(encoding);
  if (!copy) {
    copy = makeCopy(stored, encoding);
    stored.copies.set(encoding, copy);
  }
  return copy;
}

async function makeCopy({ status, headers, plain }: Stored, encoding: Encoding): Promise<Copy> {
  const bytes = await compress(plain, encoding);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const etag = status === 200 ? `"${hash}-${encoding}"` : undefined;
  const known = [...headers.flat(), ...(etag ? ["etag", etag] : [])];
  const full = [...known];
  // A status such as 204 may have no body, not even an empty one.
  if (bytes.length > 0) full.push("content-length", String(bytes.length));
  if (encoding !== "identity") full.push("content-encoding", encoding);
  return { status, bytes, etag, headers: full, known };
}

async function compress(plain: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return plain;
  if (encoding === "gzip") return new Uint8Array(await promisify(gzip)(plain));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return new Uint8Array(await promisify(brotliCompress)(plain, { params }));
}

/** The answer for a client that names these ETags. */
export function toResponse(copy: Copy, named: string | undefined): Response {
  const hasIt = isKnown(copy, named);
  const pairs = Map.groupBy(hasIt ? copy.known : copy.headers, (_, at) => Math.floor(at / 2)).values();
  const headers = new Headers([...pairs] as [string, string][]);
  const body = hasIt || copy.bytes.length === 0 ? null : copy.bytes;
  return new Response(body, { status: hasIt ? 304 : copy.status, headers });
}

/** The longest request id that is repeated, and the characters that it may not contain, as in Hono's own middleware. */
const LONGEST_ID = 255;
const notInId = /[^\w\-=]/;

/**
 * Writes a copy to a socket, with the id that a proxy gave the request or with a new one. Returns the id and the status.
 */
export function sendCopy(
  copy: Copy,
  { headers }: IncomingMessage,
  response: ServerResponse,
): { requestId: string; status: number } {
  const given = String(headers["x-request-id"] ?? "");
  const requestId = given && given.length <= LONGEST_ID && !notInId.test(given) ? given : randomUUID();
  const named = headers["if-none-match"];
  const hasIt = named !== undefined && isKnown(copy, named);
  const status = hasIt ? 304 : copy.status;
  response.writeHead(status, (hasIt ? copy.known : copy.headers).concat("x-request-id", requestId));
  response.end(hasIt ? undefined : copy.bytes);
  return { requestId, status };
}
