/** An amount of a statement: in cents, negative where money goes out; `hasCents` tells it from any other number. */
export type AmountRead = { cents: bigint; hasCents: boolean; currency: string | undefined };

const SIGN = "[+\\-\u2212\u2013]";
const CURRENCY = "us\\$|\\$|€|£|[a-z]{3}";
const DIGITS = "\\d[\\d.,'’\u00a0\u202f ]*";
const CELL = new RegExp(
  `^(\\()?(${SIGN})? ?(${CURRENCY})? ?(${SIGN})? ?(${DIGITS})(?: ?(${SIGN}))?(?: ?(${CURRENCY}))?(?: ?(cr|dr|c|d|h|s))?(\\))?$`,
  "iu",
);
const codes: Record<string, string> = { us$: "USD", $: "USD", "€": "EUR", "£": "GBP" };

/** A cell that is an amount and nothing else: `2.310,75`, `2,310.75`, `2 310,75-`, `(84.20)`, `USD 915.00`, `915.00 CR`. */
export function readAmountCell(cell: string): AmountRead | undefined {
  const [found, open, sign, before, inner, digits = "", after, behind, mark, close] = CELL.exec(cell.trim()) ?? [];
  if (!found || (open === "(") !== (close === ")")) return undefined;
  const number = readDigits(digits.trim());
  if (!number) return undefined;
  const named = (before ?? behind)?.toLowerCase();
  const isOut =
    [sign, inner, after].some((one) => one && one !== "+") || open === "(" || /^(?:dr|d|s)$/i.test(mark ?? "");
  return {
    ...number,
    cents: isOut ? -number.cents : number.cents,
    currency: named && (codes[named] ?? named.toUpperCase()),
  };
}

/** Digits with their marks. Three digits after a mark are thousands, one or two are cents. */
function readDigits(text: string): { cents: bigint; hasCents: boolean } | undefined {
  const [, whole = "", fraction] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (!/^\d{1,3}(?:([.,'’\u00a0\u202f ])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(whole)) return undefined;
  const digits = whole.replace(/\D/g, "");
  if (digits.length > 13) return undefined;
  // 1.234.56 and 1,234,56 are nothing.
  if (fraction !== undefined && /[.,]/.test(whole) && text.at(whole.length) === /[.,]/.exec(whole)?.[0])
    return undefined;
  return { cents: BigInt(digits + (fraction ?? "").padEnd(2, "0")), hasCents: fraction !== undefined };
}

const WITHIN = new RegExp(
  `(?<![\\d.,/-])(?:(?:us\\$|\\$|€|£|usd|eur|gbp) ?)?${SIGN}?(?:\\$)?\\d{1,3}(?:[.,'’\u00a0\u202f ]\\d{3})*[.,]\\d{2}(?![\\d]|[.,/-]\\d)(?:-(?!\\w))?(?: ?(?:usd|eur|gbp|cr|dr)\\b)?|(?<![\\d.,/-])${SIGN}?\\d+[.,]\\d{2}(?![\\d]|[.,/-]\\d)(?:-(?!\\w))?`,
  "iu",
);

/** The first amount with cents in a text, and where it stands. */
export function findAmount(text: string): { amount: AmountRead; from: number; to: number } | undefined {
  const match = WITHIN.exec(text);
  const amount = match && readAmountCell(match[0]);
  return amount ? { amount, from: match.index, to: match.index + match[0].length } : undefined;
}
