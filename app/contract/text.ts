/**
 * Whether this is text that every part of the shop can hold: PostgreSQL keeps no NUL, and half of a surrogate pair is no
 * character of any encoding.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
