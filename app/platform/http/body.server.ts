import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { bodyTooLarge, invalidInput } from "#app/contract/problem.ts";
import { isPlainText } from "#app/contract/text.ts";
import { refuse } from "./refusal.server.ts";

const KB = 1024;
const MB = KB * KB;
const MAX_BODY_BYTES = 64 * KB;
const MAX_DEPTH = 8;

const countBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => refuse(bodyTooLarge, `The body may have at most ${MAX_BODY_BYTES / KB} KB.`),
});

/**
 * Counts the body's bytes as they are read, even if its stated length is missing or false. Nobody reads one of GET or
 * HEAD. To look for it would make a whole `Request` with a signal, which V8 holds until it next collects all its memory.
 */
export const limitBody: MiddlewareHandler = (c, next) =>
  c.req.method === "GET" || c.req.method === "HEAD" ? next() : countBody(c, next);

/** Accepts only a file of these media types and within this size. Its reader finds out what it really is. */
export function requireFile({ types, maxBytes, otherwise }: NonNullable<Endpoint["takes"]>): MiddlewareHandler[] {
  return [
    async (c, next) => {
      const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      if (!types.includes(type) || c.req.header("content-encoding")) {
        refuse(otherwise, `Please send one file as ${types.join(", ")}, uncompressed.`);
      }
      await next();
    },
    bodyLimit({
      maxSize: maxBytes,
      onError: () => refuse(bodyTooLarge, `A file may have at most ${maxBytes / MB} MB.`),
    }),
  ];
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
  if (!isFit) return "A text of the JSON holds a NUL or half a character.";
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
      if (key === "__proto__" || keys?.has(key)) return "A key of the JSON stands twice or is not allowed.";
      keys?.add(key);
    }
  }
  return undefined;
}
