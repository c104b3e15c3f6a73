import { writeCents } from "#app/contract/money.ts";
import { cleanLine, foldText, shorten } from "#app/contract/text.ts";
import { TEXT_MAX } from "#app/features/money/facts.ts";
import { splitTable } from "#app/features/sheets/paste/paste-cells.ts";
import { type AmountRead, findAmount, readAmountCell } from "./amount.rules.ts";
import { type DayWritten, findDay, readDayCell, settleDays } from "./day.rules.ts";

/** A line of a statement: the bank's day, dollars and cents, negative where money went out, and what the bank wrote. */
export type StatementLine = {
  day: string;
  amount: string;
  text: string;
  /** Equal lines of a statement are counted from 1, so that each is one of its own. */
  nth: number;
  /** If it is another currency. */
  currency?: string;
};

export type Reading = {
  lines: StatementLine[];
  /** What has no day or no amount, shortened. */
  unread: string[];
};

type Raw = { day: DayWritten | undefined; amount: AmountRead | undefined; text: string; source: string };

/** What a bank wrote, as text of a line. */
export function toLineText(written: string): string {
  return cleanLine(written.replace(/\p{Cc}+/gu, " "))
    .slice(0, TEXT_MAX)
    .toWellFormed();
}

/**
 * Reads a statement that was pasted or saved as CSV: day, amount and text of each line in any order, with or without heads,
 * apart by tabs, semicolons, commas, bars or spaces. Of these ways the one that reads most lines is taken, those with heads
 * first.
 */
export function readStatement(text: string, today: string): Reading {
  const tables = ["\t", ";", ",", "|"].map((sign) => {
    const { rows } = splitTable(`sep=${sign}\n${text.replace(/^\uFEFF?(?:"?sep=."?\r?\n)?/i, "")}`);
    return readTable(
      rows.map(({ cells }) => cells.map((cell) => cell.text)),
      today,
    );
  });
  const own = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== "");
  const spaced = own.map((line) =>
    line
      .trim()
      .split(/\t| {2,}/)
      .map(cleanLine),
  );
  const ways: Way[] = [...tables, readTable(spaced, today), readSentences(own, today)];
  const named = ways.filter(({ lines, hasHeads }) => hasHeads && lines.length > 0);
  const { lines, unread } = (named.length > 0 ? named : ways).reduce((best, way) =>
    way.lines.length > best.lines.length ? way : best,
  );
  return { lines, unread };
}

/** The words over columns, folded and without what is in brackets. */
const heads = {
  day: /^(?:(?:booking|posting|transaction|value|entry|effective|completed|process(?:ed|ing)?) date|date|day|datum|buchungs(?:tag|datum)|buchung|valuta(?:datum)?|wertstellung(?:sdatum)?|date (?:op[ée]ration|valeur|de comptabilisation)|fecha(?: (?:valor|operaci[oó]n))?|data|bokf[öo]ringsdag|boekdatum|date\/time)$/,
  amount:
    /^(?:(?:transaction |total |net )?amount|value|betrag|umsatz|montant|importe|importo|bedrag|belopp|kwota|valor)(?: (?:usd|\$|in usd))?$/,
  in: /^(?:credit(?:s| amount)?|paid in|money in|haben|gutschrift|cr[ée]dit|abono|deposits?|in|received|receipts)$/,
  out: /^(?:debit(?:s| amount)?|paid out|money out|soll|lastschrift|d[ée]bit|cargo|withdrawals?|out|payments)$/,
  sign: /^(?:soll\/haben|s\/h|(?:dr|db)\/cr|cr\/(?:dr|db)|debit\/credit|credit\/debit|c\/d|d\/c|af bij|credit debit indicator)$/,
  currency: /^(?:currency|ccy|w[äa]e?hrung|devise|moneda|valuta code|muntsoort)$/,
  none: /^(?:(?:running |closing |account )?balance|saldo.*|solde|kontostand|(?:.*)?(?:iban|bic|swift)(?: .*)?|account(?: (?:number|no\.?))?|(?:auftrags)?konto(?:nummer)?|sort code|blz|kontonummer.*)$/,
} as const;
type Head = keyof typeof heads;

function headOf(cell: string): Head | undefined {
  const word = foldText(cell)
    .replace(/\([^)]*\)/g, "")
    .replace(/[_\s]+/g, " ")
    .replace(/[.:*]+$/, "")
    .trim();
  for (const head of ["sign", "day", "amount", "in", "out", "currency", "none"] as const) {
    if (heads[head].test(word)) return head;
  }
  return undefined;
}

/** Heads stand near the top: below what a bank says of the account. */
const HEADS_WITHIN = 30;

type Way = Reading & { hasHeads?: boolean };

