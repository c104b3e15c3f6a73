import { createHmac } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";

const NAME = "rivet-and-reed.known_browser";
const LIFE_S = 365 * 24 * 60 * 60;
/** Colleagues share a browser; of more accounts than this, the last ones are known. */
const MOST = 5;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Remembers in a cookie which accounts a browser has logged in to. The cookie opens nothing: guesses of strangers do not
 * keep such a browser out. Only the identity calls receive it, so it cannot make a page personal or get around a cache.
 */
export function createKnownBrowsers({ origin, secret }: { origin: string; secret: string }) {
  const isSecure = origin.startsWith("https:");
  const name = isSecure ? `__Secure-${NAME}` : NAME;
  const markOf = (email: string) => createHmac("sha256", secret).update(`known browser ${email}`).digest("base64url");
  const read = (headers: Headers) => (parse(headers.get("cookie") ?? "", name)[name] ?? "").split(".").slice(0, MOST);
  return {
    /** Whether this browser has logged in to the account with this address. */
    knows: (headers: Headers, email: string): boolean => read(headers).includes(markOf(email)),
    /** The headers that remember it. */
    remember(headers: Headers, email: string): { headers: Headers } {
      const mark = markOf(email);
      const marks = [mark, ...read(headers).filter((other) => other !== "" && other !== mark)].slice(0, MOST);
      const about = { httpOnly: true, sameSite: "Lax", secure: isSecure, path: "/api/auth", maxAge: LIFE_S } as const;
      return { headers: new Headers({ "set-cookie": serialize(name, marks.join("."), about) }) };
    },
  };
}
