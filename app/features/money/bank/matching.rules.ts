import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { foldWords } from "#app/contract/text.ts";
import type { MatchWord } from "#app/features/money/facts.ts";

/** An invoice with something left to pay. */
export type OpenInvoice = {
  number: string;
  /** What is left to pay, in dollars and cents. */
  open: string;
  /** Who owes it: a company, or else a person. */
  company: string;
  /** The numbers by which the buyer knows it: of POs, of the sheet, of its orders. */
  poNumbers: readonly string[];
  sheetNumber: number | null;
  orderNumbers: readonly number[];
};

/** What a line fits, and why. Of an unsure one, those that it may be. */
export type Match<I extends OpenInvoice = OpenInvoice> = { word: MatchWord; reason: string; invoices: readonly I[] };

type Line = { amount: string; text: string; currency?: string | undefined };

/**
 * Finds for each line of a statement the open invoices that it pays. A certain line takes its invoices away from the others.
 * `paid` are numbers of invoices on which nothing is left to pay.
 */
export function matchLines<I extends OpenInvoice>(
  lines: readonly Line[],
  open: readonly I[],
  paid: ReadonlySet<string> = new Set(),
): Match<I>[] {
  const known = open.map(toKnown);
  const taken = new Set<string>();
  const left = () => known.filter(({ invoice }) => !taken.has(invoice.number));
  const first = lines.map((line) => {
    const match = matchLine(line, left(), paid);
    if (match.word === "certain") for (const { number } of match.invoices) taken.add(number);
    return match;
  });
  const all = new Set([...paid, ...taken]);
  const rest = left();
  return lines.map((line, at) => {
    const match = first[at];
    return match?.word === "certain" ? match : matchLine(line, rest, all);
  });
}

/** An invoice with what can be looked up in a text. */
type Known<I> = {
  invoice: I;
  cents: bigint;
  year: string;
  serial: string;
  codes: string[];
  numbers: string[];
  words: string[];
};

function toKnown<I extends OpenInvoice>(invoice: I): Known<I> {
  // A deposit has no such number: its sheet or order names it.
  const [, year = "", serial = ""] = /^(\d{4})-(\d+)$/.exec(invoice.number) ?? [];
  const codes = invoice.poNumbers.map(squeeze).filter((code) => code !== "");
  return {
    invoice,
    cents: toCents(invoice.open),
    year,
    serial,
    codes: codes.filter((code) => !isShort(code)),
    numbers: [...invoice.orderNumbers.map(String), ...codes.filter(isShort)],
    words: listWords(invoice.company).filter((word) => !LEGAL.has(word)),
  };
}

/** Such a PO number is in too many texts by chance. */
const isShort = (code: string) => code.length < 4 || !/\d/.test(code) || /^\d{4,5}$/.test(code);

/** What a company is by law says nothing about which it is. */
const LEGAL = new Set(
  "ab ag as aps bv co company corp corporation gmbh inc kg kk limited llc llp ltd ltda mbh nv oy plc pte pty pvt sa sarl sas spa srl the und and".split(
    " ",
  ),
);

type Said = {
  words: readonly string[];
  /** The words, and what neighbours make together: a number that the bank has cut at spaces or marks is found again. */
  codes: ReadonlySet<string>;
};

function readText(text: string): Said {
  const words = listWords(text);
  const joined = words.flatMap((_, at) => [1, 2, 3, 4].map((count) => words.slice(at, at + count).join("")));
  return { words, codes: new Set(joined.flatMap((code) => [code, code.replace(/^\D+/, "")])) };
}

function listWords(text: string): string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const squeeze = (text: string) => listWords(text).join("");

/** Small letters without accents, as banks write names. */
function plain(text: string): string {
  return foldWords(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ı/g, "i")
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/æ/g, "ae")
    .replace(/ł/g, "l");
}

function matchLine<I extends OpenInvoice>(line: Line, open: readonly Known<I>[], paid: ReadonlySet<string>): Match<I> {
  if (line.currency) return { word: "left-out", reason: `in ${line.currency}, not in dollars`, invoices: [] };
  const cents = toCents(line.amount);
  if (cents <= 0n) return { word: "left-out", reason: "money going out", invoices: [] };
  const said = readText(line.text);
  const named = listNamed(open, said);
  return (
    matchReferences(cents, said, open, named) ??
    nameOfPaid(said, paid) ??
    matchCompany(cents, named) ??
    matchAmount(cents, open) ?? {
      word: "none",
      reason: named.length > 0 ? "no invoice of theirs is open" : "no number, name or amount of ours",
      invoices: [],
    }
  );
}

type Reference = "number" | "PO" | "sheet" | "order" | "short number";

/** By what a text names an invoice. Full numbers, POs and sheets say it alone; short ones need the amount or the company with them. */
function findReference<I>(
  { year, serial, codes, numbers, invoice }: Known<I & OpenInvoice>,
  said: Said,
): Reference | undefined {
  if (serial !== "" && said.codes.has(`${year}${serial}`)) return "number";
  if (codes.some((code) => said.codes.has(code) || said.codes.has(`po${code}`))) return "PO";
  const sheet = invoice.sheetNumber;
  if (sheet !== null && (said.codes.has(`s${sheet}`) || said.codes.has(`sheet${sheet}`))) return "sheet";
  if (
    serial !== "" &&
    said.words.some((word) => word === serial || word === String(Number(serial)) || word === `inv${Number(serial)}`)
  ) {
    return "short number";
  }
  return said.words.some((word) => numbers.includes(word)) ? "order" : undefined;
}

