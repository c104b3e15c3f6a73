import { cleanLine, foldDigits, unmarkText } from "./text.ts";

/** An article number at the beginning of a text. */
export type ArticleRead = {
  number: number;
  /** What follows it: "" after `No. 003`, "Domed rivet" after `No. 003 Domed rivet`. */
  name: string;
  /**
   * Whether a word or sign before it, or a zero, says that it is an article number. Without one, "4 hole button" is
   * likelier to be a name.
   */
  isMarked: boolean;
  /** Whether a word says that it is the number of an article, and of nothing else: Art. 3, item 3. */
  isItem: boolean;
};

const ITEM = "art|article|artikel|artículo|articulo|articolo|artigo|ürün|item|ref|réf|référence|sku|арт|артикул";
const NUMBER = "no|nr|num|number|nummer|numero|número|numéro|n°";
const article = new RegExp(
  // "Art.", "No.", "Art. No.", "#", in this order
  `^(((?:${ITEM})(?!\\p{L})[.:-]{0,2} ?)?(?:(?:${NUMBER})(?!\\p{L})[.:-]{0,2} ?|# ?)?)` +
    // 003, or 003.0 of a spreadsheet
    "(\\d{1,12})(?:\\.0{1,2}(?!\\d))?" +
    // the end, or a name
    "(?:$|[.,:;)]? ?[-\u2013\u2014|] (.+)$|[.,:;)]? (.+)$|[.,:;)]$)",
  "iu",
);

/**
 * Reads the article number that a text is or begins with: `003`, `3`, `No. 003`, `Nr. 3`, `Art. No. 003`, `Artikel 003`,
 * `#3`, `№ 3`, `item 3`, `003.0`, `="003"`, `'003`, `No. 003 Domed rivet, antique brass`. Undefined if it begins with none,
 * or with one of more than nine digits, which no article has.
 */
export function readArticle(written: string): ArticleRead | undefined {
  const text = cleanLine(
    foldDigits(unmarkText(cleanLine(written))).replace(/[№º]/g, (sign) => (sign === "№" ? "no " : "°")),
  );
  const [, marks = "", item = "", digits = "", afterDash, afterSpace] = article.exec(text) ?? [];
  const number = Number(digits);
  if (number === 0 || number > 999_999_999) return undefined;
  return {
    number,
    name: (afterDash ?? afterSpace ?? "").trim(),
    isMarked: marks !== "" || digits.startsWith("0"),
    isItem: item !== "",
  };
}

/** The article number, if the text is nothing else. */
export function readArticleNumber(written: string): number | undefined {
  const read = readArticle(written);
  return read?.name === "" ? read.number : undefined;
}
