import { formatPieces } from "./money.ts";
import { cleanLine, foldDigits, unmarkText } from "./text.ts";

/**
 * A number as it was read: in plain digits, `1234.5`, without zeros before or after it. `question` has two numbers, both of
 * which may be meant. `fault` is `empty`, or `unreadable` for anything that is no such number.
 */
export type NumberRead =
  | { number: string }
  | { question: readonly [string, string] }
  | { fault: "empty" | "unreadable" };

/** Words for pieces after a number, as people of many countries write them. */
const UNITS =
  "pcs?|pieces?|pièces?|piezas?|pzas?|pzs?|pezz[io]|peças?|stk|stück|stueck|stuks?|stycken|st|adet|ad|szt|sztuk[ai]?|buc|units?|ea|each|шт|штук[аи]?|件|个|個|枚";
/** Where people count in these words, a point is never a decimal point: 5.000 Stück are five thousand. */
const POINT_UNITS = "piezas?|pzas?|pzs?|pezz[io]|peças?|stk|stück|stueck|stuks?|adet|ad|buc";
const unit = new RegExp(`(?<=\\d)[ ]?(?:${UNITS})\\.?$`, "iu");
const pointUnit = new RegExp(`(?<=\\d)[ ]?(?:${POINT_UNITS})\\.?$`, "iu");
const pieceUnit = new RegExp(`^(?:${UNITS})\\.?$`, "iu");

/** Whether this word counts pieces one by one: pcs, Stück, adet. */
export function isPieceUnit(word: string): boolean {
  return pieceUnit.test(cleanLine(word));
}

/** What was typed as a number, with plain digits, spaces, apostrophes and minus sign. */
function toPlainMarks(written: string): string {
  return foldDigits(unmarkText(cleanLine(written)))
    .replace(/[’‘´`]/g, "'")
    .replace(/\u2212/g, "-");
}

/** Thousands, apart in any of the ways that have one reading; the first group is the number without its decimals. */
const GROUPED = [
  // 1,234,567 and, in South Asia, 12,34,567
  /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d+))?$/,
  // 1.234.567 and 1.234,5
  /^([1-9]\d{0,2}(?:\.\d{3}){2,}|[1-9]\d{0,2}(?:\.\d{3})+(?=,))(?:,(\d+))?$/,
  // 1 234 567 and 1'234'567
  /^([1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+)(?:[.,](\d+))?$/,
];

/**
 * Reads a whole number as people and spreadsheets write it: `20000`, `20,000`, `1,00,000`, `20 000`, `20'000`, `20000.0`,
 * with or without a word such as pcs, Stück or adet. One point before three digits is a question, because it parts
 * thousands for one reader and decimals for another: `3.600` may be 3.6 or 3600.
 */
export function readWhole(written: string, { isSigned = false } = {}): NumberRead {
  const marked = toPlainMarks(written);
  const text = marked.replace(unit, "");
  if (text === "" || isPieceUnit(text)) return { fault: "empty" };
  const [, sign = "", digits = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (sign && !isSigned) return { fault: "unreadable" };
  const signed = (whole: string) => ({ number: `${sign === "-" && whole !== "0" ? "-" : ""}${whole}` });
  const [, before = "", after = ""] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(digits) ?? [];
  if (before) {
    if (pointUnit.test(marked)) return signed(before + after);
    const [first, second] = [signed(withoutZeros(`${before}.${after}`)), signed(before + after)];
    return { question: [first.number, second.number] };
  }
  const parts = readParts(digits) ?? /^(\d+)(?:[.,](\d+))?$/.exec(digits)?.slice(1);
  const [whole, decimals = ""] = parts ?? [];
  return whole !== undefined && /^0{0,2}$/.test(decimals) ? signed(withoutZeros(whole)) : { fault: "unreadable" };
}

/** What a field says when the number in it may be either of two. */
export function askWhich([decimal, grouped]: readonly [string, string]): string {
  return `Is that ${decimal} or ${formatPieces(Number(grouped))}? Write it without the point.`;
}

/**
 * Reads a price or a measure, which has decimals: `0.0345`, `.0345`, `1,234.50`, `1.234,50`, `1'234.5`. Whether one comma
 * alone is the point depends on where it was typed: in a field of a form it is (`commaIsPoint`), in a file it is a
 * question: `0,031` may be 0.031.
 */
export function readDecimal(written: string, { commaIsPoint = true } = {}): NumberRead {
  const text = toPlainMarks(written);
  if (text === "") return { fault: "empty" };
  const [, whole, decimals] = /^(\d*),(\d+)$/.exec(text) ?? [];
  if (decimals !== undefined) {
    const number = withoutZeros(`${whole || "0"}.${decimals}`);
    return commaIsPoint ? { number } : { question: [number, withoutZeros(`${whole}${decimals}`)] };
  }
  const [before, after] = /^(\d*)(?:\.(\d+))?$/.exec(text)?.slice(1) ?? readParts(text) ?? [];
  return before === undefined ? { fault: "unreadable" } : { number: withoutZeros(`${before || "0"}.${after ?? ""}`) };
}

/** The digits before and after the point of a number whose thousands are apart. */
function readParts(text: string): [string, string | undefined] | undefined {
  for (const grouped of GROUPED) {
    const [, whole, decimals] = grouped.exec(text) ?? [];
    if (whole !== undefined) return [whole.replace(/\D/g, ""), decimals];
  }
  return undefined;
}

function withoutZeros(number: string): string {
  const plain = number.replace(/^0+(?=\d)/, "");
  return plain.includes(".") ? plain.replace(/\.?0*$/, "") : plain;
}
