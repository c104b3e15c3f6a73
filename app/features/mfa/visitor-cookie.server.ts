import { randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";

/** Ties a login by a passkey to the browser that began it, before there is a session. */
const NAME = "rivet-and-reed.passkey";
const LIFE_S = 5 * 60;

/** A new value, and the headers that set it. */
export function makeVisitor(origin: string): { visitor: string; headers: Headers } {
  const visitor = randomBytes(16).toString("base64url");
  const isSecure = origin.startsWith("https:");
  const about = { httpOnly: true, sameSite: "Strict", secure: isSecure, path: "/", maxAge: LIFE_S } as const;
  return { visitor, headers: new Headers({ "set-cookie": serialize(nameOf(origin), visitor, about) }) };
}

/** The value that this browser was given; empty without one. */
export function readVisitor(origin: string, headers: Headers): string {
  const name = nameOf(origin);
  return parse(headers.get("cookie") ?? "", name)[name] ?? "";
}

const nameOf = (origin: string) => (origin.startsWith("https:") ? `__Host-${NAME}` : NAME);
