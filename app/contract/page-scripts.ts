const SCRIPTS = "X-Inline-Scripts";

/** Says which inline scripts a rendered page may run: the SHA-256 of each, in base64. No visitor sees this header. */
export function allowScripts(headers: Headers, hashes: readonly string[]): void {
  headers.set(SCRIPTS, hashes.join(" "));
}

/** Takes from an answer what `allowScripts` said. */
export function takeScripts(headers: Headers): string[] {
  const said = headers.get(SCRIPTS);
  headers.delete(SCRIPTS);
  return said?.split(" ").filter(Boolean) ?? [];
}
