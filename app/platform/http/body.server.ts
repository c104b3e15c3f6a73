import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { bodyTooLarge, invalidInput } from "#app/contract/problem.ts";
import { isPlainText } from "#app/contract/text.ts";
import { refuse } from "./refusal.server.ts";

const KB = 1024;
const MB = KB * KB;
const MAX_BODY_BYTES = 64 * KB;
const MAX_DEPTH = 8;

const countBody = upTo(MAX_BODY_BYTES, `The body may have at most ${MAX_BODY_BYTES / KB} KB.`);

/**
 * Nobody reads the body of GET or HEAD. Looking for it would create a whole `Request` with a signal, which V8 holds
 * until its next full collection.
 */
export const limitBody: MiddlewareHandler = (c, next) =>
  c.req.method === "GET" || c.req.method === "HEAD" ? next() : countBody(c, next);

/**
 * Accepts only a file with one of these media types and within this size. The code that reads it finds out what it
 * really is.
 */
export function requireFile({ types, maxBytes, otherwise }: NonNullable<Endpoint["takes"]>): MiddlewareHandler[] {
  return [
    async (c, next) => {
      const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      if (!types.includes(type) || c.req.header("content-encoding")) {
        refuse(otherwise, `Please send one file as ${types.join(", ")}, uncompressed.`);
      }
      await next();
    },
    upTo(maxBytes, `A file may have at most ${maxBytes / MB} MB.`),
  ];
}

/**
 * Checks a body by its stated length, which Node enforces, or else counts its bytes as they are read. A body that is
 * too large is read to its end: otherwise its connection would be cut half a second later, and with it the next request
 * there.
 */
function upTo(maxBytes: number, detail: string): MiddlewareHandler {
  return async (c, next) => {
    const stated = c.req.header("content-length");
    if (stated !== undefined && c.req.header("transfer-encoding") === undefined) {
      if (Number(stated) > maxBytes) refuse(bodyTooLarge, detail);
      return next();
    }
    const reader = c.req.raw.body?.getReader();
    if (!reader) return next();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxBytes) {
        void drop(reader);
        refuse(bodyTooLarge, detail);
      }
      parts.push(part.value);
    }
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(parts) });
    return next();
  };
}

/** Reads to the end, or until the client leaves. */
async function drop(reader: ReadableStreamDefaultReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // It has left.
  }
}

/** Accepts only uncompressed, shallow JSON with plain numbers and no repeated keys. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" || c.req.header("content-encoding")) throw new HTTPException(415);
  const text = await c.req.text();
  const fault = findFault(text);
  if (fault) refuse(invalidInput, fault);
  await next();
};

/** The same, for a call that may come without a body: some clients then name its type all the same. */
export const requireJsonIfAny: MiddlewareHandler = async (c, next) => {
  if (await c.req.text()) return requireJson(c, next);
  // Parsers that go by the type must not meet an empty body.
  c.req.raw.headers.delete("content-type");
  await next();
};

/** Why this JSON text is refused, or undefined. JSON.parse alone accepts repeated keys and deep nesting. */
function findFault(text: string): string | undefined {
  let isFit = true;
  try {
    JSON.parse(text, (key, value) => {
      isFit &&= isPlainText(key) && (typeof value !== "string" || isPlainText(value));
      return value;
    });
  } catch {
    return "The body is not valid JSON.";
  }
  if (!isFit) return "A string in the JSON contains a NUL or half a character.";
  // From here on the JSON is valid, so this expression meets no unclosed string and stays linear.
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[[{}\]]|-?[0-9][^\s,\]}]*/g;
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === "[" || token === "{") {
      if (open.push(new Set()) > MAX_DEPTH) return "The JSON is nested too deeply.";
    } else if (token === "]" || token === "}") {
      open.pop();
    } else if (!token.startsWith('"')) {
      if (!/^-?[0-9]+(\.[0-9]+)?$/.test(token)) return "Numbers must be written in plain digits.";
    } else if (colon) {
      const key: string = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (key === "__proto__" || keys?.has(key)) return "A key in the JSON appears twice or is not allowed.";
      keys?.add(key);
    }
  }
  return undefined;
}
