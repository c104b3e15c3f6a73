import { getParser } from "bowser";

/** A browser in people's words, "Firefox on Linux", from what it calls itself (RFC 9110, section 10.1.5). */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const { browser, os } = getParser(userAgent).getResult();
  const name = browser.name || "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
