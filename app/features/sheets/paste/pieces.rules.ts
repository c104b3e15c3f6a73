import { formatPieces } from "#app/contract/money.ts";
import { isPieceUnit, readWhole } from "#app/contract/numbers.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { cleanLine, foldDigits } from "#app/contract/text.ts";

/**
 * How many pieces. `counted` says how, if they were written in another unit: "2,579 DZN = 30,948 pieces". With a fault,
 * `choices` are the numbers that may be meant.
 */
export type PiecesRead = { pieces: number; counted?: string } | { fault: string; choices?: number[] };

const NOT_WHOLE = { fault: "Please write a whole number of pieces" };

/** How many pieces each unit of the trade has, with the codes of UN/ECE Recommendation 20. */
const UNITS: readonly [RegExp, number][] = [
  [/^(?:pce|h87|c62)$/i, 1],
  [/^(?:pairs?|prs?|sets?)$/i, Number.NaN],
  [/^(?:dzn|dzs?|doz|dozens?|dtz|dtzd|dutzend|douzaines?|docenas?|düzine)$/i, 12],
  [/^(?:cen|hundreds?)$/i, 100],
  [/^(?:grs|gro|gross)$/i, 144],
  [/^(?:mil|thousands?|thd|tsd|tausend|k|k ?pcs|mpcs)$/i, 1000],
  // A small m is a metre.
  [/^M(?: ?[Pp][Cc][Ss])?$/, 1000],
  [/^(?:gg|ggr|gt\.? ?gross|great ?gross)$/i, 1728],
];

/** How many pieces a unit has: undefined for a word that is no unit, NaN for one that may be any number of pieces. */
export function piecesIn(unit: string): number | undefined {
  const word = cleanLine(unit).replace(/\.$/, "");
  return isPieceUnit(word) ? 1 : UNITS.find(([names]) => names.test(word))?.[1];
}

/**
 * Reads a number of pieces as people write it: `20000`, `20,000`, `20 000`, `20'000`, with or without "pcs", and with the
 * units of the trade: `5 gross`, `3k`. `unit` is the one that another column or the head says. What can be read in two
 * ways is refused with a question, never guessed.
 */
export function readPieces(text: string, unit = ""): PiecesRead {
  const bare = foldDigits(cleanLine(text));
  // In German, 5.000 Stk. are five thousand.
  const written = /\d$/.test(bare) && isPieceUnit(unit) ? `${bare} ${unit}` : bare;
  if (/^['"=]*0\d/.test(written)) return { fault: "Please write the pieces without a zero in front" };
  const plain = readWhole(written);
  if ("fault" in plain && plain.fault === "empty") return { fault: "How many pieces?" };
  const [, number = written, own = ""] =
    "fault" in plain ? (/^(\d[\d.,'’ ]*?) ?(\p{L}[\p{L} .]*)$/u.exec(written) ?? []) : [];
  const word = own || (/\p{L}/u.test(written) ? "" : unit);
  const factor = word === "" ? 1 : piecesIn(word);
  if (factor === undefined) return own ? NOT_WHOLE : { fault: `How many pieces are in one “${word}”?` };
  if (Number.isNaN(factor)) return { fault: `How many pieces are in one “${word.toLowerCase()}”? Write the pieces.` };
  const count = readCount(number, factor);
  if ("fault" in count) return count;
  const { pieces } = count;
  if (pieces === 0) return { fault: "Please write a whole number above 0" };
  if (pieces > MAX_PIECES) return { fault: `At most ${formatPieces(MAX_PIECES)} pieces` };
  return factor === 1 ? { pieces } : { pieces, counted: `${number} ${word} = ${formatPieces(pieces)} pieces` };
}

function readCount(number: string, factor: number): PiecesRead {
  const read = readWhole(number);
  if ("number" in read) return { pieces: Number(read.number) * factor };
  if ("question" in read) return askWhich(read.question, factor);
  // 2.5 gross
  const decimal = factor > 1 && /^\d+[.,]\d{1,2}$/.test(number) ? Number(number.replace(",", ".")) : Number.NaN;
  const pieces = Math.round(decimal * factor * 100) / 100;
  return Number.isInteger(pieces) ? { pieces } : NOT_WHOLE;
}

/** One point before three digits: thousands to one reader, decimals to another. */
function askWhich([first, second]: readonly [string, string], factor: number): PiecesRead {
  const choices = [first, second].map((one) => Number(one) * factor).filter((one) => Number.isInteger(one));
  const [decimals, thousands] = [first, formatPieces(Number(second))];
  return { fault: `Is that ${decimals} or ${thousands}? Write it without the point.`, choices };
}
