import { cleanLine } from "./text.ts";

/** The longest search text of a list, in characters. Apart from the schemas: public pages need the number alone. */
export const Q_MAX = 80;

/** What is searched for when this is typed, or in an address. */
export function toSearchText(typed: string): string {
  return cleanLine(typed).slice(0, Q_MAX).trim();
}

/** The header that names the words of a search that were left out. */
export const WITHOUT = "X-Search-Without";

/** The header's value: letters beyond ASCII, and commas, are percent-encoded. */
export function writeWithout(words: readonly string[]): string {
  return words.map(encodeURIComponent).join(",");
}

/** The words in these headers; none if nothing was left out. */
export function readWithout(headers: Headers): string[] {
  return (headers.get(WITHOUT) ?? "").split(",").filter(Boolean).map(decodeURIComponent);
}
