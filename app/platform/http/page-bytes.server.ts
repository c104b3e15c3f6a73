import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { takeShown } from "#app/contract/kept-page.ts";
import { takeScripts } from "#app/contract/page-scripts.ts";
import { chooseEncoding, type Encoding, isKnown } from "./copies.server.ts";

const BROTLI_QUALITY = 5;

/** Pages, what is not there, and redirects that stay: anybody may ask for those without end. */
const KEPT = new Set([200, 301, 308, 404]);

type Bytes = Uint8Array<ArrayBuffer>;

/** A rendered answer as bytes, one copy for each encoding. */
export type Rendered = {
  status: number;
  headers: Headers;
  /** False for failures, and for pages that say they are incomplete. */
  mayKeep: boolean;
  /** What it shows, according to its loader. */
  shows: readonly string[];
  etag: string;
  /** Includes gzip once somebody has asked for it: most browsers accept brotli. */
  bodies: Record<Exclude<Encoding, "gzip">, Bytes> & { gzip?: Bytes };
};

/** Who a page is for. A page may depend on whether its visitor is logged in, but on nothing else about them. */
export type Audience = "everybody" | "signed in" | "signed out";

/** Prepares a rendered answer for everyone who asks for it. */
export async function toBytes(response: Response, audience: Audience): Promise<Rendered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const br = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  const shows = takeShown(headers);
  const scripts = takeScripts(headers);
  const isForAll = audience === "everybody";
  headers.set("Vary", isForAll ? "Accept-Encoding" : "Accept-Encoding, Cookie");
  const isWhole = headers.get("Cache-Control") !== "no-store";
  const mayKeep = isWhole && KEPT.has(response.status);
  const isOpen = isWhole && response.status === 200;
  headers.set("Cache-Control", isOpen ? `${isForAll ? "public" : "private"}, max-age=0, must-revalidate` : "no-store");
  if (headers.get("Content-Type")?.startsWith("text/html")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(scripts));
  }
  return {
    status: response.status,
    headers,
    mayKeep,
    shows,
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    bodies: { br: new Uint8Array(br), identity: bytes },
  };
}

/** The page in one encoding. */
export async function bodyIn({ bodies }: Rendered, encoding: Encoding): Promise<Bytes> {
  if (encoding !== "gzip") return bodies[encoding];
  bodies.gzip ??= new Uint8Array(await promisify(gzip)(bodies.identity));
  return bodies.gzip;
}

/** The answer for one visitor, given the encodings they accept and the copy they may have. */
export async function answer(page: Rendered, accepted = "", known = ""): Promise<Response> {
  const encoding = chooseEncoding(accepted);
  const etag = etagOf(page, encoding);
  const headers = new Headers(page.headers);
  if (page.status !== 200) {
    // A status such as 204 may have no body, not even an empty one.
    return new Response(page.bodies.identity.length > 0 ? page.bodies.identity : null, {
      status: page.status,
      headers,
    });
  }
  headers.set("ETag", etag);
  if (isKnown({ etag }, known)) return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  return new Response(await bodyIn(page, encoding), { headers });
}

/** Names a page in one encoding. */
export function etagOf({ etag }: Rendered, encoding: Encoding): string {
  return `"${etag}-${encoding}"`;
}

/** Allows our own scripts, and of those within the page the ones with these hashes. Nobody may frame us. */
function contentSecurityPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    // Admins and reviewers may link to pictures elsewhere, over http or https.
    "img-src 'self' https: http: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}
