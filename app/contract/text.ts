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

/** Characters that cannot be seen, such as soft hyphens, zero-width spaces and marks of direction, with what they follow. */
const unseen = /(^|\P{Default_Ignorable_Code_Point})\p{Default_Ignorable_Code_Point}+/gu;
/** Joiners and variation selectors, which change how a letter before them looks… */
const shaping = /\u200c|\u200d|[\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** …in the scripts that have such letters, and in emoji. */
const isShaped = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const isNeverShaped = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}]$/u;

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4`\uff07]/g;
const QUOTATION_MARKS = /[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/g;
const HYPHENS = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;

/** The text without characters that are not drawn. Joiners stay where they shape a letter or an emoji. */
export function dropUnseen(written: string): string {
  return written.replace(unseen, (found, before: string) => {
    if (!isShaped.test(before) || isNeverShaped.test(before)) return before;
    return before + (found.slice(before.length).match(shaping) ?? []).join("");
  });
}

/**
 * Any text as people type or paste it, also of several lines: without what cannot be seen and without space around it, and
 * with marks joined to their letters (NFC).
 */
export function cleanText(written: string): string {
  return dropUnseen(written).normalize().trim();
}

/**
 * The same for text on one line: spaces of any kind and number are one space, and hyphens that cannot be told from a
 * plain one are plain. Line breaks are left for the schema.
 */
export function cleanLine(written: string): string {
  return cleanText(written)
    .replace(/\p{Zs}+/gu, " ")
    .replace(/[\u2010\u2011]/g, "-");
}

/** The same for a code, such as a PO number, in which a text program has made a longer dash of a hyphen. */
export function cleanCode(written: string): string {
  return cleanLine(written).replace(HYPHENS, "-");
}

/**
 * A text for looking it up: as `cleanLine`, in small letters, and with the apostrophes, quotation marks, hyphens and digits that
 * a plain keyboard has. Texts that look alike are equal then; accents are kept.
 */
export function foldText(written: string): string {
  return cleanLine(
    foldMarks(written)
      .normalize("NFKC")
      .replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
  )
    .toLowerCase()
    .normalize();
}

/**
 * What is searched for, folded as the words of names are: O’Neill and O'Neill are looked up as oneill, which is among the
 * words of both.
 */
export function foldWords(typed: string): string {
  return foldText(typed).replace(/(?<=[\p{L}\p{M}])'(?=\p{L})/gu, "");
}

function foldMarks(written: string): string {
  return (
    foldDigits(written)
      .replace(APOSTROPHES, "'")
      .replace(QUOTATION_MARKS, '"')
      .replace(HYPHENS, "-")
      // 1½ is 1 1/2, not 11/2.
      .replace(
        /(\d)?([\u00bc-\u00be\u2150-\u215e])/g,
        (_, whole, fraction: string) =>
          `${whole === undefined ? "" : `${whole} `}${fraction.normalize("NFKC").replace("\u2044", "/")}`,
      )
  );
}

/** The same text with the digits 0 to 9 in place of those of other scripts. */
export function foldDigits(written: string): string {
  return written.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const folded = digit.normalize("NFKC");
    if (/^[0-9]$/.test(folded)) return folded;
    // Unicode has the ten digits of a script one after the other.
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });
}

/** The text of a spreadsheet's cell that was marked as text there: `="003"` and `'003` are 003. */
export function unmarkText(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? /^'(?=\d)(.*)$/s.exec(cell)?.[1] ?? cell;
}
