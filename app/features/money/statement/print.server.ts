import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import type { DocumentSettings, PrintedDocument } from "#app/features/documents/documents.server.ts";
import type { Seller } from "#app/features/documents/facts.ts";
import type { StatementFacts } from "#app/features/documents/statement/facts.ts";
import type { Statement } from "#app/features/money/statement.contract.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import { describeEntry, entryLabels } from "./statement.rules.ts";

type Asked = { seller: Seller; paper: Paper; print: DocumentSettings["print"]; at: string };

/** Prints a statement of account as of the moment `at`. */
export async function printStatement(
  statement: Statement,
  { seller, paper, print, at }: Asked,
): Promise<PrintedDocument> {
  const { name, from, to, opening, closing, entries, open, owed, credit, deposits, today } = statement;
  const facts: StatementFacts = {
    ...{ name, at, day: formatDay(today), seller, period: `${formatDay(from)} to ${formatDay(to)}` },
    ...{ opening: formatTotal(opening), closing: formatTotal(closing), owed: formatTotal(owed) },
    credit: toCents(credit) > 0n ? formatTotal(credit) : "",
    deposits: toCents(deposits) > 0n ? formatTotal(deposits) : "",
    entries: entries.map(({ day, kind, number, amount, balance, ...entry }) => ({
      ...{ day: formatDay(day), what: [entryLabels[kind], number].filter(Boolean).join(" ") },
      ...{ about: describeEntry(entry), ...splitAmount(amount) },
      balance: formatTotal(balance),
    })),
    open: open.map((one) => ({
      number: one.number,
      due: one.dueOn < today ? `${formatDay(one.dueOn)}, past due` : formatDay(one.dueOn),
      amount: formatTotal(one.amount),
    })),
  };
  return { bytes: await print({ statement: facts, paper }), filename: `statement-${from}-${to}.pdf` };
}

/** In which column an amount stands: what adds to the debt, and what is taken off. */
function splitAmount(amount: string): { invoiced: string; settled: string } {
  const cents = toCents(amount);
  return cents > 0n
    ? { invoiced: formatTotal(amount), settled: "" }
    : { invoiced: "", settled: formatTotal(writeCents(-cents)) };
}
