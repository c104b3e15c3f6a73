import { formatPieces } from "#app/contract/money.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";

export type PiecesRead = { pieces: number } | { fault: string };

/** A no-break, figure, thin or narrow space, as spreadsheets put between thousands. */
const SPACES = /[\u00a0\u2007\u2009\u202f ]+/g;
const UNIT = / ?(pcs?|pieces?)\.?$/i;
const NOT_WHOLE = { fault: "Please write a whole number of pieces" };

/**
 * Reads a number of pieces as people write it: `20000`, `20,000`, `20 000`, `20'000`, with or without "pcs". If a
 * number can be read in two ways, it is refused with a question, never guessed.
 */
export function readPieces(text: string): PiecesRead {
  const written = text.replace(SPACES, " ").trim().replace(UNIT, "");
  if (written === "") return { fault: "How many pieces?" };
  const doubt = findDoubt(written);
  if (doubt) return { fault: doubt };
  const digits = toDigits(written);
  if (digits === undefined) return NOT_WHOLE;
  if (/^0./.test(digits)) return { fault: "Please write the pieces without a zero in front" };
  const pieces = Number(digits);
  if (pieces === 0) return { fault: "Please write a whole number above 0" };
  if (digits.length > 10 || pieces > MAX_PIECES) return { fault: `At most ${formatPieces(MAX_PIECES)} pieces` };
  return { pieces };
}

/** One point before three digits: thousands to one reader, decimals to another. */
function findDoubt(written: string): string | undefined {
  const [, whole = "", rest = ""] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(written) ?? [];
  if (!whole) return undefined;
  const decimals = rest.replace(/0+$/, "");
  return `Is that ${decimals ? `${whole}.${decimals}` : whole} or ${whole},${rest}? Write it without the point.`;
}

/** The digits of a whole number in any of the forms that have one reading; undefined for anything else. */
function toDigits(written: string): string | undefined {
  if (/^\d+$/.test(written)) return written;
  // Decimals are accepted only if they are zero: `20.0`, `20,000.00`, `20.000,00`.
  const [, english] = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.00?)?$/.exec(written) ?? [];
  if (english) return english.replaceAll(",", "");
  const [, continental] = /^([1-9]\d{0,2}(?:\.\d{3}){2,}|[1-9]\d{0,2}(?:\.\d{3})+(?=,))(?:,00?)?$/.exec(written) ?? [];
  if (continental) return continental.replaceAll(".", "");
  const [, spaced] = /^([1-9]\d{0,2}(?:[ '’]\d{3})+)(?:[.,]00?)?$/.exec(written) ?? [];
  if (spaced) return spaced.replace(/[ '’]/g, "");
  return /^(\d+)[.,]00?$/.exec(written)?.[1];
}
