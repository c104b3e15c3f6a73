import { readArticleNumber } from "#app/contract/article.ts";
import { writePrice } from "#app/contract/money.ts";
import { askWhich, readDecimal, readWhole } from "#app/contract/numbers.ts";
import { cleanLine, cleanText } from "#app/contract/text.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";

/**
 * A cell in the form in which the shop writes its value, or what is wrong with it; an empty text is an empty cell. `asPoint`
 * is the number if its comma is the decimal point.
 */
export type Read = { text: string } | { fault: string; asPoint?: string };

/** How the file writes its numbers. */
export type Numbers = { commaIsPoint: boolean };

const LOST = { fault: "A letter is lost here (\ufffd). Save the file as CSV UTF-8." };

/** Text on one line. */
export function readLine(cell: string): Read {
  return cell.includes("\ufffd") ? LOST : { text: cleanLine(cell) };
}

/** Text of any number of lines. */
export function readText(cell: string): Read {
  return cell.includes("\ufffd") ? LOST : { text: cleanText(cell) };
}

/** One of these, whatever its case. */
export function readChoice(cell: string, choices: readonly string[], what: string): Read {
  const written = cleanLine(cell).toLowerCase();
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
export function readPrice(cell: string, numbers: Numbers): Read {
  const read = readNumber(cell, numbers, "the price", "0 or more");
  if ("fault" in read || read.text === "" || /^[0-9]{1,8}(\.[0-9]{1,4})?$/.test(read.text)) {
    return "fault" in read || read.text === "" ? read : { text: writePrice(read.text) };
  }
  return { fault: "Write a price with up to eight digits before the point and four after it, such as 0.0345." };
}

/** A measure above 0. */
export function readMeasure(cell: string, numbers: Numbers): Read {
  return readNumber(cell, numbers, "the number", "one above 0");
}

function readNumber(cell: string, { commaIsPoint }: Numbers, what: string, least: Least): Read {
  const written = cleanLine(cell);
  const read = readDecimal(written, { commaIsPoint });
  if ("number" in read) return { text: read.number };
  // A comma marks decimals for one reader and thousands for another: refused by name, never guessed.
  if ("question" in read) {
    const [asPoint] = read.question;
    const plain = written.replace(/^,/, "0,").replace(",", ".");
    return { fault: `A comma. Write ${what} with a point: ${plain}.`, asPoint };
  }
  if (read.fault === "empty") return { text: "" };
  const common = faultOfNumber(written, what, least);
  return { fault: common ?? `Not a number. Write ${what} in digits with a point, such as 0.0345.` };
}

const MOST_DIGITS = 12;

/** The least that a column takes, as it is said. */
type Least = "0 or more" | "one above 0";

/** A whole number; `isSigned` allows a sign before it. */
export function readCount(
  cell: string,
  { commaIsPoint }: Numbers,
  { isSigned = false, least = "one above 0" as Least } = {},
): Read {
  const written = cleanLine(cell);
  const read = readWhole(written, { isSigned });
  if ("number" in read && read.number.length <= MOST_DIGITS) return { text: read.number };
  // Where a comma is the decimal point, a point parts thousands.
  if ("question" in read) return commaIsPoint ? { text: read.question[1] } : { fault: askWhich(read.question) };
  if ("fault" in read && read.fault === "empty") return { text: "" };
  const common = faultOfNumber(written, "the number", least);
  return { fault: common ?? "Not a whole number. Write it in plain digits, such as 5000." };
}

/** An article number, also as labels and lists write it: No. 003. */
export function readItem(cell: string, numbers: Numbers): Read {
  const number = readArticleNumber(cell);
  return number === undefined ? readCount(cell, numbers) : { text: String(number) };
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
