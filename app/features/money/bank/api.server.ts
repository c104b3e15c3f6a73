import { z } from "zod";
import { dayAt } from "#app/contract/calendar.ts";
import { decodeCsv } from "#app/contract/csv.ts";
import { day } from "#app/contract/day.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { notFound, unavailable } from "#app/contract/problem.ts";
import { requireStillAdmin } from "#app/features/identity/roles.server.ts";
import * as contract from "#app/features/money/bank.contract.ts";
import { bookPayment } from "#app/features/money/booking.server.ts";
import { listOpenDeposits } from "#app/features/money/deposits/deposits.server.ts";
import { MAX_LINES } from "#app/features/money/facts.ts";
import { lockPayable } from "#app/features/money/locking.server.ts";
import { hourOver, lineBooked, notAStatement } from "#app/features/money/problems.ts";
import { reverseBooking } from "#app/features/money/reversing.server.ts";
import { allocate } from "#app/features/money/rules.ts";
import type { Booker } from "#app/features/money/settling.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { type Db, sqlState, type Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { answerPage, decodeCursor, encodeCursor } from "#app/platform/http/pagination.server.ts";
import { Refusal, refuse, SHOP_IS_BUSY } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { isXml, readCamt } from "./camt.server.ts";
import { matchLines } from "./matching.rules.ts";
import * as queries from "./queries.server.ts";
import { type Reading, readStatement } from "./reading.rules.ts";

type BankSettings = { emailContext: EmailContext; timeZone: string; orderEvents: { publish(): void } };

const cursor = z.tuple([day, z.int().max(MAX_INTEGER)]);
const REFERENCE_MAX = 140;

/** What `bank.contract.ts` declares, served. */
export function bankApi({ orderEvents, ...context }: BankSettings): Served[] {
  return [
    serve(contract.readBankStatement, async ({ db, file }) => {
      const today = dayAt(await readNow(db), context.timeZone);
      return match(db, readFile(file, today), context.timeZone);
    }),

    serve(contract.bookBankLines, async ({ db, who, from, headers, body }) => {
      const by = { who, from, ...context };
      const call = { db, owner: who.id, key: headers["idempotency-key"], endpoint: contract.bookBankLines };
      const answers = await each(call, body.lines, async (tx, line) => {
        await requireStillAdmin(tx, who.id);
        await bookLine(tx, by, line);
      });
      orderEvents.publish();
      return answers;
    }),

    serve(contract.unbookBankLines, async ({ db, who, from, headers, body }) => {
      const by = { who, from, ...context };
      const call = { db, owner: who.id, key: headers["idempotency-key"], endpoint: contract.unbookBankLines };
      const answers = await each(call, body.lines, async (tx, line) => {
        await requireStillAdmin(tx, who.id);
        await unbookLine(tx, by, line);
      });
      orderEvents.publish();
      return answers;
    }),

    serve(contract.listPayments, async (call) => {
      const { from, to, limit = 1000, after } = call.query;
      const rows = await queries.listPayments(call.db, {
        from,
        to,
        limit,
        after: after ? decodeCursor(cursor, after) : undefined,
      });
      const toCursor = ({ day, seq }: (typeof rows)[number]) => encodeCursor([day, seq]);
      const total = rows[0]?.total ?? 0;
      return answerPage(call, {
        rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
        total,
        limit,
        toCursor,
      });
    }),
  ];
}

/** @throws Refusal not-a-statement of what has no line, or too many. */
function readFile(file: Uint8Array, today: string): Reading {
  const decoded = decodeCsv(file);
  if ("fault" in decoded) refuse(notAStatement, decoded.fault);
  const { text } = decoded;
  if (!isXml(text) && isFarTooMuch(text)) refuse(notAStatement, TOO_MANY);
  const reading = isXml(text) ? readCamt(text) : readStatement(text, today);
  if (!reading) refuse(notAStatement, "This XML is no bank statement in the form CAMT.053.");
  if (reading.lines.length > MAX_LINES) refuse(notAStatement, TOO_MANY);
  return reading;
}

const TOO_MANY = `At most ${MAX_LINES} lines can be read at once.`;
/** A transfer may take several lines. */
const MOST_ROWS = 3 * MAX_LINES;
const LONGEST_ROW = 5000;

/** More rows, or a longer one, than any statement has: reading them in several ways would hold everybody else up. */
function isFarTooMuch(text: string): boolean {
  const rows = text.split(/\r\n|[\r\n]/);
  return rows.length > MOST_ROWS || rows.some((row) => row.length > LONGEST_ROW);
}

