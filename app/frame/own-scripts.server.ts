import { createHash } from "node:crypto";

/**
 * Takes the nonce, with which framework and frame marked their own inline scripts, out of a rendered page, and returns
 * the SHA-256 of each. A script that came into the page in any other way has no mark, and so the browser does not run
 * it. A nonce alone would not do: a cached page is the same bytes for everybody, so anybody could read its nonce.
 */
export function takeOwnScripts(marked: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = [...marked.matchAll(inlineScript)]
    .filter(([, attributes = ""]) => attributes.includes(mark))
    .map(([, , code = ""]) => createHash("sha256").update(code).digest("base64"));
  return { html: marked.replaceAll(mark, ""), hashes: [...new Set(hashes)] };
}

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