function matchReferences<I extends OpenInvoice>(
  cents: bigint,
  said: Said,
  open: readonly Known<I>[],
  named: readonly Known<I>[],
): Match<I> | undefined {
  const found = open.flatMap((one) => {
    const by = findReference(one, said);
    return by ? [{ one, by }] : [];
  });
  const strong = found.filter(({ by }) => by === "number" || by === "PO" || by === "sheet");
  const short = found.filter(({ one, by }) => {
    return (
      (by === "short number" || by === "order") && (named.includes(one) || (named.length === 0 && one.cents === cents))
    );
  });
  // Two short numbers of one company and their sum.
  const some = strong.length > 0 ? strong : short;
  const [only, ...others] = some;
  if (!only) return undefined;
  const word = only.by === "short number" ? "number" : only.by;
  const invoices = some.map(({ one }) => one.invoice);
  const sum = some.reduce((total, { one }) => total + one.cents, 0n);
  if (others.length === 0) {
    if (sum === cents) {
      const isCertain = strong.length > 0 || named.includes(only.one) || isPadded(only.one, said);
      return { word: isCertain ? "certain" : "likely", reason: `${word} and amount`, invoices };
    }
    return { word: "likely", reason: `${word}, ${describeGap(cents, sum)}`, invoices };
  }
  const isOne = new Set(some.map(({ one }) => one.invoice.company)).size === 1;
  if (sum === cents)
    return { word: isOne ? "certain" : "likely", reason: `${count(some.length)} numbers, their sum`, invoices };
  const exact = some.filter(({ one }) => one.cents === cents);
  const [fit, ...more] = exact;
  if (fit && more.length === 0) {
    const by = fit.by === "short number" ? "number" : fit.by;
    // One PO on several invoices, of which one has this amount; of several numbers it is not said which.
    const isCertain = fit.by === "PO" || fit.by === "sheet";
    return { word: isCertain ? "certain" : "likely", reason: `${by} and amount`, invoices: [fit.one.invoice] };
  }
  return { word: "unsure", reason: `${word} fits ${count(some.length)}, ${describeGap(cents, sum)}`, invoices };
}

/** The five digits of `2026-00371` as they are: 00371 is hardly anything else. */
function isPadded<I>({ serial }: Known<I>, said: Said): boolean {
  return serial.startsWith("0") && said.words.includes(serial);
}

function nameOfPaid(said: Said, paid: ReadonlySet<string>): Match<never> | undefined {
  const number = [...paid].find((one) => said.codes.has(squeeze(one)));
  return number ? { word: "none", reason: `${number} is paid already`, invoices: [] } : undefined;
}

/** The invoices of the company that the text names; if several begin alike, of that with most of its words there. */
function listNamed<I>(open: readonly Known<I>[], said: Said): Known<I>[] {
  const scored = open.map((one) => ({ one, score: scoreName(one.words, said) })).filter(({ score }) => score > 0);
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ one }) => one);
}

/**
 * How many words of a name a text has: the first in full, and those that follow as far as the bank has not cut them:
 * HARMATTAN J is Harmattan Jeans. A short first word is no name without the next one.
 */
function scoreName(words: readonly string[], said: Said): number {
  const [first = ""] = words;
  const at = said.words.indexOf(first);
  if (first === "" || at < 0) return 0;
  let score = 1;
  for (const [index, word] of words.slice(1).entries()) {
    const next = said.words[at + 1 + index];
    if (next === word) score += 1;
    else if (next && word.startsWith(next)) score += 0.5;
    else break;
  }
  return first.length >= 4 || score > 1 ? score : 0;
}

function matchCompany<I extends OpenInvoice>(cents: bigint, named: readonly Known<I>[]): Match<I> | undefined {
  const [only, ...others] = named;
  if (!only) return undefined;
  const exact = named.filter((one) => one.cents === cents);
  const toMatch = (word: MatchWord, reason: string, some: readonly Known<I>[]): Match<I> => {
    return { word, reason, invoices: some.map(({ invoice }) => invoice) };
  };
  if (exact.length === 1) return toMatch("likely", "company and amount", exact);
  if (exact.length > 1) return toMatch("unsure", `company, amount fits ${count(exact.length)}`, exact);
  const sum = named.reduce((total, one) => total + one.cents, 0n);
  if (others.length === 0) return toMatch("likely", `company, ${describeGap(cents, sum)}`, named);
  if (sum === cents) return toMatch("likely", "company, all that is open", named);
  return toMatch("unsure", `company, ${count(named.length)} invoices open`, named);
}

function matchAmount<I extends OpenInvoice>(cents: bigint, open: readonly Known<I>[]): Match<I> | undefined {
  const exact = open.filter((one) => one.cents === cents);
  if (exact.length === 0) return undefined;
  const reason = exact.length === 1 ? "amount alone" : `amount fits ${count(exact.length)}`;
  return { word: "unsure", reason, invoices: exact.map(({ invoice }) => invoice) };
}

function describeGap(cents: bigint, open: bigint): string {
  const gap = cents - open;
  return gap < 0n ? `${formatTotal(writeCents(-gap))} short` : `${formatTotal(writeCents(gap))} more`;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

function count(number: number): string {
  return COUNTS[number] ?? String(number);
}
