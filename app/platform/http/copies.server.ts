import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** How a body travels. */
export type Encoding = "br" | "gzip" | "identity";

/**
 * An answer of 200 as it goes over the wire. Headers are names and values in turn, as Node writes them; `known` are those
 * of the 304 that a client with this copy gets. The id of the request is not among them.
 */
export type Copy = { bytes: Uint8Array; etag: string; headers: string[]; known: string[] };

/** Named, but not with the quality 0, which refuses it (RFC 9110, 12.4.2). */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The smallest encoding that a client accepts. */
export function chooseEncoding(accepted: string | string[] = ""): Encoding {
  return takesBrotli.test(String(accepted)) ? "br" : takesGzip.test(String(accepted)) ? "gzip" : "identity";
}

/** Whether a client that names these ETags has the copy. A proxy may have made them weak ones (RFC 9110, 13.1.2). */
export function isKnown({ etag }: Pick<Copy, "etag">, named = ""): boolean {
  // Cut at each comma alone: spaces around it, in an expression, would be gone over again and again.
  return named === etag || named.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}

/** Headers that belong to one request alone, or are written for each answer. */
const ofOne = new Set(["x-request-id", "content-length", "content-encoding", "etag"]);

/** A copy of an answer that had these headers. */
export function makeCopy(answered: Headers, bytes: Uint8Array, encoding: Encoding, etag: string): Copy {
  const known = [...answered].filter(([name]) => !ofOne.has(name)).flat();
  known.push("etag", etag);
  const headers = [...known, "content-length", String(bytes.length)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { bytes, etag, headers, known };
}

/** The longest id of a request that is repeated, and what it may not hold, as in Hono's own middleware. */
const LONGEST_ID = 255;
const notInId = /[^\w\-=]/;

/** Answers from memory, under the id that a proxy gave the request or under one of its own. */
export function sendCopy(copy: Copy, { headers }: IncomingMessage, response: ServerResponse): void {
  const given = String(headers["x-request-id"] ?? "");
  const id = given && given.length <= LONGEST_ID && !notInId.test(given) ? given : randomUUID();
  const named = headers["if-none-match"];
  const hasIt = named !== undefined && isKnown(copy, named);
  response.writeHead(hasIt ? 304 : 200, (hasIt ? copy.known : copy.headers).concat("x-request-id", id));
  response.end(hasIt ? undefined : copy.bytes);
}
