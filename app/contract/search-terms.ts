import { findCountry } from "./find-country.ts";
import { foldWords } from "./text.ts";

/** What is typed to find orders, sheets, buyers or invoices, as `tsquery` asks for it in the words of `trade_vector`. */
export type SearchTerms = {
  /** All that is asked for but the day; undefined where there is nothing else. */
  query: string | undefined;
  /** A day that was named, `2026-11-24`, and the same as words. */
  day: { on: string; query: string } | undefined;
};

/**
 * Interprets what people say: names and words by their beginnings, numbers with or without punctuation, the last digits of a
 * phone, an amount, a day. `today` decides about the year of a day without one.
 */
export function readSearchTerms(typed: string, today = new Date().toISOString().slice(0, 10)): SearchTerms {
  const text = foldWords(typed);
  const named = findDay(text, today);
  const query = toQuery(named ? text.replace(named.text, " ") : text);
  const dayQuery = named && toQuery(named.text);
  return { query, day: named && dayQuery ? { on: named.on, query: dayQuery } : undefined };
}

/**
 * The year and serial of `CN-2026-00001`, also without punctuation, or after `credit note`, among other words; without its
 * year only alone.
 */
export function readNoteNumber(typed: string): { year: number | undefined; serial: number } | undefined {
  const text = foldWords(typed).trim();
  const name = String.raw`(?=c)(?:credit\s*note\s*)?(?:(?:no|nr)\.?\s*)?(?:cn)?[\s-]*`;
  const [, year, serial] =
    new RegExp(String.raw`(?<![\p{L}\d])${name}(\d{4})[\s-]*(\d{5,9})(?![\p{L}\d])`, "u").exec(text) ?? [];
  if (year) return { year: Number(year), serial: Number(serial) };
  const [, alone] = new RegExp(`^${name}0*([1-9]\\d{0,4})$`).exec(text) ?? [];
  return alone ? { year: undefined, serial: Number(alone) } : undefined;
}

/** The letters and digits that were typed, as a PO or tracking number without punctuation is stored. */
function squeeze(folded: string): string {
  return folded.replace(PUNCTUATION, "");
}

