import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** How a body travels. */
export type Encoding = "br" | "gzip" | "identity";

/**
 * A 200 answer as it goes over the wire. Headers are alternating names and values, as Node writes them; `known` are
 * those of the 304 for a client that has this copy. The request's id is not among them.
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
  // Split only at commas: an expression that also matched the spaces around them would scan them again and again.
  return named === etag || named.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}

/** Headers that belong to a single request, or are written for each answer. */
const ofOne = new Set(["x-request-id", "content-length", "content-encoding", "etag"]);

/** A copy of an answer that had these headers. */
export function makeCopy(answered: Headers, bytes: Uint8Array, encoding: Encoding, etag: string): Copy {
  const known = [...answered].filter(([name]) => !ofOne.has(name)).flat();
  known.push("etag", etag);
  const headers = [...known, "content-length", String(bytes.length)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { bytes, etag, headers, known };
}

/** The longest request id that is repeated, and the characters that it may not contain, as in Hono's own middleware. */
const LONGEST_ID = 255;
const notInId = /[^\w\-=]/;

/** Answers from memory, with the id that a proxy gave the request or with a new one. */
export function sendCopy(copy: Copy, { headers }: IncomingMessage, response: ServerResponse): void {
  const given = String(headers["x-request-id"] ?? "");
  const id = given && given.length <= LONGEST_ID && !notInId.test(given) ? given : randomUUID();
  const named = headers["if-none-match"];
  const hasIt = named !== undefined && isKnown(copy, named);
  response.writeHead(hasIt ? 304 : 200, (hasIt ? copy.known : copy.headers).concat("x-request-id", id));
  response.end(hasIt ? undefined : copy.bytes);
}
