import { readArticleNumber } from "#app/contract/article.ts";
import { readWhole } from "#app/contract/numbers.ts";
import { foldText } from "#app/contract/text.ts";
import type { TableRow } from "./paste-cells.ts";
import { piecesIn, readPieces } from "./pieces.rules.ts";

/** Which columns of a table hold what, counted from 0; undefined if nobody can tell. */
export type Columns = {
  article: number | undefined;
  pieces: number | undefined;
  unit: number | undefined;
  /** The head, or the numbers of the columns without one: the same for the same kind of table. */
  head: string[];
  /** A unit that the head of the pieces names: "Qty (DZN)". */
  headUnit: string;
};

const words = (...lists: string[]) => `(?:${lists.join("|")})(?!\\p{L})`;
const PIECES = words(
  "qty|qnty|quantity|quantities|pieces|pcs|count",
  "menge|anzahl|stück|stückzahl|stk|antal|aantal|mængde",
  "quantité|quantite|qté|qte|cantidad|cant|quantità|quantita|quantidade|qtd|piezas|pezzi",
  "adet|miktar|ilość|ilosc|количество|кол-во|数量|件数|개수|수량|số lượng",
);
const isPieces = new RegExp(`(?<!\\p{L})${PIECES}`, "u");
const isPiecesAlone = new RegExp(`^${PIECES}$`, "u");
/** Columns that speak of pieces and hold no order: "Qty/box", "Price per piece", "Qty in stock", "Min. qty". */
const isOther =
  /\/|(?<!\p{L})(?:per|each|je|pro|par|por|price|preis|prix|precio|cost|amount|value|betrag|usd|eur|box|carton|ctn|bag|pack|packing|inner|stock|min|minimum|moq|max|shipped|delivered|open|free)(?!\p{L})|[$€£]/u;
const isUnit =
  /^(?:units?|uom|u\/m|um|unit of measure(?:ment)?|einheit|me|meh|unité|unite|unidad|unità|birim|jm|ед\.? ?изм|单位|단위)$/u;

const NO = "(?:no|nr|num|number|nummer|numéro|numero|número|code|kodu|#)";
const DESCRIBED = "(?:name|bezeichnung|text|desc|description|beschreibung|désignation|designation)";
/**
 * Heads of a column that names the trims, the surest first: next to another such column, one of items or numbers may only
 * count the lines, and one of descriptions may be in the buyer's own words.
 */
const ARTICLES = [
  `(?:article|artikel|art|artículo|articulo|articolo|artigo|ürün|artikkel|varenummer|артикул|арт)(?:[ .:-]*${NO})?(?!\\p{L})(?!.*${DESCRIBED})`,
  `artikel(?:nr|nummer)|sku(?!\\p{L})|ref(?!\\p{L})|réf(?!\\p{L})|référence|reference|品番|货号|품번`,
  `(?:item|trim|product|produkt|material|style) ?[ .:-]*${NO}(?!\\p{L})`,
].join("|");
const HEADS_ARTICLE = [
  new RegExp(`^(?:${ARTICLES})`, "u"),
  /^(?:trim|product|produkt|name)(?!\p{L})/u,
  new RegExp(`^(?:artikel|article|art[. ]*)? ?-?${DESCRIBED}(?!\\p{L})`, "u"),
  /^(?:item|code)(?!\p{L})/u,
  new RegExp(`^(?:${NO}|№|n°)(?!\\p{L})`, "u"),
];

/** Heads stand at most this far down: above them may be a title. */
const HEAD_ROWS = 5;

/** The columns that a head names, or that the cells show, and the head's place among the rows; -1 without one. */
export function findColumns(
  rows: readonly TableRow[],
  delimiter: string,
): { columns: Columns | undefined; head: number } {
  for (const [at, { cells }] of rows.slice(0, HEAD_ROWS).entries()) {
    const columns = readHead(cells.map(({ text }) => text));
    if (columns) return { columns, head: at };
    const isTitle = cells.filter(({ text }) => text !== "").length === 1;
    if (!isTitle) break;
  }
  // Between commas, a cell may be part of a name or a number.
  return { columns: delimiter === "," ? undefined : guessColumns(rows), head: -1 };
}