/** What words are cut at, as in `search_vector`; letters are small by now. */
const PUNCTUATION = /[^0-9a-z\u{80}-\u{10ffff}]+/gu;
/** Digits with the marks of phone numbers and amounts between them. */
const NUMBER = /^[+($]?[\d().,/'+-]*\d[\d().,/'+-]*\$?$/;
/** Said before a number, and not part of it. */
const LABEL = /^(?:po|p\.o|inv|invoice|tracking|parcel|phone|tel|mobile|call)[.:#]*$/;
/** Said before the number of an order, which is no amount or phone then. */
const ORDER = /^(?:order|no|nr)[.:#]*$/;
/** Fewer last digits belong to too many phones. */
const FEWEST_DIGITS = 4;
const MOST_DIGITS = 20;

function toQuery(text: string): string | undefined {
  const all = text.split(/\s+/).filter((token) => squeeze(token) !== "");
  const tokens = all.filter((token, at) => !(LABEL.test(token) && /\d/.test(all[at + 1] ?? "")));
  const terms: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    let end = at;
    const isOrder = ORDER.test(tokens[at - 1] ?? "");
    while (!isOrder && end < tokens.length && NUMBER.test(tokens[end] ?? "")) end++;
    terms.push(end > at ? readNumbers(tokens.slice(at, end)) : readWords(tokens[at] ?? ""));
    at = Math.max(end, at + 1);
  }
  const joined = squeeze(tokens.join(""));
  const isCode = tokens.length > 1 && terms.length > 1 && /\d/.test(joined) && !text.includes("@");
  const country = tokens.length > 1 ? readCountry(tokens.join(" ")) : undefined;
  return anyOf([allOf(terms), isCode ? begin(joined) : undefined, country]);
}

/** The country of which this is the name. */
export function readCountry(folded: string): string | undefined {
  const code = findCountry(folded.trim());
  return code && quote(`in=${code.toLowerCase()}`);
}

/** A word, several that punctuation separates, or an e-mail address. */
function readWords(token: string): string {
  if (/@./.test(token)) return begin(token);
  const words = token.split(PUNCTUATION).filter((word) => word !== "");
  return (
    anyOf([allOf(words.map(readWord)), words.length > 1 ? begin(words.join("")) : undefined, readCountry(token)]) ?? ""
  );
}

/** A word's beginning; a plural is also looked for without its ending. */
function readWord(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return begin(word);
  if (/ies$/.test(word)) return `(${begin(word)} | ${begin(word.replace(/ies$/, "y"))})`;
  if (/(?:x|ch|sh)es$/.test(word)) return begin(word.slice(0, -2));
  return begin(/[^su]s$/.test(word) ? word.slice(0, -1) : word);
}

/** Numbers that follow each other: each for itself, or groups of one phone, amount or code. */
function readNumbers(tokens: readonly string[]): string {
  const each = tokens.map((token) => anyOf(readNumber(token)) ?? "");
  return anyOf([allOf(each), ...(tokens.length > 1 ? readNumber(tokens.join("")) : [])]) ?? "";
}

function readNumber(token: string): (string | undefined)[] {
  const amount = readAmount(token);
  if (token.includes("$")) return [amount ?? readWords(token.replaceAll("$", ""))];
  return [readWords(token), amount, readPhone(token)];
}

/** Dollars, and cents if they are said: `8970`, `$8,970.00`, `8.970,00`. */
function readAmount(token: string): string | undefined {
  const written = token.replace(/^\$|\$$/g, "");
  const [, whole, cents] =
    /^(\d{1,3}(?:[,']\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(written) ??
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(written) ??
    [];
  if (whole === undefined) return undefined;
  const dollars = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  return cents === undefined ? begin(`$${dollars}.`) : quote(`$${dollars}.${cents.padEnd(2, "0")}`);
}

/** The last digits of a phone, without what is dialled before them from abroad or at home. */
function readPhone(token: string): string | undefined {
  if (!/^[\d().+/-]+$/.test(token)) return undefined;
  const digits = token.replace(/\D/g, "").replace(/^0+/, "");
  const isPhone = digits.length >= FEWEST_DIGITS && digits.length <= MOST_DIGITS;
  return isPhone ? begin(`tel=${[...digits].reverse().join("")}`) : undefined;
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function begin(word: string): string {
  return `${quote(word)}:*`;
}

function allOf(terms: readonly string[]): string | undefined {
  const some = terms.filter((term) => term !== "");
  return some.length > 1 ? `(${some.join(" & ")})` : some[0];
}

function anyOf(ways: readonly (string | undefined)[]): string | undefined {
  const some = [...new Set(ways.filter((way) => way))];
  return some.length > 1 ? `(${some.join(" | ")})` : some[0];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?:,? (\\d{4}))?";
const START = "(?<![\\p{L}\\p{N}])";
const END = "(?![\\p{L}\\p{N}])";
const dayFirst = new RegExp(`${START}${DAY}\\.? (?:of )?${MONTH}${YEAR}${END}`, "u");
const monthFirst = new RegExp(`${START}${MONTH} ${DAY}${YEAR}${END}`, "u");
const iso = new RegExp(`${START}(\\d{4})-(\\d{1,2})-(\\d{1,2})${END}`, "u");
const numeric = new RegExp(`${START}(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4})${END}`, "u");

/** The first day that is named, `24 Nov 2026`, `Nov 24`, `2026-11-24`, `24.11.2026`, and where. */
function findDay(text: string, today: string): { on: string; text: string } | undefined {
  for (const { found, day, month, year } of readDays(text)) {
    const on =
      year === undefined ? nearest(Number(month), Number(day), today) : toDay(Number(year), Number(month), Number(day));
    if (on) return { on, text: found };
  }
  return undefined;
}

function* readDays(text: string) {
  const monthOf = (name = "") => months.indexOf(name.slice(0, 3)) + 1;
  const a = iso.exec(text);
  if (a) yield { found: a[0], year: a[1], month: a[2], day: a[3] };
  const b = dayFirst.exec(text);
  if (b) yield { found: b[0], day: b[1], month: monthOf(b[2]), year: b[3] };
  const c = monthFirst.exec(text);
  if (c) yield { found: c[0], month: monthOf(c[1]), day: c[2], year: c[3] };
  const d = numeric.exec(text);
  // The day first, as most of the world writes it, unless only the other way round is a day.
  if (d) yield { found: d[0], day: d[1], month: d[3], year: d[4] };
  if (d) yield { found: d[0], day: d[3], month: d[1], year: d[4] };
}

/** Undefined if there is no such day. */
function toDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isDay = year >= 1900 && year <= 9999 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isDay ? at.toISOString().slice(0, 10) : undefined;
}

/** The day of that name that is nearest to today. */
function nearest(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  const distance = (on: string) => Math.abs(Date.parse(on) - Date.parse(today));
  return [year - 1, year, year + 1]
    .flatMap((one) => toDay(one, month, day) ?? [])
    .toSorted((a, b) => distance(a) - distance(b))[0];
}
