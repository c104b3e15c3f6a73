import { writePrice } from "#app/contract/money.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";

/** A cell in the form in which the shop writes its value, or what is wrong with it; an empty text is an empty cell. */
export type Read = { text: string } | { fault: string };

/** Any text, without the space around it. */
export function readAny(cell: string): Read {
  return { text: cell.trim() };
}

/** One of these, whatever its case. */
export function readChoice(cell: string, choices: readonly string[], what: string): Read {
  const written = cell.trim().toLowerCase();
  if (written === "") return { text: "" };
  const chosen = choices.find((choice) => choice.toLowerCase() === written);
  if (chosen !== undefined) return { text: chosen };
  const meant = findNear(written, choices);
  return { fault: `No such ${what}. ${meant ? `Did you mean “${meant}”?` : `Write one of: ${choices.join(", ")}.`}` };
}

/** The choice that was most likely meant: typed whole, as one of its words, or in part. */
function findNear(written: string, choices: readonly string[]): string | undefined {
  const named = choices.flatMap((choice) => {
    const lower = choice.toLowerCase();
    return [lower, ...lower.split(" ")].map((name) => [name, choice] as const);
  });
  const [near] = correct(written, [...new Set(named.map(([name]) => name))]);
  return named.find(([name]) => name === near)?.[1] ?? choices.find((choice) => choice.toLowerCase().includes(written));
}

/** Dollars per piece, with four places. */
export function readPrice(cell: string): Read {
  const written = cell.trim();
  if (written === "") return { text: "" };
  const fault = faultOfDecimal(written, "the price", "0 or more");
  if (fault) return { fault };
  if (!/^0*[0-9]{1,8}(\.[0-9]{1,4})?$/.test(written)) {
    return { fault: "Write a price with up to eight digits before the point and four after it, such as 0.0345." };
  }
  return { text: writePrice(written.replace(/^0+(?=[0-9])/, "")) };
}

/** A measure above 0, with a point. */
export function readDecimal(cell: string): Read {
  const written = cell.trim();
  if (written === "") return { text: "" };
  const fault = faultOfDecimal(written, "the number", "one above 0");
  return fault ? { fault } : { text: String(Number(written)) };
}

const MOST_DIGITS = 12;

/** The least that a column takes, as it is said. */
type Least = "0 or more" | "one above 0";

/** A whole number in plain digits; `isSigned` allows a sign before it. */
export function readWhole(cell: string, { isSigned = false, least = "one above 0" as Least } = {}): Read {
  const written = cell.trim();
  if (written === "") return { text: "" };
  const [, sign = "", digits = ""] = /^([+-]?)([0-9]+)$/.exec(written) ?? [];
  if (digits && digits.length <= MOST_DIGITS && (isSigned || sign === "")) {
    return { text: `${sign === "-" ? "-" : ""}${Number(digits)}` };
  }
  const common = faultOfNumber(written, "the number", least);
  if (common) return { fault: common };
  const plain = withoutMarks(written);
  if (plain !== undefined) return { fault: `Write the number in plain digits: ${plain}.` };
  return { fault: "Not a whole number. Write it in plain digits, such as 5000." };
}

function faultOfDecimal(written: string, what: string, least: Least): string | undefined {
  if (/^[0-9]+(\.[0-9]+)?$/.test(written)) return undefined;
  const common = faultOfNumber(written, what, least);
  if (common) return common;
  // A comma marks decimals for one reader and thousands for another: refused by name, never guessed.
  if (/^[0-9]*,[0-9]+$/.test(written)) {
    return `A comma. Write ${what} with a point: ${written.replace(/^,/, "0,").replace(",", ".")}.`;
  }
  const plain = withoutMarks(written);
  if (plain !== undefined) return `Write ${what} without marks between the thousands: ${plain}.`;
  return `Not a number. Write ${what} in digits with a point, such as 0.0345.`;
}

/** What spreadsheets turn numbers into. */
function faultOfNumber(written: string, what: string, least: Least): string | undefined {
  if (/^#/.test(written)) return `A spreadsheet's error. Write ${what} itself.`;
  if (/^[0-9.,]+e[+-]?[0-9]+$/i.test(written)) return `A spreadsheet has shortened this. Write ${what} in full.`;
  if (/[$€£¥]|usd/i.test(written)) return `Write ${what} without a currency.`;
  if (/^[-−(]/.test(written)) return `Below 0. Write ${what} as ${least}.`;
  if (/^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}$/.test(written)) return `A date. Write ${what} in digits.`;
  if (/%$/.test(written)) return `A percentage. Write ${what} itself.`;
  return undefined;
}

/** `1,234.5`, `1.234,5`, `1 234` and `1'234` in plain digits; undefined for anything else. */
function withoutMarks(written: string): string | undefined {
  const [, whole, , rest] = /^([0-9]{1,3}(?:([,.\s'’])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,]([0-9]+))?$/u.exec(written) ?? [];
  if (whole === undefined) return undefined;
  return `${whole.replace(/[^0-9]/g, "")}${rest ? `.${rest}` : ""}`;
}
