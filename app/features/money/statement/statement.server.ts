import { dayAt } from "#app/contract/calendar.ts";
import { addTotals, writeCents } from "#app/contract/money.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { findMembership } from "#app/features/companies/queries.server.ts";
import type { DocumentSettings } from "#app/features/documents/documents.server.ts";
import { listOpenDeposits, sumDeposits } from "#app/features/money/deposits/deposits.server.ts";
import { type Payer, sumCredit } from "#app/features/money/ledger.server.ts";
import type { Period, Statement } from "#app/features/money/statement.contract.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { findName, listOpenOf, readEntries } from "./queries.server.ts";
import { startOfLastQuarter } from "./statement.rules.ts";

/**
 * A statement of account in the shop's time zone.
 * @throws Refusal not-found of what staff alone may ask for or nobody has, not-allowed to staff without invoices, and invalid-input for days in the wrong order.
 */
export async function readStatement(
  db: Db,
  who: Person,
  asked: Period,
  { timeZone, seller }: Pick<DocumentSettings, "timeZone" | "seller">,
): Promise<Statement> {
  const payer = await findPayer(db, who, asked);
  const name = (await findName(db, payer)) ?? refuseUnknown();
  const today = dayAt(await readNow(db), timeZone);
  const { to = today } = asked;
  const { from = startOfLastQuarter(to) } = asked;
  if (from > to) {
    const message = "The first day is after the last";
    refuse(invalidInput, message, [{ field: "from", message }]);
  }
  const [{ opening, entries }, open, credit, deposits, openDeposits] = await Promise.all([
    readEntries(db, payer, { from, to }),
    listOpenOf(db, payer),
    sumCredit(db, payer),
    sumDeposits(db, payer),
    listOpenDeposits(db, timeZone, payer),
  ]);
  return {
    ...{ name, from, to, opening, closing: entries.at(-1)?.balance ?? opening, entries, open, today },
    owed: addTotals(open.map(({ amount }) => amount)),
    credit: writeCents(credit),
    deposits,
    openDeposits: openDeposits.map(({ orderNumbers: [order = 0], sheetNumber, open }) => {
      return { order, sheet: sheetNumber, amount: open };
    }),
    bank: seller.bank.map(([label, value]) => ({ label, value })),
  };
}

async function findPayer(db: Db, who: Person, { company, buyer }: Period): Promise<Payer> {
  if (company === undefined && buyer === undefined) {
    if (who.isAdmin) refuseUnknown();
    return payerOf(db, who.id);
  }
  if (!who.isAdmin || (company !== undefined && buyer !== undefined)) refuseUnknown();
  requirePermission(who, "see-invoices");
  return company === undefined ? payerOf(db, buyer ?? "") : { companyId: company, userId: null };
}

/** A person's company pays, if they belong to one. */
async function payerOf(db: Db, userId: string): Promise<Payer> {
  const membership = await findMembership(db, userId);
  return { companyId: membership?.companyId ?? null, userId };
}

function refuseUnknown(): never {
  refuse(notFound, "There is no such statement.");
}
