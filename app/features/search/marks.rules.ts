import { foldWords } from "#app/contract/text.ts";

/** A part of a text, and whether it is what was searched for. */
export type Part = { text: string; isMark: boolean };

/** Letters that no accent makes of plain ones, as `search_vector` writes them. */
const plain: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

function withoutAccents(text: string): string {
  const folded = foldWords(text).replace(/[łøđðıħŧßæœþ]/g, (letter) => plain[letter] ?? letter);
  return folded.normalize("NFD").replace(/\p{M}/gu, "");
}

/**
 * Cuts a text into what was searched for and the rest: words that begin with a typed one, whatever their accents, and numbers
 * with the typed digits, whatever stands between these.
 */
export function markTyped(text: string, typed: string): Part[] {
  const words = withoutAccents(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  const digits = [...typed.matchAll(/[\d][\d\s.,'/()-]*/g)]
    .map(([found]) => found.replace(/\D/g, ""))
    .filter((d) => d.length > 2);
  // A number with what people write between its digits, or a word.
  return text.split(/(\$?\d[\d.,'’-]*\d|[\p{L}\p{M}\p{N}]+)/u).flatMap((part) => {
    if (part === "") return [];
    const folded = withoutAccents(part);
    const isWord = words.some((word) => folded.startsWith(word.replace(/(?<=..)s$/, "")));
    const own = part.replace(/\D/g, "");
    const isNumber = own !== "" && digits.some((some) => own.startsWith(some) || own.endsWith(some));
    return [{ text: part, isMark: isWord || isNumber }];
  });
}