function readTable(rows: readonly string[][], today: string): Way {
  const at = rows.slice(0, HEADS_WITHIN).findIndex((cells) => {
    const known = cells.map(headOf);
    return known.includes("day") && (known.includes("amount") || known.includes("in"));
  });
  const columns = at < 0 ? undefined : rows[at]?.map(headOf);
  const read = rows
    .slice(at + 1)
    .map((cells) => (columns ? readNamed(cells, columns, today) : readCells(cells, today)));
  return { ...finish(read, today), hasHeads: at >= 0 };
}

function readNamed(cells: readonly string[], columns: readonly (Head | undefined)[], today: string): Raw {
  const of = (head: Head) => cells.filter((_, index) => columns[index] === head);
  const [amount, paidIn, paidOut] = [of("amount"), of("in"), of("out")].map((some) =>
    some.map(readAmountCell).find((one) => one && one.cents !== 0n),
  );
  const isOut = of("sign").some((cell) => /^(?:d|dr|db|dbit|debit|s|soll|af)$/i.test(cell.trim()));
  const size = (one: AmountRead) => (one.cents < 0n ? -one.cents : one.cents);
  const found = paidIn ?? (paidOut && { ...paidOut, cents: -size(paidOut) }) ?? amount;
  const currency = of("currency")
    .find((cell) => /^[a-z]{3}$/i.test(cell.trim()))
    ?.trim()
    .toUpperCase();
  return {
    day: of("day")
      .map((cell) => readDayCell(cell, today))
      .find((one) => one !== undefined),
    amount: found && { ...found, cents: isOut ? -size(found) : found.cents, currency: currency ?? found.currency },
    text: cells
      .filter((cell, index) => cell !== "" && index < columns.length && columns[index] === undefined)
      .join(" "),
    source: cells.join(" "),
  };
}

/** Without heads: the first cell that is a day, and the first that is an amount. Further days and amounts, such as a balance, are left out. */
function readCells(cells: readonly string[], today: string): Raw {
  const kinds = cells.map((cell) => ({ cell, day: readDayCell(cell, today), amount: readAmountCell(cell) }));
  const rest = kinds.filter(({ day }) => day === undefined);
  const numbers = rest.filter(({ amount }) => amount !== undefined);
  const amounts = numbers.filter(({ amount }) => amount?.hasCents || amount?.currency);
  const money = amounts[0] ?? (numbers.length === 1 ? numbers[0] : undefined);
  return {
    day: kinds.find(({ day }) => day !== undefined)?.day,
    amount: money?.amount,
    text: rest
      .filter((one) => one !== money && !amounts.includes(one))
      .map(({ cell }) => cell)
      .filter((cell) => cell !== "")
      .join(" "),
    source: cells.join(" "),
  };
}

/** Lines whose parts stand in one text, apart by single spaces. A line of words alone goes on from the one before it. */
function readSentences(lines: readonly string[], today: string): Reading {
  const read: Raw[] = [];
  for (const source of lines) {
    const one = readSentence(source, today);
    const before = read.at(-1);
    const isMore = !one.day && !one.amount && before?.day && before.amount;
    if (isMore) read[read.length - 1] = { ...before, text: `${before.text} ${source.trim()}` };
    else read.push(one);
  }
  return finish(read, today);
}

function readSentence(source: string, today: string): Raw {
  const day = findDay(source, today);
  const left = day ? `${source.slice(0, day.from)} ${source.slice(day.to)}` : source;
  const amount = findAmount(left);
  const text = amount ? `${left.slice(0, amount.from)} ${left.slice(amount.to)}` : left;
  const trimmed = text.replace(/(?<=^|\s)[,;|]+(?=\s|$)/g, " ").replace(/^[\s,;|]+|[\s,;|]+$/g, "");
  return { day: day?.day, amount: amount?.amount, text: trimmed, source };
}

function finish(read: readonly Raw[], today: string): Reading {
  const days = settleDays(
    read.map(({ day }) => day),
    today,
  );
  const lines: Omit<StatementLine, "nth">[] = [];
  const unread: string[] = [];
  for (const [at, { amount, text, source }] of read.entries()) {
    const day = days[at];
    if (day && amount) {
      const { cents, currency } = amount;
      const shared = { day, amount: writeCents(cents), text: toLineText(text) };
      lines.push({ ...shared, ...(currency && currency !== "USD" ? { currency } : {}) });
    } else if (source.trim() !== "") unread.push(shorten(cleanLine(source), 80));
  }
  return { lines: numberEqual(lines), unread };
}

/** Gives equal lines their numbers. */
export function numberEqual(lines: readonly Omit<StatementLine, "nth">[]): StatementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = JSON.stringify([line.day, line.amount, line.text]);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { ...line, nth };
  });
}