async function match(db: Db, { lines, unread }: Reading, timeZone: string) {
  const open = [...(await listOpenDeposits(db, timeZone)), ...(await queries.listOpenInvoices(db))];
  const mentioned = lines.flatMap(({ text }) =>
    [...text.matchAll(/(20\d{2})\W{0,2}(\d{5})(?!\d)/g)].map(([, year, serial]) => `${year}-${serial}`),
  );
  const isOpen = new Set(open.map(({ number }) => number));
  const paid = (await queries.listInvoiceNumbers(db, mentioned)).filter((number) => !isOpen.has(number));
  const booked = new Map((await queries.listBooked(db, lines)).map((one) => [one.at, one]));
  // What is booked takes no invoice from the others.
  const toMatch = lines.flatMap((line, at) => (booked.has(at) ? [] : [{ line, at }]));
  const matches = matchLines(
    toMatch.map(({ line }) => line),
    open,
    new Set(paid),
  );
  const matchOf = new Map(toMatch.map(({ at }, index) => [at, matches[index]]));
  return {
    lines: lines.map(({ currency: _, ...line }, at) => {
      const done = booked.get(at);
      if (done) {
        const day = formatDay(dayAt(new Date(done.bookedAt), timeZone));
        return {
          ...line,
          word: "booked" as const,
          reason: `${day}${done.by ? ` by ${done.by}` : ""}`,
          ...{ invoices: done.invoices, company: done.company },
        };
      }
      const { word = "none" as const, reason = "", invoices = [] } = matchOf.get(at) ?? {};
      return { ...line, word, reason, invoices: invoices.map(({ number }) => number), company: null };
    }),
    unread: unread.slice(0, MOST_UNREAD),
    open,
  };
}

const MOST_UNREAD = 50;

type Call = {
  db: Db;
  owner: string;
  key: string;
  endpoint: typeof contract.bookBankLines | typeof contract.unbookBankLines;
};

/** Does this for each line in a transaction of its own: one that fails stops no other. A line that is done is not done again. */
async function each<Line>(
  { db, key, ...asked }: Call,
  lines: readonly Line[],
  act: (tx: Tx, line: Line) => Promise<void>,
) {
  const answers: { ok: boolean; code?: string; detail?: string }[] = [];
  for (const [at, line] of lines.entries()) {
    try {
      await withIdempotencyKey(db, { ...asked, key: `${key} ${at}`, content: line }, async (tx) => {
        await act(tx, line);
        return {};
      });
      answers.push({ ok: true });
    } catch (error) {
      answers.push({ ok: false, ...explain(error) });
    }
  }
  return answers;
}

/** An unforeseen error ends the call. */
function explain(error: unknown): { code: string; detail: string } {
  if (error instanceof Refusal) return { code: error.problem.code, detail: error.message };
  if (sqlState(error)) return { code: unavailable.code, detail: SHOP_IS_BUSY };
  throw error;
}

/** @throws Refusal line-booked, and as `bookPayment` does. */
async function bookLine(tx: Tx, by: Booker, { invoices, ...line }: contract.ChosenLine): Promise<void> {
  const cents = toCents(line.amount);
  if (cents <= 0n) refuse(notFound, "Nothing came in by this line.");
  if (!(await queries.claimLine(tx, line, by.who.id))) refuse(lineBooked, "This line is booked already.");
  // In one order, so that nobody waits for somebody who waits for them.
  for (const { number, open } of invoices.toSorted((a, b) => (a.number < b.number ? -1 : 1))) {
    await lockPayable(tx, { invoice: number, open });
  }
  const { parts, over } = allocate(
    cents,
    invoices.map(({ open }) => toCents(open)),
  );
  const bookings: string[] = [];
  for (const [at, { number }] of invoices.entries()) {
    const amount = (parts[at] ?? 0n) + (at === invoices.length - 1 ? over : 0n);
    if (amount === 0n) continue;
    // Half a character at the cut would be no text.
    const reference = line.text
      .slice(0, REFERENCE_MAX)
      .replace(/[\ud800-\udbff]$/, "")
      .trim();
    const about = { invoice: number, amount: writeCents(amount), day: line.day };
    bookings.push((await bookPayment(tx, by, { ...about, ...(reference ? { reference } : {}) })).booking);
  }
  await queries.setBookings(tx, line, bookings, by.who.id);
}

/** @throws Refusal not-found, hour-over, and as `reverseBooking` does. */
async function unbookLine(tx: Tx, by: Booker, line: contract.LineName): Promise<void> {
  const found = await queries.lockLine(tx, line);
  if (!found || !(await queries.hasUnreversed(tx, found.bookings))) refuse(notFound, "This line is not booked.");
  if (!found.isRecent || found.actorId !== by.who.id) {
    refuse(
      hourOver,
      "Only whoever booked it can take it back, within the hour. The payment can be reversed on its invoice.",
    );
  }
  for (const booking of found.bookings) {
    if (await queries.hasUnreversed(tx, [booking])) {
      await reverseBooking(tx, by, { booking, reason: "Taken back from the bank statement" });
    }
  }
}
