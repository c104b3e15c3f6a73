import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const BROTLI_QUALITY = 5;

/** A rendered answer as bytes, once for each encoding. */
export type Rendered = {
  status: number;
  headers: Headers;
  /** False for what failed, and for a page that says it has a hole. */
  mayKeep: boolean;
  etag: string;
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>;
};
type Encoding = "br" | "gzip" | "identity";

/** Whom a page is made for. One that asks for a login may be made by it: so much it knows of its visitor, and no more. */
export type Audience = "everybody" | "signed in" | "signed out";

/** Lays a rendered answer out for all who ask for it. */
export async function toBytes(response: Response, audience: Audience): Promise<Rendered> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(bytes),
  ]);
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  const isForAll = audience === "everybody";
  headers.set("Vary", isForAll ? "Accept-Encoding" : "Accept-Encoding, Cookie");
  const isWhole = headers.get("Cache-Control") !== "no-store";
  const mayKeep = isWhole && (response.status === 200 || response.status === 404);
  const isOpen = isWhole && response.status === 200;
  headers.set("Cache-Control", isOpen ? `${isForAll ? "public" : "private"}, max-age=0, must-revalidate` : "no-store");
  if (headers.get("Content-Type")?.startsWith("text/html")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(new TextDecoder().decode(bytes)));
  }
  return {
    status: response.status,
    headers,
    mayKeep,
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gz), identity: bytes },
  };
}

/** The answer to one visitor, who takes these encodings and may know the page already. */
export function answer(page: Rendered, accepted = "", known = ""): Response {
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
  const etag = `"${page.etag}-${encoding}"`;
  const headers = new Headers(page.headers);
  if (page.status !== 200) return new Response(page.bodies.identity, { status: page.status, headers });
  headers.set("ETag", etag);
  if (known.split(/\s*,\s*/).includes(etag)) return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  return new Response(page.bodies[encoding], { headers });
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Only scripts of ours and the very inline scripts of this page, by their hash; nobody may frame us. */
export function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`.trim(),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    // Admins and reviewers may name pictures elsewhere, by either scheme.
    "img-src 'self' https: http: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}
