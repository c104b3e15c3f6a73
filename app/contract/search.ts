import { cleanLine } from "./text.ts";

/** The longest search text of a list, in characters. Apart from the schemas: public pages need the number alone. */
export const Q_MAX = 80;

/** What is searched for when this is typed, or in an address. */
export function toSearchText(typed: string): string {
  return cleanLine(typed).slice(0, Q_MAX).trim();
}