/** The unit that stands in a head: DZN in "Qty (DZN)" and "Qty in DZN". */
function unitInHead(cell: string): string {
  const [, brackets, after] = /[([] ?([^)\]]+?) ?[)\]]$| in (\p{L}+)$/u.exec(cell) ?? [];
  const unit = brackets ?? after ?? "";
  return piecesIn(unit) === undefined ? "" : unit;
}

function readHead(cells: readonly string[]): Columns | undefined {
  if (cells.some((cell) => "number" in readWhole(cell) || "question" in readWhole(cell))) return undefined;
  const heads = cells.map((cell) => foldText(cell).replace(/[.:*]+$/, ""));
  const unit = heads.findIndex((head) => isUnit.test(head));
  const mayCount = (at: number) => {
    const head = heads[at] ?? "";
    return at !== unit && isPieces.test(head) && !isOther.test(head);
  };
  const counts = heads.flatMap((_, at) => (mayCount(at) ? [at] : []));
  const named = HEADS_ARTICLE.map((head) =>
    heads.flatMap((cell, at) => (head.test(cell) && !isPieces.test(cell) && at !== unit ? [at] : [])),
  );
  const articles = named.find((found) => found.length > 0) ?? [];
  const isSure = heads.some((head) => isPiecesAlone.test(head)) || (counts.length > 0 && articles.length > 0);
  if (!isSure && !(articles.length > 0 && heads.some((head) => isPieces.test(head) || isOther.test(head))))
    return undefined;
  const pieces = only(counts);
  // Of two columns the one that does not count names.
  const rest = heads.length === 2 && pieces !== undefined ? 1 - pieces : undefined;
  return {
    article: articles.length === 0 ? rest : only(articles),
    pieces,
    unit: unit < 0 ? undefined : unit,
    head: [...cells],
    headUnit: pieces === undefined ? "" : unitInHead(cells[pieces] ?? ""),
  };
}

const only = (found: readonly number[]) => (found.length === 1 ? found[0] : undefined);

/** Without a head: the columns of a table of more than two that hold numbers, units or words throughout. */
function guessColumns(rows: readonly TableRow[]): Columns | undefined {
  const width = Math.max(0, ...rows.map(({ cells }) => widthOf(cells)));
  if (width <= 2) return undefined;
  const kinds = Array.from({ length: width }, (_, at) => kindOf(rows.flatMap(({ cells }) => cells[at]?.text || [])));
  const numbers = kinds.flatMap((kind, at) => (kind === "number" ? [at] : []));
  const [first, second, third] = numbers;
  const unit = only(kinds.flatMap((kind, at) => (kind === "unit" ? [at] : [])));
  const isPair = first === 0 && second !== undefined && third === undefined;
  const isNamed = kinds.filter((kind) => kind === "words").length === 1 && kinds[0] === "words" && second === undefined;
  return {
    article: isPair || isNamed ? 0 : undefined,
    pieces: isPair ? second : isNamed ? first : undefined,
    unit,
    head: kinds.map((_, at) => `${at}`),
    headUnit: "",
  };
}

/** How many cells a row has up to its last filled one. */
export function widthOf(cells: TableRow["cells"]): number {
  return cells.findLastIndex(({ text }) => text !== "") + 1;
}

function kindOf(cells: readonly string[]): "number" | "unit" | "words" | "none" {
  if (cells.length === 0) return "none";
  const most = cells.length * 0.5;
  const count = (is: (cell: string) => boolean) => cells.filter(is).length;
  if (count((cell) => /^\p{L}/u.test(cell) && piecesIn(cell) !== undefined) > most) return "unit";
  const isNumber = (cell: string) => {
    const read = readPieces(cell);
    return "pieces" in read || "choices" in read || readArticleNumber(cell) !== undefined;
  };
  return count(isNumber) > most ? "number" : "words";
}
