/**
 * Whether every part of the shop can hold this text: PostgreSQL stores no NUL, and no encoding has half a surrogate
 * pair.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
