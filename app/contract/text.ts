/**
 * Whether every part of the shop can hold this text: PostgreSQL stores no NUL, and no encoding has half a surrogate
 * pair.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Whether any of this text is visible: spaces, zero-width characters and fillers are not. */
export function isSeen(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}

/** The text, cut off after that many characters. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
