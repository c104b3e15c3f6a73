import { readArticleNumber } from "#app/contract/article.ts";
import { readDecimal, readWhole } from "#app/contract/numbers.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { foldWords } from "#app/contract/text.ts";
import { correct } from "./edit-distance.ts";

/** What a typed line says besides words: lengths in inches, an article number, pieces that must be in stock. */
export type SearchText = {
  /** The words, without what was understood. */
  text: string;
  /** The millimetres an inch measure may stand for, by the word it becomes. */
  inches: ReadonlyMap<string, string[]>;
  /** The article number, if the line contains nothing else. */
  number: string | undefined;
  /** "8,000 in stock" */
  inStock: number | undefined;
};

const MM_PER_INCH = 25.4;
/** How far the trade's round millimetres are from an inch measure: 1 inch is sold as 25 mm. */
const ROUNDED_MM = 0.4;
/**
 * What to look for in a line with single spaces. No repetition is unlimited, so the number of steps depends only on the
 * length of the line.
 */
export const patterns = {
  stock:
    /(?<!\d)(\d[\d., ]{0,16}?) ?(k\b)? ?(?:pcs|pieces|stück|stueck)? ?(?:(?:in|on|from|auf|ab) (?:stock|lager)|available|pcs\b|pieces\b)/i,
  inches:
    /(?<!\d)(?:(\d{1,6}) )?(\d{1,6})\/(\d{1,6}) ?(?:inch(?:es)?\b|zoll\b|["″])|(?<!\d)(\d{1,6}(?:[.,]\d{1,6})?)[ -]{0,3}(?:inch(?:es)?\b|zoll\b|["″])/gi,
};

/** Reads a typed line. */
export function readSearchText(typed: string): SearchText {
  const inches = new Map<string, string[]>();
  const { rest, inStock } = takeStock(foldWords(typed.replace(/[™®©]/g, " ")).replace(/\s+/g, " "));
  const text = rest.replace(patterns.inches, (_, whole = "0", over, under, decimal = "0") => {
    const inch = over === undefined ? Number(decimal.replace(",", ".")) : Number(whole) + Number(over) / Number(under);
    const mm = inch * MM_PER_INCH;
    if (!Number.isFinite(mm)) return " ";
    const word = `${Number(mm.toFixed(1))}mm`;
    const usual = [Math.round(mm * 2) / 2, Math.round(mm)].filter((measure) => Math.abs(measure - mm) <= ROUNDED_MM);
    inches.set(
      word,
      [...new Set(usual)].map((measure) => `${measure}mm`),
    );
    return ` ${Number(mm.toFixed(1))} mm `;
  });
  const number = readArticleNumber(text)?.toString();
  return { text, inches, number, inStock };
}

function takeStock(typed: string): { rest: string; inStock: number | undefined } {
  const said = patterns.stock.exec(typed);
  const written = said?.[1] ?? "";
  const read = said?.[2] ? readDecimal(written) : readWhole(written);
  // Nobody looks for a fraction of a piece: "8.000 in stock" are eight thousand.
  const count = Number("number" in read ? read.number : "question" in read ? read.question[1] : 0);
  const pieces = said?.[2] ? Math.round(count * 1000) : count;
  if (!said || !Number.isInteger(pieces) || pieces < 1 || pieces > MAX_PIECES)
    return { rest: typed, inStock: undefined };
  return { rest: typed.replace(said[0], " "), inStock: pieces };
}

type Part = { text: string; isTyped: boolean; at: number };

/** A name in parts, with the typed words marked, even if they were typed in part or with an error. */
export function markTyped(name: string, typed: string): Part[] {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
  let at = 0;
  return name.split(/([\p{L}\p{N}.]+)/u).flatMap((text) => {
    const part = { text, isTyped: words.some((word) => isTypedAs(text.toLowerCase(), word)), at };
    at += text.length;
    return text ? [part] : [];
  });
}

function isTypedAs(word: string, typed: string): boolean {
  return word.startsWith(typed) || (word.length > 2 && typed.startsWith(word)) || correct(typed, [word]).length > 0;
}
